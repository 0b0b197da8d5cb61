import { buildSchema, parse, type GraphQLObjectType, type OperationDefinitionNode } from 'graphql';
import { ExecutionCode } from '../../../src/graph/execution/execution-code.js';
import { planOperation } from '../../../src/graph/execution/plan-operation.js';
import { ResponseSize } from '../../../src/graph/execution/response-size.js';

const schema = buildSchema(
  'type Query { name: String! count: Int kind: Kind inner: Inner list: [Int] named: Named resolved: Int secret: String } enum Kind { A B } type Inner implements Named { name: String } interface Named { name: String }',
);
const { resolved, secret } = (schema.getType('Query') as GraphQLObjectType).getFields();
resolved!.resolve = () => 1;
secret!.resolve = ({ secret: value }: { secret: string }) => value;
secret!.extensions = { eventGraphLacksScope: ({ lacksScope }: { lacksScope?: boolean }) => lacksScope === true };

function planOf(query: string, compileAfter = 0) {
  const document = parse(query);
  return planOperation(schema, document, document.definitions[0] as OperationDefinitionNode, {}, compileAfter)!.root();
}
/** The result of generated code for an object. undefined if the executor has to complete it */
function completed(query: string, source: unknown, context: object = {}, size = new ResponseSize(10_000)) {
  return new ExecutionCode(context, size).complete(planOf(query), source);
}

test('an object of plain values is completed by generated code', () => {
  const source = { name: 'a', count: 1, kind: 'B', inner: { name: 'b' }, secret: 's' };
  const query = '{ __typename name alias: name count kind inner { name } secret }';
  const result = { __typename: 'Query', name: 'a', alias: 'a', count: 1, kind: 'B', inner: { name: 'b' }, secret: 's' };
  expect(JSON.stringify(completed(query, source))).toBe(JSON.stringify(result));
});

test('what is absent and may be null is null', () => {
  expect(completed('{ name count inner { name } }', { name: '', inner: null })).toEqual({ name: '', count: null, inner: null });
});

test.each<[string, object]>([
  ['null where there must be a value', { name: null }],
  ['another type than String', { name: 7 }],
  ['a text of more than 1,000 characters', { name: 'x'.repeat(1001) }],
  ['an error', { name: new Error('broken') }],
  ['a promise', { name: Promise.resolve('a') }],
  ['a promise that rejects', { name: Promise.reject(new Error('rejected')) }],
  ['a function', { name: () => 'a' }],
  [
    'a getter that throws',
    {
      get name() {
        throw new Error('broken');
      },
    },
  ],
  ['a value that its type does not serialize', { name: 'a', kind: 'C' }],
  ['a nested promise', { name: 'a', inner: Promise.resolve({ name: 'b' }) }],
  ['a nested error', { name: 'a', inner: { name: new Error('broken') } }],
  ['a nested text instead of an object', { name: 'a', inner: 'b' }],
])('an object with %s is left to the executor', (_what, source) => {
  expect(completed('{ name count kind inner { name } }', source)).toBeUndefined();
});

test.each<[string, string]>([
  ['a resolver', '{ name resolved }'],
  ['a list', '{ name list }'],
  ['an abstract type', '{ name named { name } }'],
  ['the name of the prototype', '{ __proto__: name }'],
  [
    'more than 64 fields, those of nested objects included',
    `{ ${Array.from({ length: 33 }, (_, index) => `a${index}: inner { name }`).join(' ')} }`,
  ],
  ['more than 64 fields', `{ ${Array.from({ length: 65 }, (_, index) => `a${index}: name`).join(' ')} }`],
])('no code is generated for objects with %s', (_what, query) => {
  expect(planOf(query).code.for({})).toBeNull();
});

test('an object with a field that the caller may not read is left to the executor', () => {
  const source = { name: 'a', secret: 's' };
  expect(completed('{ name secret }', source, { lacksScope: true })).toBeUndefined();
  expect(completed('{ name }', source, { lacksScope: true })).toEqual({ name: 'a' });
});

test('code is generated once the executor has completed as many objects as stated', () => {
  const { code } = planOf('{ name }', 2);
  expect([code.for({}), code.for({}), code.for({})]).toEqual([null, null, expect.any(Function)]);
});

test('generated code counts the bytes of a response, up to the eighth from which every text is measured', () => {
  const size = new ResponseSize(800);
  const texts = { name: 'x'.repeat(90) };
  expect(completed('{ name }', texts, {}, size)).toEqual(texts);
  expect(size.isExact).toBe(true);
  expect(completed('{ name }', texts, {}, size)).toBeUndefined();
  expect(() => completed('{ name }', texts, {}, new ResponseSize(50))).toThrow('The response is too large.');
});
