import { isSdlOperation } from '../../../../src/server/operations/documents.js';

test.each(['{_service{sdl}}', 'query { _service { sdl } }', '\uFEFF query,\n_Any1 # a comment { }\r\n{\t_service,{ sdl } } # another'])(
  'an operation that selects nothing but _service { sdl } is a request for the SDL, whatever its name and spaces: %s',
  (text) => {
    expect(isSdlOperation(text)).toBe(true);
  },
);

test.each([
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
  'query 1 { _service { sdl } }',
  'query One Two { _service { sdl } }',
  '{ _service { sdl } } \u0000',
  `{ _service { sdl } }${' '.repeat(5000)}`,
])('another operation, or a very long text, is none: %s', (text) => {
  expect(isSdlOperation(text)).toBe(false);
});
