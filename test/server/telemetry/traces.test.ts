/* The spans of operations and calls, and what a collector cannot disturb. */

import { startChild } from '../../support/child-program.js';
import { fakeService, type Script, type Scripts } from '../../support/fake-service.js';
import { deadUrl } from '../../support/http-server.js';
import { canaries, everyScopeKey, programOver } from '../../support/program.js';
import { until } from '../../support/until.js';
import { traceReceiver, type TraceReceiver } from './trace-receiver.js';

const tickets = '/api/ticket/data';
const attendee = '/api/participant/get';
const stock = { code: 1, data: [] };

const query = 'query Stock { activity { tickets { id } } }';

/** A program whose spans a receiver gets as JSON, over a service. */
async function tracedProgram(scripts: Scripts, env: Record<string, string> = {}, receiver?: TraceReceiver) {
  const service = await fakeService(scripts);
  const collector = receiver ?? (await traceReceiver());
  const program = await programOver(service.url, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...env,
  });
  /** Ends the program, which sends the spans that are left. @returns the spans of operations, and those of attempts to call the service */
  const spans = async () => {
    await program.close();
    const [server, client] = [2, 3];
    const ofKind = (wanted: number) => collector.spans().filter(({ kind }) => kind === wanted);
    return { operations: ofKind(server), attempts: ofKind(client) };
  };
  return { service, program, collector, spans };
}

test('an operation has a span, and each attempt to call the service a child of it', async () => {
  const unavailableOnce: Script = (_hit, response) =>
    service.hits.length > 1 ? { code: 1, data: [] } : void response.writeHead(503).end('down');
  const { service, program, collector, spans } = await tracedProgram({ [tickets]: unavailableOnce });
  const { errors } = await program.run(query);
  expect(errors).toEqual([]);
  const { operations, attempts } = await spans();
  expect(operations).toHaveLength(1);
  const [operation] = operations;
  expect(operation).toMatchObject({ name: 'query', failed: false });
  expect(operation!.parentSpanId).toBeUndefined();
  expect(operation!.attributes).toEqual({
    'graphql.operation.type': 'query',
    'graphql.operation.name': 'Stock',
    'event_graph.outcome': 'ok',
    'event_graph.upstream.calls': 2,
    'event_graph.upstream.coalesced': 0,
    'event_graph.upstream.cached': 0,
  });
  expect(attempts.map(({ parentSpanId, traceId }) => ({ parentSpanId, traceId }))).toEqual(
    attempts.map(() => ({ parentSpanId: operation!.spanId, traceId: operation!.traceId })),
  );
  const { hostname, port } = new URL(service.url);
  const request = {
    'http.request.method': 'POST',
    'url.full': `${service.url}${tickets}`,
    'url.template': tickets,
    'server.address': hostname,
    'server.port': Number(port),
  };
  expect(attempts.map(({ name, failed, attributes }) => ({ name, failed, attributes }))).toEqual([
    {
      name: `POST ${tickets}`,
      failed: true,
      attributes: { ...request, 'event_graph.outcome': 'unavailable', 'http.response.status_code': 503, 'error.type': '503' },
    },
    {
      name: `POST ${tickets}`,
      failed: false,
      attributes: { ...request, 'event_graph.outcome': 'ok', 'http.response.status_code': 200, 'http.request.resend_count': 1 },
    },
  ]);
  expect(collector.resource()).toMatchObject({ 'service.name': 'event-graph', 'telemetry.sdk.language': 'nodejs' });
  expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
});

test('the error.type of an attempt without a reply is its cause, and that of an operation is the code of its first error', async () => {
  const { service, program, spans } = await tracedProgram({ [tickets]: stock }, { EVENT_SERVICE_RETRIES: '0' });
  await service.close();
  await program.run('{ activity { tickets { id } } }');
  await program.run('{ nonsense }');
  const { operations, attempts } = await spans();
  const [failed, refused] = operations;
  expect(attempts).toMatchObject([{ failed: true, attributes: { 'event_graph.outcome': 'unavailable', 'error.type': 'ECONNREFUSED' } }]);
  expect(failed).toMatchObject({ attributes: { 'error.type': 'UPSTREAM_UNAVAILABLE', 'event_graph.outcome': 'partial' } });
  expect(refused).toMatchObject({
    name: 'GraphQL Operation',
    failed: false,
    attributes: { 'error.type': 'GRAPHQL_VALIDATION_FAILED', 'event_graph.outcome': 'refused' },
  });
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

test("an operation continues the caller's trace, and the service gets no header of it", async () => {
  const { service, program, spans } = await tracedProgram({ [tickets]: stock });
  await program.run(query, {}, { headers: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'a=b', baggage: 'user=ada' } });
  await program.run(query, {}, { headers: { traceparent: `00-${traceId}-${spanId}-00` } });
  await program.run(query, {}, { headers: { traceparent: 'nonsense' } });
  const { operations } = await spans();
  // The caller of the second operation does not sample its trace.
  expect(operations.map((span) => [span.traceId === traceId, span.parentSpanId])).toEqual([
    [true, spanId],
    [false, undefined],
  ]);
  const names = service.hits.flatMap(({ headers }) => Object.keys(headers));
  expect(service.hits).toHaveLength(3);
  expect(names.filter((name) => /trace|baggage|b3|span/i.test(name))).toEqual([]);
});

test('operations at the same time have separate traces', async () => {
  const bothAreInProgress: Script = async () => {
    await until(() => service.hits.length === 2);
    return { code: 1, data: [] };
  };
  const { service, program, spans } = await tracedProgram({ [tickets]: bothAreInProgress });
  await Promise.all(['1001', '1002'].map((id) => program.run(`{ activity(id: "${id}") { tickets { id } } }`)));
  const { operations, attempts } = await spans();
  expect(new Set(operations.map((span) => span.traceId)).size).toBe(2);
  expect(new Set(attempts.map((span) => span.parentSpanId))).toEqual(new Set(operations.map((span) => span.spanId)));
});

test('no span contains a value of the caller, the document, a key, a signature, or a message of the service', async () => {
  const { program, collector, spans } = await tracedProgram({
    [attendee]: { code: 0, msg: `unknown ${canaries.mobile} of ${canaries.name}` },
    '/api/participant/sso_login': { code: 0, msg: canaries.idCard },
  });
  await program.run(`query Name${canaries.mobile}($mobile: String!) { attendee(by: { mobile: $mobile }) { id name } }`, {
    mobile: canaries.mobile,
  });
  await program.run(`{ attendee(by: { email: "${canaries.name}@example.com" }) { name } }`);
  await program.run(`mutation { ssoLogin(input: { mobile: "${canaries.mobile}", token: "${canaries.idCard}" }) { url } }`);
  await program.run(query, { unused: canaries.name }, { headers: { 'x-request-id': canaries.mobile, baggage: canaries.name } });
  const { operations, attempts } = await spans();
  const sent = collector.requests.map(({ headers, body }) => JSON.stringify(headers) + body.toString()).join('\n');
  expect(operations).toHaveLength(4);
  expect(attempts.length).toBeGreaterThan(1);
  for (const secret of [...Object.values(canaries), everyScopeKey, 'unknown', 'attendee(', 'Signature', 'public"', '127.0.0.1:0'])
    expect(sent).not.toContain(secret);
});

test('without a protocol the spans are sent as protobuf', async () => {
  const { program, collector } = await tracedProgram({ [tickets]: stock }, { OTEL_EXPORTER_OTLP_PROTOCOL: '' });
  await program.run(query);
  await program.close();
  expect(collector.requests.map(({ headers }) => headers['content-type'])).toEqual(['application/x-protobuf']);
  for (const text of ['service.name', 'event-graph', `POST ${tickets}`, 'graphql.operation.name', 'Stock'])
    expect(collector.requests[0]!.body.includes(text)).toBe(true);
});

test('if the collector cannot be reached, operations succeed and the program ends', async () => {
  const { program } = await tracedProgram({ [tickets]: stock }, { OTEL_EXPORTER_OTLP_ENDPOINT: await deadUrl() });
  for (let nth = 0; nth < 3; nth += 1) expect((await program.run(query)).errors).toEqual([]);
  await program.close();
});

test('a collector that refuses spans causes one warning with its status', async () => {
  const refusing = await traceReceiver((response) => response.writeHead(401).end(canaries.name));
  const { program } = await tracedProgram({ [tickets]: stock }, {}, refusing);
  await program.run(query);
  await program.close();
  expect(program.logs()).toContain('"cause":"HTTP_401"');
  expect(program.logs()).not.toContain(canaries.name);
});

test('the program ends while a collector still holds the last spans', async () => {
  const silent = await traceReceiver(() => {});
  let abandoned = false;
  const { program } = await tracedProgram({ [tickets]: stock }, {}, silent);
  await program.run(query);
  const ended = program.close();
  await until(() => silent.requests.length > 0);
  silent.requests[0]!.response.once('close', () => (abandoned = true));
  await ended;
  expect(abandoned).toBe(false);
});

/** Options of Node that make a package of OpenTelemetry's SDK impossible to load. */
const withoutSdk = () => {
  const hooks = `export async function resolve(name, context, next) {
    if (name.startsWith('@opentelemetry/sdk')) throw Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(name, context);
  }`;
  const asUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
  return { NODE_OPTIONS: `--import=${asUrl(`import { register } from 'node:module'; register(${JSON.stringify(asUrl(hooks))});`)}` };
};

test('without the optional packages, a program with traces does not start, and names them', async () => {
  await expect(startChild({ ...withoutSdk(), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).rejects.toThrow(
    /ended with 78: .*OTEL_EXPORTER_OTLP_ENDPOINT: needs the packages @opentelemetry\/\*.*omit=optional/s,
  );
});

test('without the optional packages, a program without traces starts', async () => {
  expect((await startChild(withoutSdk())).url).toMatch(/^http:/);
});
