import { getNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql';
import { settingNames } from '../../src/config/settings.js';
import { createSubgraph } from '../../src/graph/schema/schema.js';
import { endpoints } from '../../src/service/endpoints.js';
import { documented } from '../../tools/docs/interface-page.js';
import type { Proof } from '../../tools/field-mapping/row.js';
import { rows } from '../../tools/field-mapping/rows.js';
import { isOfEnvelope } from '../../tools/field-mapping/table.js';

const key = ({ section, name }: { section: string; name: string }) => `§${section} ${name}`;
const everything = Object.entries(documented).flatMap(([section, names]) => names.map((name) => ({ section, name })));
const documentedKeys = everything.map(key);

test('every documented field and parameter has a row in the file of its noun in tools/field-mapping', () => {
  const named = new Set(rows.map(key));
  expect(everything.filter((each) => !named.has(key(each)) && !isOfEnvelope(each.section, each.name))).toEqual([]);
});

test('docs/event-service-interface.md lists the members of the reply of every endpoint, in the row "Reply" of its table', () => {
  const sections = Object.values(endpoints).map(({ section }) => section);
  expect(sections.filter((section) => documented[`${section} reply`] === undefined)).toEqual([]);
});

test('every row has a field or parameter that docs/event-service-interface.md lists', () => {
  expect(rows.map(key).filter((name) => !documentedKeys.includes(name))).toEqual([]);
});

test('no field has two rows, and none is documented twice', () => {
  expect(new Set(rows.map(key)).size).toBe(rows.length);
  expect(new Set(documentedKeys).size).toBe(documentedKeys.length);
});

test('the graph leaves out no fields but reserved ones and members of the envelope without a meaning', () => {
  expect(new Set(rows.filter((row) => 'leftOut' in row).map(key))).toEqual(
    new Set(['§1 time', '§2.2 rfid', '§2.2 undone', '§2.2 token', '§4.5 reply data[].rfid']),
  );
});

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });

test.each(rows.flatMap((row) => ('carriers' in row ? row.carriers.map((carrier) => [key(row), carrier] as const) : [])))(
  'what carries %s exists: %s',
  (_row, carrier) => {
    if (/^[A-Z][A-Z_]+$/.test(carrier)) expect(settingNames).toContain(carrier);
    else if (/^[A-Z]/.test(carrier)) expect(() => resolve(schema, carrier)).not.toThrow();
    else expect(['extensions.code', 'extensions.upstream.message', 'the clock']).toContain(carrier);
  },
);

/** Fields that the graph makes itself: ids, references and payloads. */
const ownFields = new Set(
  `Query.activities Query.activitiesByIds CheckInMatch.attendee Attendee.activity Activity.id Activity.viewer ActivitySchedule.days
  CustomFieldValue.name CustomFieldValue.field CustomFieldValue.value AddAttendeesPayload.registrations AddAttendeesPayload.replayed
  AddAttendeesPayload.activity AttendeeRegistration.attendee ActivityUserError.field ActivityUserError.rule
  Activity.scheduleItem Activity.category Activity.ticket Activity.goodsItem
  Activity.name Activity.place Activity.timeZone Activity.currency Activity.startsOn Activity.endsOn`.split(/\s+/),
);
/** Mutations, whose payloads carry the reply, the errors of their inputs, subscriptions and events, pages, and the activity of a record. */
const isOwn = (field: string) =>
  /^(Mutation|Subscription|CheckInEvent|PageInfo)\.|^\w+(Connection|Edge)\.|Payload\.userErrors$|\.activityId$/.test(field);

test('every field of the graph is in a row of tools/field-mapping, or in `ownFields` of this file', () => {
  const carried = new Set(rows.flatMap((row) => ('carriers' in row ? row.carriers : [])).flatMap((carrier) => fieldsIn(schema, carrier)));
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('_'))
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        coordinate: `${type.name}.${field.name}`,
        returned: getNamedType(field.type).name,
      })),
    )
    .filter(({ returned }) => !returned.endsWith('Connection'))
    .map(({ coordinate }) => coordinate)
    .filter((field) => !field.startsWith('Query._'));
  expect(fields.filter((field) => !carried.has(field) && !isOwn(field)).toSorted()).toEqual([...ownFields].toSorted());
});

const recordRows = rows.filter((row) => row.section.startsWith('2.'));

test.each(recordRows.flatMap((row) => ('carriers' in row ? row.carriers.flatMap((carrier) => enumOf(schema, carrier, row.proofs)) : [])))(
  'a proof of $carrier in tools/field-mapping reads each name of the enum $name',
  ({ values, read }) => expect(values.filter((value) => !read.has(value))).toEqual([]),
);

/** The enum that a carrier of a reply returns, with the values that its proofs read. */
function enumOf({ getType }: GraphQLSchema, carrier: string, proofs: readonly Proof[]) {
  const [typeName, ...path] = carrier.split('.');
  let type: unknown = getType.call(schema, typeName!);
  for (const name of path) type = isObjectType(type) ? getNamedType(type.getFields()[name]?.type) : undefined;
  if (!isEnumType(type)) return [];
  const read = new Set(proofs.flatMap(({ reads = {} }) => Object.values(reads)));
  return [{ carrier, name: type.name, values: type.getValues().map(({ name }) => name), read }];
}

/** The coordinates of the fields along a carrier such as "Type.field.field(argument:)"; none for a setting or an error member. */
function fieldsIn({ getType }: GraphQLSchema, carrier: string): readonly string[] {
  const [typeName, ...path] = carrier.split('.');
  let type: unknown = getType.call(schema, typeName!);
  return path.flatMap((segment) => {
    if (!isObjectType(type)) return [];
    const [coordinate, field] = [`${type.name}.${segment.replace(/\(.*/, '')}`, type.getFields()[segment.replace(/\(.*/, '')]];
    type = field && getNamedType(field.type);
    return [coordinate];
  });
}

/** Resolves "Type.field.field(argument:)" in the schema. @throws Error if a part of it does not exist */
function resolve({ getType }: GraphQLSchema, carrier: string): void {
  const [typeName, ...path] = carrier.split('.');
  let type: unknown = getType.call(schema, typeName!);
  for (const segment of path) {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) throw new Error(`${carrier}: the type has no fields`);
    const [, name, argument] = /^(\w+)(?:\((\w+):.*\))?$/.exec(segment) ?? [];
    const field = type.getFields()[name!];
    if (!field) throw new Error(`${carrier}: ${name} does not exist`);
    if (argument && !('args' in field && field.args.some((known) => known.name === argument)))
      throw new Error(`${carrier}: the argument does not exist`);
    type = getNamedType(field.type);
  }
}
