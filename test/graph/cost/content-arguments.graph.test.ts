/*
 * Each argument of a field that reads content is in the `input` of its @Reads if, and only if, each of its values is a call of its own.
 */

import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
  type GraphQLField,
} from 'graphql';
import { readsOf } from '../../../src/graph/cost/reads.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { withHint } from '../../repository/hint.js';
import { sampledEndpoints } from '../../service/sampled-endpoints.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';
import { fakeService } from '../../support/fake-service.js';
import { graphOver } from '../../support/graph.js';
import { measuring, readsIn } from '../../support/measured.js';

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true, relayNode: true });
const costOf = measuring(schema);

/** An operation that reaches an object of each type, whose fields take the place of FIELDS. */
const operations: Readonly<Record<string, string>> = {
  Query: '{ FIELDS }',
  Activity: '{ activity { FIELDS } }',
  Attendee: '{ attendee(by: { id: "700001" }) { FIELDS } }',
  Article: '{ activity { article(id: "6001") { FIELDS } } }',
  Category: '{ activity { categories { FIELDS } } }',
};

/** Two values of each type, or of an argument that refuses those of its type, such as `Activity.goods(id:)`. */
const twoValues: Readonly<Record<string, readonly [string, string]>> = {
  ID: ['"1"', '"2"'],
  Int: ['1', '2'],
  Float: ['1', '2'],
  String: ['"a"', '"b"'],
  Boolean: ['false', 'true'],
  Date: ['"2026-05-15"', '"2026-05-16"'],
  DateTime: ['"2026-05-15T00:00:00Z"', '"2026-05-16T00:00:00Z"'],
};

interface ContentArgument {
  /** The field and the argument, such as `Activity.goods(id:)`. */
  readonly coordinate: string;
  readonly typeName: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly argument: GraphQLArgument;
}

/** The arguments of all fields that read content, without those that name the activity. */
const contentArguments: readonly ContentArgument[] = [...readsIn(schema)].flatMap(([coordinate, { content, calls, activity }]) => {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  if (content === undefined || calls !== undefined || !isObjectType(type)) return [];
  const field = type.getFields()[fieldName]!;
  const args = field.args.filter(({ name }) => name !== activity);
  return args.map((argument) => ({ coordinate: `${coordinate}(${argument.name}:)`, typeName, field, argument }));
});

function valuesOf(coordinate: string, { type }: GraphQLArgument): readonly [string, string] {
  const named = getNamedType(type);
  const ofEnum = isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
  const [first, second] = twoValues[coordinate] ?? twoValues[named.name] ?? ofEnum;
  if (first === undefined || second === undefined) throw new Error(`${coordinate} has no values in twoValues of this file.`);
  return isListType(getNullableType(type)) ? [`[${first}]`, `[${second}]`] : [first, second];
}

/** An operation that selects the field twice: the argument has another value in each, and the required ones beside it the same. */
function operationWith({ coordinate, typeName, field, argument }: ContentArgument): string {
  const operation = operations[typeName];
  if (operation === undefined) throw new Error(`${typeName} has no operation in this file. Add one that reaches an object of the type.`);
  const others = field.args.filter((other) => other !== argument && isRequiredArgument(other));
  const selections = valuesOf(coordinate, argument).map((value, index) => {
    const given = others.map((other) => `${other.name}: ${valuesOf(coordinate.replace(/\(.*/, `(${other.name}:)`), other)[0]}`);
    const selection = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : '';
    return `alias${index}: ${field.name}(${[`${argument.name}: ${value}`, ...given].join(', ')})${selection}`;
  });
  return operation.replace('FIELDS', selections.join(' '));
}

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));

test.each(contentArguments)('two values of $coordinate make as many calls as are planned', async (contentArgument) => {
  const query = operationWith(contentArgument);
  const made = await sandbox.cost(query);
  expect(made.errors).toEqual([]);
  const calls = Object.values(made.calls).reduce((sum, number) => sum + number, 0);
  withHint('Check `input` of its @Reads.', () => expect(calls).toBe(costOf(query).upstreamCalls));
});

/** The arguments by which Event Graph selects from a whole list of an activity. */
const selecting = contentArguments.filter(({ typeName, field, argument }) => {
  return typeName === 'Activity' && !Object.values(readsOf(field)!.input ?? {}).includes(argument.name);
});

/** Copies of a JSON value in each of which another one of its numbers, texts, flags and nulls is an object. */
function* withOneBrokenValue(value: unknown): Generator {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) for (const broken of withOneBrokenValue(item)) yield value.with(index, broken);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) for (const broken of withOneBrokenValue(member)) yield { ...value, [name]: broken };
  else yield { broken: true };
}

test.each(selecting)('a broken value that $coordinate selects by does not make the field null', async (contentArgument) => {
  const { content } = readsOf(contentArgument.field)!;
  const { endpoint, reply } = sampledEndpoints.find(({ cachedAs }) => cachedAs === content)!;
  const { data, ...others } = reply as { readonly data: unknown };
  let served: unknown;
  const service = await fakeService({ [endpoint.path]: () => ({ ...others, data: served }) });
  const graph = await graphOver(service.url, { env: { CACHE_TTL: 'off', EVENT_SERVICE_RETRIES: '0' } });
  const failed: unknown[] = [];
  for (served of withOneBrokenValue(data)) {
    const { errors } = await graph.run(operationWith(contentArgument));
    if (errors.length > 0) failed.push([served, errors]);
  }
  withHint('Select by `valueOr`: getters of records throw.', () => expect(failed).toEqual([]));
});

test('the arguments that select from a list include one of records, and one of a schedule', () => {
  expect(selecting.map(({ coordinate }) => coordinate)).toEqual(
    expect.arrayContaining(['Activity.formFields(includeHidden:)', 'Activity.schedule(from:)']),
  );
});

test('the content arguments compared include one that the service receives, and one that Event Graph applies to the list', () => {
  expect(contentArguments.map(({ coordinate }) => coordinate)).toEqual(
    expect.arrayContaining(['Activity.goods(id:)', 'Activity.schedule(from:)']),
  );
});
