import fc from 'fast-check';
import { Kind, parse } from 'graphql';
import { isSdlOperation } from '../../../../src/server/operations/documents.js';

const ignored = fc
  .array(fc.constantFrom(' ', '\n', '\r\n', '\t', ',', '\uFEFF', '# a comment { }\n'), { maxLength: 4 })
  .map((parts) => parts.join(''));
const separated = (tokens: readonly string[]) =>
  fc.array(ignored, { minLength: tokens.length + 1, maxLength: tokens.length + 1 }).map((gaps) => {
    // Two names need something between them.
    const gap = (index: number) =>
      /^\w/.test(tokens[index] ?? '') && /\w$/.test(tokens[index - 1] ?? '') ? ` ${gaps[index]!}` : gaps[index]!;
    return tokens.map((token, index) => gap(index) + token).join('') + gaps[tokens.length]!;
  });
const heads = fc.oneof(
  fc.constant([]),
  fc.constant(['query']),
  fc.stringMatching(/^[_A-Za-z]\w{0,20}$/).map((name) => ['query', name]),
);

test('an operation that selects nothing but _service { sdl } counts as a request for the SDL, whatever its name and spaces', () => {
  fc.assert(
    fc.property(
      heads.chain((head) => separated([...head, '{', '_service', '{', 'sdl', '}', '}'])),
      isSdlOperation,
    ),
  );
});

test('an operation that selects anything besides _service { sdl } does not count as a request for the SDL', () => {
  const parts = [
    'query',
    'mutation',
    'Name',
    '{',
    '_service',
    '{',
    'sdl',
    '}',
    '}',
    '__typename',
    'a:',
    '...F',
    '"sdl"',
    '($a: Int)',
    '@skip(if: true)',
    'fragment F on Query { sdl }',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (tokens) => {
      const text = tokens.join(' ');
      if (isSdlOperation(text)) expect(selectedBy(text)).toEqual('_service{sdl}');
    }),
  );
  for (const text of [
    '',
    '{ _service { sdl } ',
    '{ _service { sdl } } { _service { sdl } }',
    '{ _service { sdl other } }',
    '{ _service { sdl } activities { id } }',
    '{ a: _service { sdl } }',
    '{ _service { ...F } } fragment F on _Service { sdl }',
    'mutation { _service { sdl } }',
    'query Q($a: Int) { _service { sdl } }',
    '{ _service @skip(if: true) { sdl } }',
    '{ _service { "sdl" } }',
    '{ "_service" { sdl } }',
    '{ _service { sdl } } \u0000',
  ])
    expect({ text, is: isSdlOperation(text) }).toEqual({ text, is: false });
});

/** What the only operation of a text selects. */
function selectedBy(text: string): string {
  const [operation, ...others] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0 || operation.operation !== 'query') return text;
  return text.slice(operation.selectionSet.loc!.start + 1, operation.selectionSet.loc!.end - 1).replaceAll(' ', '');
}
