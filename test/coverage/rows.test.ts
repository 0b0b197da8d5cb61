import { isInputObjectType, isInterfaceType, isObjectType, getNamedType, type GraphQLSchema } from 'graphql';
import { settingNames } from '../../src/config/settings.js';
import { createSubgraph } from '../../src/graph/schema.js';
import { documented } from '../../tools/coverage/documented.js';
import { rows } from '../../tools/coverage/rows.js';

const key = ({ section, name }: { section: string; name: string }) => `§${section} ${name}`;
const documentedKeys = Object.entries(documented).flatMap(([section, names]) => names.map((name) => key({ section, name })));

test('every documented field and parameter has a row', () => {
  const told = new Set(rows.map(key));
  expect(documentedKeys.filter((name) => !told.has(name))).toEqual([]);
});

test('every row is of something documented', () => {
  expect(rows.map(key).filter((name) => !documentedKeys.includes(name))).toEqual([]);
});

test('nothing has two rows, nothing is documented twice', () => {
  expect(new Set(rows.map(key)).size).toBe(rows.length);
  expect(new Set(documentedKeys).size).toBe(documentedKeys.length);
});

test('what is left out is reserved, or a member of the envelope without a meaning', () => {
  expect(rows.filter((row) => 'leftOut' in row).map(key)).toEqual([
    '§1 time',
    '§2.2 rfid',
    '§2.2 undone',
    '§2.2 token',
    '§4.7 answer url',
    '§4.7 answer time',
    '§4.8 answer url',
    '§4.8 answer time',
    '§4.5 answer url',
    '§4.5 answer time',
    '§4.5 answer data[].rfid',
  ]);
});

const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });

test.each(rows.flatMap((row) => ('carriers' in row ? row.carriers.map((carrier) => [key(row), carrier] as const) : [])))(
  '%s: there is a %s',
  (_row, carrier) => {
    if (/^[A-Z][A-Z_]+$/.test(carrier)) expect(settingNames).toContain(carrier);
    else if (/^[A-Z]/.test(carrier)) expect(() => resolve(schema, carrier)).not.toThrow();
    else expect(['extensions.code', 'extensions.upstream.message', 'the clock']).toContain(carrier);
  },
);

/** Follows "Type.field.field(argument:)" through the schema. */
function resolve({ getType }: GraphQLSchema, carrier: string): void {
  const [typeName, ...path] = carrier.split('.');
  let type: unknown = getType.call(schema, typeName!);
  for (const segment of path) {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) throw new Error(`${carrier}: no such type`);
    const [, name, argument] = /^(\w+)(?:\((\w+):.*\))?$/.exec(segment) ?? [];
    const field = type.getFields()[name!];
    if (!field) throw new Error(`${carrier}: ${name} is not there`);
    if (argument && !('args' in field && field.args.some((known) => known.name === argument)))
      throw new Error(`${carrier}: no such argument`);
    type = getNamedType(field.type);
  }
}
