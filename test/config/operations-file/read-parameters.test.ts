import { FileProblems } from '../../../src/config/operations-file/problems.js';
import { readParameters } from '../../../src/config/operations-file/read-parameters.js';

function readAll(parameters: Readonly<Record<string, unknown>>, on: 'Activity' | 'Mutation' = 'Activity') {
  const problems = new FileProblems();
  return { ...readParameters({ on, parameters }, '', problems), problems: problems.all };
}

test('a parameter is sent by its own name, or by the name that `as` states', () => {
  const { parameters, problems } = readAll({ city: { type: 'String' }, page: { type: 'Int!', as: 'page[number]' } });
  expect(parameters.map(({ name, wireName }) => [name, wireName])).toEqual([
    ['city', 'city'],
    ['page', 'page[number]'],
  ]);
  expect(problems).toEqual([]);
});

test('a member with a `value` is a constant: it is sent by its name, which need not be one of GraphQL, and is not an argument', () => {
  const { parameters, constants, problems } = readAll({ 'data[form_id]': { value: '{activityId}' }, flag: { value: false } });
  expect({ parameters, problems }).toEqual({ parameters: [], problems: [] });
  expect(constants).toEqual([
    { wireName: 'data[form_id]', value: '{activityId}' },
    { wireName: 'flag', value: false },
  ]);
});

test('of parameters and constants with one name in the request, each but the first is a problem that names another', () => {
  const { problems } = readAll({ a: { type: 'String' }, b: { type: 'String', as: 'a' }, c: { type: 'String', as: 'd' }, d: { value: 1 } });
  expect(problems).toEqual([
    { pointer: '/parameters/b', expected: 'expected another name in the request: a has the same' },
    { pointer: '/parameters/d', expected: 'expected another name in the request: c has the same' },
  ]);
});

test('`activityId` is the name of an argument of a read, and of a constant; a write has that argument already', () => {
  const pointersOf = (...given: Parameters<typeof readAll>) => readAll(...given).problems.map(({ pointer }) => pointer);
  const argument = { activityId: { type: 'ID!' } };
  expect({ read: pointersOf(argument), write: pointersOf(argument, 'Mutation') }).toEqual({ read: [], write: ['/parameters/activityId'] });
  expect(pointersOf({ activityId: { value: '{activityId}' } }, 'Mutation')).toEqual([]);
});

describe('defaults of parameters', () => {
  const integer = [0, -1, 2 ** 31 - 1, -(2 ** 31)];
  const accepted: Readonly<Record<string, readonly unknown[]>> = {
    String: ['', 'text', null],
    'String!': ['text'],
    Int: [...integer, null],
    Float: [...integer, 0.5, 1e300, null],
    Boolean: [true, false, null],
    ID: ['7', 7, Number.MAX_SAFE_INTEGER, null],
    '[Int]': [[], [1, null], null],
    '[Int!]': [[], [1, 2], null],
    '[Int!]!': [[], [1]],
  };
  const refused: typeof accepted = {
    String: [1, true, [], {}],
    'String!': [null],
    Int: ['1', 1.5, 2 ** 31, -(2 ** 31) - 1, true],
    Float: ['1', true, Infinity],
    Boolean: ['true', 0],
    ID: [1.5, 2 ** 53, true],
    '[Int]': [1, ['1']],
    '[Int!]': [[null], [[1]]],
    '[Int!]!': [null],
  };
  const problemsOf = (type: string, value: unknown) => readAll({ a: { type, default: value } }).problems;

  test.each(Object.entries(accepted))('a default of the type %s may be each of %j', (type, values) => {
    expect(values.map((value) => [value, problemsOf(type, value)])).toEqual(values.map((value) => [value, []]));
  });

  test.each(Object.entries(refused))('a default of the type %s may be none of %j', (type, values) => {
    const problem = { pointer: '/parameters/a/default', expected: `expected a value of the type ${type}` };
    expect(values.map((value) => [value, problemsOf(type, value)])).toEqual(values.map((value) => [value, [problem]]));
  });

  test.each([0, '', false, null])('the default %j is stored, unlike an omitted one', (value) => {
    const type = { number: 'Int', string: 'String', boolean: 'Boolean', object: 'Int' }[typeof value as 'number'];
    expect(readAll({ a: { type, default: value } }).parameters[0]!.defaultValue).toBe(value);
    expect(readAll({ a: { type } }).parameters[0]!.defaultValue).toBeUndefined();
  });
});
