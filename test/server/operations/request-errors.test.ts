/* Messages about invalid values: they have the expected type, and of a variable the position, never the value. */

import fc from 'fast-check';
import type { RunningServer } from '../../../src/server/server.js';
import { post, startToyServer, strict } from '../toy-server.js';

let open: RunningServer;
let closed: RunningServer;
beforeAll(async () => {
  open = await startToyServer();
  closed = await startToyServer({ introspection: false });
});

const messages = async (query: string, variables?: unknown) =>
  ((await post(open, { query, variables }, strict)).body.errors ?? []).map((error) => error.message);

describe('a message contains the expected type, never the value', () => {
  const types = { number: 'Int!', person: 'Person', persons: '[Person!]', day: 'Day', by: 'Lookup' };
  test.each([
    ['number', '138', '; expected type "Int".'],
    ['person', { name: 'a', mobile: { x: 138 } }, ' at "v.mobile"; expected type "String".'],
    ['person', { mobile: '138' }, '; Field "name" of required type "String!" was not provided.'],
    ['person', '138', '; Expected type "Person" to be an object.'],
    ['person', { name: null }, ' at "v.name"; Expected non-nullable type "String!" not to be null.'],
    ['person', { name: 'a', '138': 1 }, '; A field is not defined by type "Person".'],
    ['person', { name: 'a', nme: 1 }, '; Field "nme" is not defined by type "Person".'],
    [
      'persons',
      [{ name: 'a', friend: { name: 'b', color: 'BLUE' } }],
      ' at "v[0].friend.color"; expected type "Color" (one of RED, GREEN).',
    ],
    ['persons', [{ name: 'a', tags: ['x', 138] }], ' at "v[0].tags[1]"; expected type "String".'],
    ['day', 'tomorrow', '; expected type "Day".'],
    ['by', { id: '1', mobile: '138' }, '; expected type "Lookup" (exactly one of id, mobile).'],
  ] as const)('a variable for the argument `%s` with the value %j', async (argument, v, problem) => {
    const query = `query($v: ${types[argument]}) { echo(${argument}: $v) }`;
    expect(await messages(query, { v })).toContain(`Variable "$v" got an invalid value${problem}`);
  });

  test.each([
    ['query($n: Int!) { must(number: $n) }', 'Variable "$n" of required type "Int!" was not provided.'],
    ['query($n: Int!) { must(number: $n) }', 'Variable "$n" of non-null type "Int!" must not be null.', { n: null }],
    // Literals.
    ['{ echo(number: "138") }', 'Invalid value: expected type "Int".'],
    ['{ echo(number: 13800138000) }', 'Invalid value: expected type "Int".'],
    ['{ echo(person: { name: 1 }) }', 'Invalid value: expected type "String".'],
    ['{ echo(person: { name: "a", friends: [{ name: zhang }] }) }', 'Invalid value: expected type "String".'],
    ['{ echo(color: zhang) }', 'Invalid value: expected type "Color" (one of RED, GREEN).'],
    ['{ must(number: null) }', 'Invalid value: expected type "Int!".'],
    ['query($n: Int = "138") { echo(number: $n) }', 'Invalid value: expected type "Int".'],
    ['query($p: Person = { name: 1 }) { echo(person: $p) }', 'Invalid value: expected type "String".'],
    ['{ echo(by: { id: "1", mobile: "138" }) }', 'Invalid value: expected type "Lookup" (exactly one of id, mobile).'],
    ['{ echo(person: { age: 1 }) }', 'Field "Person.name" of required type "String!" was not provided.'],
    ['{ hello @include(if: "138") }', 'Invalid value: expected type "Boolean".'],
    // Syntax.
    ['{ echo(text: "138" "139") }', 'Syntax Error: Expected Name, found String.'],
    ['{ 138 }', 'Syntax Error: Expected Name, found Int.'],
    ['{ echo(number: 01) }', 'Syntax Error: Invalid number.'],
    ['{ echo(text: "138', 'Syntax Error: Unterminated string.'],
    ['{ echo(text: "\\q") }', 'Syntax Error: Invalid character escape sequence.'],
    ["{ echo(text: '138') }", 'Syntax Error: Unexpected single quote character.'],
    ['{ ? }', 'Syntax Error: Unexpected character.'],
    ['zhang { hello }', 'Syntax Error: Unexpected Name.'],
    ['query($n: Int = $m) { hello }', 'Syntax Error: Unexpected variable.'],
    ['{ hello', 'Syntax Error: Expected Name, found <EOF>.'],
    // Names of the schema are no values.
    ['{ nothing }', 'Cannot query field "nothing" on type "Query".'],
    ['{ helo }', 'Cannot query field "helo" on type "Query". Did you mean "hello"?'],
    ['{ item }', 'Field "item" of type "Item!" must have a selection of subfields. Did you mean "item { ... }"?'],
  ])('%s', async (query, message, variables: object = {}) => {
    expect(await messages(query, variables)).toContain(message);
  });

  test('every invalid value in a variable has its own message, in order', async () => {
    const variables = { i: { name: 1, mobile: 2, age: 'x' }, n: 'x' };
    expect(await messages('query($i: Person, $n: Int!) { echo(person: $i) must(number: $n) }', variables)).toEqual([
      'Variable "$i" got an invalid value at "i.name"; expected type "String".',
      'Variable "$i" got an invalid value at "i.mobile"; expected type "String".',
      'Variable "$i" got an invalid value at "i.age"; expected type "Int".',
      'Variable "$n" got an invalid value; expected type "Int".',
    ]);
  });

  test('the extensions name an argument that a field refuses because its variable is null', async () => {
    const { body } = await post(open, { query: 'query($n: Int = 1) { must(number: $n) }', variables: { n: null } }, strict);
    expect(body.errors).toEqual([
      expect.objectContaining({
        message: 'Argument "number": expected a value of the type Int!.',
        extensions: expect.objectContaining({ code: 'BAD_USER_INPUT', argument: 'number' }),
      }),
    ]);
  });

  test('the message for a missing variable in a literal does not contain the literal', async () => {
    const response = await post(
      open,
      { query: 'query($m: String, $n: String!) { echo(person: { name: "canary", friends: [{ name: $n, mobile: $m }] }) }', variables: {} },
      strict,
    );
    expect(response).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(response.text).not.toContain('canary');
  });
});

/** Texts that no message of ours has by chance, in every form that a value can have: a text, a name, digits. */
const canary = fc
  .tuple(
    fc.constantFrom('', '"', '\\', '\n', '; ', '" does not exist in "', ' at "x"; ', '$', '{', '测'),
    fc.integer({ min: 1e9, max: 2e9 }),
  )
  .map(([disguise, digits]) => ({
    TEXT: JSON.stringify(`${disguise}Zq${digits}${disguise}`),
    NAME: `Zq${digits}`,
    DIGITS: String(digits),
  }));

/** Documents, and the other members of their requests, with TEXT, NAME and DIGITS in the place of a canary. */
const places: readonly (readonly [query: string, others?: string])[] = [
  ...Object.entries({
    Int: 'number',
    Float: 'real',
    Boolean: 'flag',
    Color: 'color',
    Day: 'day',
    Lookup: 'by',
    Person: 'person',
    '[Person!]': 'persons',
    'Int!': 'number',
  }).flatMap(([type, argument]) => [
    ...['TEXT', '[TEXT]', '{ TEXT: TEXT }'].map(
      (value) => [`query($v: ${type}) { echo(${argument}: $v) }`, `{ "variables": { "v": ${value} } }`] as const,
    ),
    ...['TEXT', 'NAME', '[TEXT]', 'DIGITSDIGITS'].map((value) => [`{ echo(${argument}: ${value}) }`] as const),
    [`query($v: ${type} = TEXT) { echo(${argument}: $v) }`] as const,
  ]),
  ['query($v: String) { echo(text: $v) }', '{ "variables": { "v": DIGITS } }'],
  ['query($v: ID) { echo(id: $v) }', '{ "variables": { "v": { "x": TEXT } } }'],
  ...[
    '"name": "a", "mobile": DIGITS',
    '"name": "a", "friends": [{ "name": TEXT, "age": TEXT }]',
    '"mobile": TEXT',
    '"name": "a", TEXT: 1',
  ].map((members) => ['query($v: Person) { echo(person: $v) }', `{ "variables": { "v": { ${members} } } }`] as const),
  ['{ echo(person: { mobile: TEXT }) }'],
  ['{ echo(person: { name: "a", age: TEXT }) }'],
  ['{ echo(person: { name: "a", friend: TEXT }) }'],
  ['{ hello @include(if: TEXT) }'],
  ['{ hello TEXT }'],
  ['{ hello """NAME""" }'],
  ['NAME { hello }'],
  ['{ hello } NAME'],
  ['{ echo(text: "NAME'],
  ["{ echo(text: 'NAME') }"],
  ['{ echo(text: "\\u{DIGITS}") }'],
  ['{ echo(number: DIGITS.x) }'],
  ['{ echo(number: DIGITSNAME) }'],
  ['{ hello } # NAME\n }'],
  ['{ hello }', '{ "operationName": TEXT }'],
  ['query($n: String!) { echo(person: { name: $n }) }', '{ "variables": { "x": TEXT } }'],
  ['query($n: Int) { a: must(number: $n) echo(person: { name: TEXT }) }', '{ "variables": {} }'],
];

test('no response contains an invalid value, at any position of the request, or suggests names while introspection is off', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), canary, fc.boolean(), async ([query, others = '{}'], value, hidden) => {
      const filled = (text: string) => text.replace(/TEXT|NAME|DIGITS/g, (form) => value[form as keyof typeof value]);
      const response = await post(hidden ? closed : open, { query: filled(query), ...(JSON.parse(filled(others)) as object) }, strict);
      const errors = JSON.stringify(response.body.errors ?? []);
      expect(errors).not.toContain(value.DIGITS);
      if (hidden) expect(errors).not.toMatch(/did you mean|one of/i);
      expect(response.body.errors ?? []).not.toContainEqual(expect.objectContaining({ extensions: { code: 'INTERNAL_SERVER_ERROR' } }));
    }),
    { numRuns: 200 },
  );
}, 240_000);
