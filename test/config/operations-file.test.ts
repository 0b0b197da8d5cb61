/* The mistakes of OPERATIONS_FILE: each is reported with its position, all at once. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { asSettingProblems } from '../../src/config/checked-json.js';
import { checkOperations } from '../../src/config/operations-file.js';
import { documentedGraph } from '../../src/graph/types/bound-fields.js';

const graph = documentedGraph();

/** The operations of a file, and its problems with their JSON pointers, as the setting would report them. */
function checked(file: unknown) {
  const { value: operations, problems } = checkOperations(file, graph);
  return { operations, problems: asSettingProblems('OPERATIONS_FILE', problems).map(({ expected }) => pointed(expected)) };
}
function pointed(text: string) {
  const [, pointer, expected] = /^(the file|\/.*?): (.*)$/.exec(text)!;
  return { pointer: pointer === 'the file' ? '' : pointer!, expected };
}
const problemsOf = (file: unknown) => checked(file).problems;

const read = { on: 'Activity', method: 'GET', path: '/api/a', scope: 'content:read' };
const write = { on: 'Mutation', method: 'POST', path: '/api/b', scope: 'attendees:write' };
const withRead = (more: object, types?: object) => ({ ...(types && { types }), operations: { list: { ...read, ...more } } });
const withWrite = (more: object) => ({ operations: { change: { ...write, ...more } } });
const withParameter = (parameter: unknown) => withRead({ parameters: { a: parameter } });
const withField = (field: unknown) => withRead({ result: 'BoundGuest' }, { BoundGuest: { fields: { name: field } } });
const text = { type: 'String' };

type Mistake = readonly [mistake: string, file: unknown, pointer: string, expected: string];
/** Mistakes in a part of a file: the part, and the member that the pointer names below it. */
const inPart = (below: string, fileOf: (part: object) => unknown, rows: readonly (readonly [string, object, string, string])[]) =>
  rows.map(([mistake, part, member, expected]): Mistake => [mistake, fileOf(part), member === '' ? below : `${below}/${member}`, expected]);

/** Every kind of mistake in a file: the file, the pointer that names the mistake, and what the problem says. */
const mistakes: readonly Mistake[] = [
  ['the file is no object', [], '', 'an object with the member operations'],
  ['the file has no operations', {}, '/operations', 'missing'],
  ['an unknown member of the file', { operations: {}, type: {} }, '/type', 'unknown member'],
  ...inPart('/operations', (operations) => ({ operations }), [
    ['a member that is missing', { list: { on: 'Activity', method: 'GET' } }, 'list/path', 'missing'],
    ['an operation that is no object', { list: null }, 'list', 'an object'],
    ['a name that is no GraphQL name', { 'all-speakers': read }, 'all-speakers', 'a name that begins with a letter'],
    ['a pointer that needs escapes', { 'a/b~c': read }, 'a~1b~0c', 'a name that begins with a letter'],
    ['a field that an activity has', { schedule: read }, 'schedule', 'Activity has a field of this name'],
    ['a field that Mutation has', { addAttendees: write }, 'addAttendees', 'Mutation has a field of this name'],
    ['two writes with one type of result', { change: write, Change: write }, 'Change', 'ChangePayload'],
  ]),
  ...inPart('/operations/change', withWrite, [
    ['another encoding', { body: 'xml' }, 'body', '"multipart"'],
    ['a ttl of a write', { ttl: 60 }, 'ttl', 'replies to writes are not cached'],
    ['the argument of every write', { parameters: { activityId: text } }, 'parameters/activityId', 'names the activity'],
  ]),
  [
    'a ttl where a type of the result has attendees',
    withRead({ ttl: 60, result: 'BoundTeam' }, { BoundTeam: { fields: { team: { type: 'BoundTeam' }, guests: { type: '[Attendee!]' } } } }),
    '/operations/list/ttl',
    'contains Attendee',
  ],
  [
    'a type with a name of the graph',
    withRead({ result: 'JSON' }, { Attendee: { fields: { a: text } } }),
    '/types/Attendee',
    'the graph has a type',
  ],
  ['a type with a name of Relay', withRead({ result: 'Node' }, { Node: { fields: { a: text } } }), '/types/Node', 'the graph has a type'],
  ...inPart('/types/BoundGuest/fields', (fields) => withRead({ result: 'BoundGuest' }, { BoundGuest: { fields } }), [
    ['a type without fields', {}, '', 'at least one field'],
    ['a field that would make a promise of its record', Object.fromEntries(['then'].map((name) => [name, text])), 'then', 'another name'],
  ]),
  ['a type that nothing uses', withRead({}, { BoundGuest: { fields: { a: text } } }), '/types/BoundGuest', 'nothing uses this type'],
  ...inPart('/operations/list', withRead, [
    ['a ttl where personal is the default', { scope: undefined, ttl: 60 }, 'ttl', 'personal'],
    ['a misspelt member', { mehtod: 'GET' }, 'mehtod', 'unknown member; expected one of on, method'],
    ['an operation on another type', { on: 'Query' }, 'on', '"Activity" or "Mutation"'],
    ['another method', { method: 'PUT' }, 'method', '"GET" or "POST"'],
    ['a path with a query', { path: '/api/a?b=1' }, 'path', 'without query'],
    ['a path with another host', { path: 'https://x.example/a' }, 'path', 'begins with "/"'],
    ['a path that begins like a host', { path: '//x.example/a' }, 'path', 'a path below the base address'],
    ['a path that leaves the base address', { path: '/api/../admin' }, 'path', 'without the segments'],
    ['another authentication', { auth: 'basic' }, 'auth', '"service" or "none"'],
    ['GET with a body', { body: 'json' }, 'body', 'GET has no body'],
    ['a result of an unknown type', { result: '[BoundGuest!]' }, 'result', 'a known type'],
    ['a result in another notation', { result: '[Article]!' }, 'result', '"[Speaker!]"'],
    ['a path in the reply that is none', { data: 'data..list' }, 'data', 'names separated by dots'],
    ['an unknown scope', { scope: 'guests:read' }, 'scope', 'one of content:read'],
    ['the scope of another operation', { scope: 'operations:other' }, 'scope', 'operations:list'],
    ["the scope of a caller's own record", { scope: 'self:read' }, 'scope', 'one of content:read'],
    ['the scope of documents', { scope: 'documents:any' }, 'scope', 'one of content:read'],
    ['personal that is no flag', { personal: 'yes' }, 'personal', 'true or false'],
    ['repeatable that is no flag', { repeatable: 1 }, 'repeatable', 'true or false'],
    ['a ttl of zero', { ttl: 0 }, 'ttl', 'from 1 to 86400'],
    ['a ttl of personal data', { ttl: 60, personal: true }, 'ttl', 'set "personal" to false'],
    ['a ttl where the result has attendees', { ttl: 60, result: '[Attendee!]', personal: false }, 'ttl', 'contains Attendee'],
    ['a pattern that is none', { notFound: '(' }, 'notFound', 'a regular expression'],
    ['a pattern that takes exponential time', { notFound: '(a)\\1' }, 'notFound', 'linear time'],
    ['half a character in a description', { description: 'a\uD83D' }, 'description', 'whole Unicode characters'],
    ['an empty description', { description: '' }, 'description', 'a text that is not empty'],
    ['a blank reason', { deprecated: '' }, 'deprecated', 'the reason'],
    ['parameters in a list', { parameters: [] }, 'parameters', 'an object'],
    ['two parameters with one name', { parameters: { a: text, b: { ...text, as: 'a' } } }, 'parameters/b', 'a has the same'],
  ]),
  ...inPart('/operations/list/parameters/a', withParameter, [
    ['a parameter of an object type', { type: 'BoundGuest' }, 'type', 'String, Int, Float'],
    ['a parameter without a type', { as: 'b' }, 'type', 'missing'],
    ['a constant with a type', { value: 1, type: 'Int' }, 'value', 'unknown member'],
    ['a constant that is an object', { value: {} }, 'value', 'a string, a number'],
    ['a constant that would be sent as another number', { value: 2 ** 53 }, 'value', 'a number of less than 2⁵³, or a string'],
    ['half a character in a constant', { value: '\uD83D' }, 'value', 'whole Unicode characters'],
    ['a placeholder that nothing replaces', { value: '{activity_id}' }, 'value', '{activityId}'],
    ['kind of a parameter that is no id', { type: 'String', kind: 'goods' }, 'kind', 'the type ID'],
    ['an unknown kind', { type: 'ID', kind: 'speaker' }, 'kind', '"attendee"'],
    ['a default of another type', { type: 'Int', default: '1' }, 'default', 'the type Int'],
    ['a default of null that may not be', { type: 'Int!', default: null }, 'default', 'the type Int!'],
    ['a default of another kind', { type: '[ID]', kind: 'goods', default: ['7', 'article:1001:7'] }, 'default', '"goods:1001:7" or "7"'],
    ['a default that is no list', { type: '[Int!]', default: [null] }, 'default', '[Int!]'],
  ]),
  ...inPart('/types/BoundGuest/fields/name', withField, [
    ['a field of an unknown type', { type: 'Txt' }, 'type', 'a known type'],
    ['a field without a type', {}, 'type', 'missing'],
    ['a field of a list of lists', { type: '[[Int]]' }, 'type', 'a type such as'],
    ['a field from nowhere', { type: 'Int', from: '' }, 'from', 'the name of a member'],
    ['a type that contains itself', { type: 'BoundGuest!' }, 'type', 'no value would ever end'],
    ['a record that callers may not read', { type: 'Attendee!' }, 'type', 'attendees:read'],
  ]),
];

test.each(mistakes)('%s is a problem, reported with its position', (_mistake, file, pointer, expected) => {
  expect(problemsOf(JSON.parse(JSON.stringify(file)))).toContainEqual({ pointer, expected: expect.stringContaining(expected) });
});

test('a file without mistakes has no problem', () => {
  const types = {
    BoundGuest: {
      fields: { name: text, host: { type: 'BoundGuest' }, companions: { type: '[BoundGuest!]!' }, talk: { type: 'ScheduleItem!' } },
    },
  };
  const parameters = {
    ids: { type: '[ID!]', kind: 'attendee' },
    'data[form_id]': { value: '{activityId}' },
    limit: { type: 'Int!', default: 3 },
  };
  expect(
    problemsOf({ $schema: 'x', types, operations: { list: { ...read, result: '[BoundGuest!]', parameters, ttl: 60 }, change: write } }),
  ).toEqual([]);
});

test('each type that nothing uses is reported', () => {
  const types = { Unused0: { fields: { a: text } }, Unused1: { fields: { a: text } } };
  expect(problemsOf({ types, operations: { list: read } }).map(({ pointer }) => pointer)).toEqual(['/types/Unused0', '/types/Unused1']);
});

test('one operation with many mistakes has a problem for each: first for those of its form, then for the others', () => {
  const pointersOf = (operation: object) =>
    problemsOf({ operations: { schedule: operation } })
      .map(({ pointer }) => pointer.replace('/operations/schedule', ''))
      .toSorted();
  const malformed = { on: 'Activity', method: 'PUT', path: 'api', ttl: 0, colour: 1, parameters: { d: { value: 1, as: 'x' }, e: {} } };
  expect(pointersOf(malformed)).toEqual(['/colour', '/method', '/parameters/d/as', '/parameters/e/type', '/path', '/ttl']);
  const parameters = { 'a-b': text, c: { type: 'Int', default: 'x' }, e: { ...text, as: 'c' } };
  const wrong = { on: 'Activity', method: 'GET', path: '/a/../b', result: 'BoundGuest', scope: 'x', notFound: '(', parameters };
  expect(pointersOf(wrong)).toEqual([
    '',
    '/notFound',
    '/parameters/a-b',
    '/parameters/c/default',
    '/parameters/e',
    '/path',
    '/result',
    '/scope',
  ]);
});

describe('the schema for editors', () => {
  const schema = JSON.parse(readFileSync(join(__dirname, '../../schema/operations-file.schema.json'), 'utf8')) as object;
  const accepts = new Ajv({ unknownFormats: 'ignore' }).compile(schema);
  const example = readFileSync(join(__dirname, '../../examples/operations.json'), 'utf8');

  test('the JSON Schema accepts the example', () => expect(accepts(JSON.parse(example)) || accepts.errors).toBe(true));

  /** What only the program sees: the parts of a file contradict each other, the graph or the rules of patterns. */
  const beyondForm =
    /^(half a character|a constant that would be|a path that leaves|GET with a body|a field that|two writes|a result of an unknown|an unknown scope|the scope of|a ttl (of personal|where|of a write)|a pattern that (is|takes)|a placeholder|kind of a|a default|two parameters|the argument of|a type (with a name|that nothing|that contains)|a field of an unknown|a record that)/;

  test.each(mistakes)('the JSON Schema sees %s, unless it concerns several parts', (mistake, file) => {
    expect(accepts(JSON.parse(JSON.stringify(file)))).toBe(beyondForm.test(mistake));
  });
});

test('no problem contains a value of the file', () => {
  const secret = 'CANARY';
  const members = ['on', 'method', 'path', 'auth', 'body', 'scope'].map((member) => [member, secret]);
  const wrong = { ...Object.fromEntries(members), result: `${secret}!!`, data: `${secret}.` };
  const file = { operations: { list: wrong, other: withParameter({ value: `{x}${secret}` }).operations.list } };
  const found = problemsOf(file);
  expect(found).not.toEqual([]);
  expect(JSON.stringify(found)).not.toContain(secret);
});

test.each(['constructor', 'toString'])('the name %s is like any other name', (name) => {
  expect(problemsOf(withRead({ result: 'BoundGuest' }, { BoundGuest: { fields: { [name]: text } } }))).toEqual([]);
});

describe('parameters', () => {
  function readWith(parameters: object, on: 'Activity' | 'Mutation' = 'Activity') {
    const { operations, problems } = checked({ operations: { list: { on, method: 'POST', path: '/api/a', parameters } } });
    return { ...operations?.bindings[0], problems: problems.map((each) => ({ ...each, pointer: each.pointer.split('/parameters/')[1] })) };
  }

  test('`activityId` is the name of an argument of a read, and of a constant', () => {
    expect(readWith({ activityId: { type: 'ID!' } }).problems).toEqual([]);
    expect(readWith({ activityId: { value: '{activityId}' } }, 'Mutation').problems).toEqual([]);
  });

  const integers = [0, -1, 2 ** 31 - 1, -(2 ** 31)];
  test.each([
    ['String', ['', 'text', '\u{1F600}', null], [1, true, [], {}, '\uD83D']],
    ['String!', ['text'], [null]],
    ['Int', [...integers, null], ['1', 1.5, 2 ** 31, -(2 ** 31) - 1, true]],
    ['Float', [...integers, 0.5, 1e300, null], ['1', true, Infinity]],
    ['Boolean', [true, false, null], ['true', 0]],
    ['ID', ['7', 7, Number.MAX_SAFE_INTEGER, null], [1.5, 2 ** 53, true, '\uD83D']],
    ['[Int]', [[], [1, null], null], [1, ['1']]],
    ['[Int!]', [[], [1, 2], null], [[null], [[1]]]],
    ['[Int!]!', [[], [1]], [null]],
  ])('a default of the type %s may be each of %j, which is stored, and none of %j', (type, accepted, refused) => {
    for (const value of accepted) expect(readWith({ a: { type, default: value } }).parameters?.[0]!.defaultValue).toEqual(value);
    const problem = { pointer: 'a/default', expected: `expected a value of the type ${type}` };
    for (const value of refused) expect(readWith({ a: { type, default: value } }).problems).toEqual([problem]);
    expect(readWith({ a: { type } }).parameters![0]!.defaultValue).toBeUndefined();
  });
});

test('a type that only a field with a problem names is not called unused', () => {
  const fields = { name: text, tables: { type: '[[Table]]' } };
  const types = { BoundGuest: { fields }, Table: { fields: { size: { type: 'Int' } } } };
  const problems = problemsOf(withRead({ result: 'BoundGuest' }, types));
  expect(problems.map(({ pointer }) => pointer)).toEqual(['/types/BoundGuest/fields/tables/type']);
});
