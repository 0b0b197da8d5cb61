/* What log lines contain and mask in both formats, how they are batched, and the operation names that they show. */

import fc from 'fast-check';
import { batchedOutput, createLog, createNameForLog, unexpectedErrorFields, type LogSettings } from '../../../src/server/telemetry/log.js';
import { codePoint } from '../../support/code-point.js';
import { post, startToyServer } from '../toy-server.js';

const logTo = (settings: LogSettings) => {
  const lines: string[] = [];
  return { lines, log: createLog(settings, { write: (line) => void lines.push(line) }) };
};

describe('access log', () => {
  test("the access log has one line for each request at level debug, with nothing that was sent but the operation's name", async () => {
    const { lines, log } = logTo({ level: 'debug', format: 'json' });
    const server = await startToyServer({}, { log, authenticate: () => ({ name: 'gate', scopes: new Set() }) });
    const query = 'query Named($v: String) { echo(text: $v) }';
    await post(server, { query, variables: { v: 'canary' } }, { 'x-request-id': 'request-1', authorization: 'Bearer canary' });
    await post(server, { query: '{ hello }', operationName: 'canary\n{"level":50}' });
    await server.close();
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'POST /graphql');
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      level: 20,
      requestId: 'request-1',
      operationName: 'Named',
      status: 200,
      caller: 'gate',
      ms: expect.any(Number),
    });
    expect(entries[1]!['operationName']).toMatch(/^hashed_[a-p]{16}$/);
    expect(JSON.stringify(entries[0])).not.toContain('canary');
  });

  test('the access log is silent at level info', async () => {
    const { lines, log } = logTo({ level: 'info', format: 'json' });
    const server = await startToyServer({}, { log });
    await post(server, { query: '{ hello broken }' });
    await post(server, '{');
    await server.close();
    expect(lines).toEqual([]);
  });
});

describe('credentials', () => {
  test.each([['authorization'], ['x-api-key'], ['Service-Auth'], ['cookie'], ['Vendor-Auth'], ['vendor-auth']])(
    'a credential is masked in %s',
    (name) => {
      const { lines, log } = logTo({ level: 'info', format: 'json', secretHeaders: ['Vendor-Auth'] });
      log.info({ [name]: 'canary', headers: { [name]: 'canary' }, req: { headers: { [name]: 'canary' } } }, 'x');
      expect(lines).toEqual([expect.not.stringContaining('canary')]);
    },
  );
});

describe('pretty format', () => {
  test('the pretty format is one readable line', () => {
    const { lines, log } = logTo({ level: 'info', format: 'pretty' });
    log.warn({ port: 4000, url: 'http://127.0.0.1:4000', words: 'two words' }, 'Ready');
    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} WARN  Ready port=4000 url=http:\/\/127\.0\.0\.1:4000 words="two words"\n$/),
    ]);
  });

  test('the pretty format escapes what could pass for another line or steer a terminal', () => {
    const { lines, log } = logTo({ level: 'info', format: 'pretty' });
    log.info({ name: 'a\nb\u001b[2J\u0085\u2028' }, 'one\ntwo\u001b[31m');
    expect(lines).toEqual([expect.stringMatching(/^[^\p{Cc}\u2028]+\n$/u)]);
  });

  test('the pretty format shows the stack of an error on lines of its own', () => {
    const { lines, log } = logTo({ level: 'info', format: 'pretty' });
    log.error(unexpectedErrorFields(new TypeError('canary')), 'Failed');
    expect(lines.join('')).toMatch(/ERROR Failed error=TypeError\n( {4}at .*\n)+$/);
    expect(lines.join('')).not.toContain('canary');
  });
});

describe('batches of lines', () => {
  beforeEach(() => void jest.useFakeTimers());

  const batches = (maxWriteCharacters = Infinity) => {
    const written: string[] = [];
    return { written, stream: batchedOutput({ write: (text) => void written.push(text) }, maxWriteCharacters) };
  };

  test('lines that follow each other closely are written together, in their order, and the last ones when the process ends', () => {
    const { written, stream } = batches();
    stream.write('one\n');
    stream.write('two\n');
    expect(written).toEqual([]);
    jest.advanceTimersByTime(25);
    stream.write('three\n');
    stream.flush();
    jest.advanceTimersByTime(25);
    expect(written).toEqual(['one\ntwo\n', 'three\n']);
  });

  test('with a limit, no write of several lines is longer, and a longer line is written alone', () => {
    const { written, stream } = batches(4096);
    const line = `${'x'.repeat(999)}\n`;
    for (let count = 0; count < 9; count += 1) stream.write(line);
    stream.write(`${'y'.repeat(20_000)}\n`);
    stream.write(line);
    jest.advanceTimersByTime(25);
    expect(written.map((text) => text.length)).toEqual([4000, 4000, 1000, 20_001, 1000]);
  });

  test('while the reader of a pipe does not read, at most 8 MB wait, and the lines beyond them are lost', () => {
    const output = { writableLength: 0, write: (text: string) => (output.writableLength += text.length) };
    const stream = batchedOutput(output, Infinity);
    let lost = '';
    stream.onLost = (lines) => (lost += lines);
    const write = (length: number) => {
      stream.write(`${'x'.repeat(length - 1)}\n`);
      stream.flush();
    };
    write(8 * 1024 * 1024);
    write(10);
    write(20);
    expect(lost).toHaveLength(20);
    output.writableLength = 0;
    write(30);
    expect([lost.length, output.writableLength]).toEqual([20, 30]);
  });
});

describe('names of operations', () => {
  const nameForLog = createNameForLog(Buffer.alloc(32, 7));

  test('an operation name in a log has at most 64 letters, digits and underscores, and at most four digits', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: codePoint, maxLength: 100 }), fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,90}$/), fc.emailAddress()),
        (name) => {
          const shown = nameForLog(name);
          if (name === '') return expect(shown).toBeNull();
          expect(shown).toMatch(/^[A-Za-z0-9_]{1,64}$/);
          expect(shown!.replace(/\D/g, '').length).toBeLessThan(5);
        },
      ),
    );
  });

  test.each([
    ['ListAttendees', 'ListAttendees'],
    ['Page_1_of_2026', expect.stringMatching(/^hashed_[a-p]{16}$/)],
    ['Page_1_of_99', 'Page_1_of_99'],
    ['wang@example.com', expect.stringMatching(/^hashed_[a-p]{16}$/)],
    ['X'.repeat(80), 'X'.repeat(64)],
    ['', null],
    [null, null],
    [undefined, null],
  ])('the operation name %s is logged as %s', (name, shown) => expect(nameForLog(name)).toEqual(shown));

  test('equal names have equal hashes, and another key gives another hash', () => {
    expect(nameForLog('Get13800138000')).toBe(nameForLog('Get13800138000'));
    expect(nameForLog('Get13800138000')).not.toBe(nameForLog('Get13800138001'));
    expect(nameForLog('Get13800138000')).not.toBe(createNameForLog(Buffer.alloc(32, 8))('Get13800138000'));
  });
});
