import { type Besieged, liveProgram, sandboxProgram, send } from './attacked-program.js';

const ask = (program: Besieged, query: string, headers: Record<string, string> = {}, variables?: object) =>
  send(program, { name: '', body: JSON.stringify({ query, ...(variables && { variables }) }), headers, status: [] });

describe('in live mode', () => {
  let program: Awaited<ReturnType<typeof liveProgram>>;
  beforeAll(async () => (program = await liveProgram()));
  afterAll(() => program.close());

  test.each([
    '{ __schema { types { name } } }',
    '{ __type(name: "Attendee") { name } }',
    'query IntrospectionQuery { __schema { queryType { name } } }',
  ])('%s is refused without a word on how to switch it on', async (query) => {
    const answer = await ask(program, query);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/INTROSPECTION=|introspection: true|queryType":/);
  });

  test.each<[string, string, object | undefined]>([
    ['field', '{ atendee { id } }', undefined],
    ['nested field', '{ activity { shedule { totalCount } } }', undefined],
    ['argument', '{ activity(idd: "1") { id } }', undefined],
    ['enum value', '{ attendee(by: { id: "a" }) { review(state: PASED) { state } } }', undefined],
    ['input member', '{ attendee(by: { moble: "1" }) { id } }', undefined],
    ['input member in a variable', 'query ($by: AttendeeLookup!) { attendee(by: $by) { id } }', { by: { moble: '1' } }],
    ['type condition', '{ activity { ... on Activty { id } } }', undefined],
    ['directive', '{ activity @skp(if: true) { id } }', undefined],
    ['type of a variable', 'query ($by: AttendeLookup!) { attendee(by: $by) { id } }', undefined],
  ])('a misspelt %s is told without a suggestion', async (_what, query, variables) => {
    const answer = await ask(program, query, {}, variables);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/did you mean/i);
  });

  test('there is no page to explore it', async () => {
    for (const path of ['/', '/graphql', '/graphiql', '/playground', '/altair', '/voyager', '/sandbox']) {
      const response = await fetch(program.url + path, { headers: { accept: 'text/html' } });
      expect(response.headers.get('content-type')).not.toMatch(/html/);
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  });

  test('pages of other origins may read nothing', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3000', 'https://studio.apollographql.com']) {
      const preflight = await fetch(`${program.url}/graphql`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-api-key,content-type',
          'access-control-request-private-network': 'true',
        },
      });
      const answer = await ask(program, '{ __typename }', { origin });
      for (const { headers } of [preflight, answer])
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('values that were sent are never told back', async () => {
    const canary = '13800138000';
    const answers = [
      await ask(program, `{ attendee(by: { mobile: ${canary} }) { id } }`),
      await ask(program, 'query ($by: AttendeeLookup!) { attendee(by: $by) { id } }', {}, { by: { mobile: { number: canary } } }),
      await ask(program, 'query ($by: AttendeeLookup!) { attendee(by: $by) { id } }', {}, { by: { mobile: canary, email: canary } }),
      await ask(
        program,
        'mutation ($i: AddAttendeesInput!) { addAttendees(input: $i) { description } }',
        {},
        { i: { contact: { name: 1, mobile: canary, idcard: '110101199003071234' }, attendees: canary } },
      ),
      await ask(program, `{ activity(id: ${canary}) { i_${canary}: nonsense } }`.replace(`i_${canary}: `, '')),
      await send(program, { name: '', body: `{"query": ${canary}`, status: [] }),
    ];
    for (const answer of answers) expect(answer.text).not.toMatch(/13800138000|110101199003071234/);
    expect(program.logs()).not.toMatch(/13800138000|110101199003071234/);
  });

  test('an attendee of an activity that is not served is not there, by any way in', async () => {
    for (const query of [
      '{ _entities(representations: [{ __typename: "Attendee", id: "attendee:9999:1" }]) { ... on Attendee { name mobile } } }',
      '{ attendeesByIds(ids: ["attendee:9999:1"]) { name } }',
      '{ attendee(activityId: "9999", by: { mobile: "1" }) { name } }',
      '{ activity(id: "9999") { attendees { totalCount } } }',
    ]) {
      const before = program.service.hits.length;
      const answer = await ask(program, query);
      expect(answer.code).not.toBe('INTERNAL_SERVER_ERROR');
      expect(program.service.hits).toHaveLength(before);
    }
  });

  test.each(['__proto__', 'constructor', 'Query', 'toString', ''])('a reference to %j is an ordinary error', async (name) => {
    const answer = await ask(
      program,
      'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }',
      {},
      { r: [{ __typename: name, id: '1' }] },
    );
    expect([answer.status, answer.code]).toEqual([200, 'BAD_USER_INPUT']);
  });
});

describe.each([
  ['sandbox', sandboxProgram],
  ['live', () => liveProgram()],
] as [string, () => Promise<Besieged>][])('in %s mode', (_mode, begin) => {
  let program: Besieged;
  beforeAll(async () => (program = await begin()));
  afterAll(() => program.close());

  test('a header that asks for traces gives nothing', async () => {
    const answer = await ask(program, '{ activity { id } }', { 'apollo-federation-include-trace': 'ftv1', 'apollo-tracing': '1' });
    const { extensions } = JSON.parse(answer.text) as { extensions?: object };
    expect(Object.keys(extensions ?? {}).filter((name) => name !== 'upstream')).toEqual([]);
  });

  test('no answer tells what it is built with', async () => {
    const { headers } = await ask(program, '{ __typename }');
    expect([headers.get('server'), headers.get('x-powered-by'), headers.get('x-apollo-operation-name')]).toEqual([null, null, null]);
  });
});
