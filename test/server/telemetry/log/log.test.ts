import { createLog, type LogSettings } from '../../../../src/server/telemetry/log/log.js';
import { post, startToyServer } from '../../toy-server.js';

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
      expect(lines.join('')).not.toContain('canary');
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
    expect(lines.join('').trimEnd()).not.toMatch(/[\p{Cc}\u2028]/u);
  });

  test('the pretty format shows an error with its stack', () => {
    const { lines, log } = logTo({ level: 'info', format: 'pretty' });
    log.error(new Error('broken'), 'Failed');
    expect(lines.join('')).toMatch(/ERROR Failed\n {4}Error: broken\n {8}at /);
  });
});
