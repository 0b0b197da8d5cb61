import { sandboxProgram, type ProgramUnderTest } from '../support/program.js';
import { liveProgram, send } from './attacked-program.js';

const ask = (program: ProgramUnderTest, query: string, headers: Record<string, string> = {}, variables?: object) =>
  send(program, { body: JSON.stringify({ query, ...(variables && { variables }) }), headers });

test('no response and no log line contains a value that was sent', async () => {
  const program = await liveProgram();
  const canary = '13800138000';
  const responses = [
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
    await send(program, { body: `{"query": ${canary}` }),
    // graphql-js throws where it validates the condition, and Apollo Server logs that error with the text around it.
    await ask(
      program,
      `query A { attendee(by: { mobile: "${canary}" }) { id } } subscription B($b: Boolean!) { ticketStock @skip(if: $b) { name } }`,
    ),
  ];
  for (const response of responses) expect(response.text).not.toMatch(/13800138000|110101199003071234/);
  expect(program.logs()).not.toMatch(/13800138000|110101199003071234/);
});

describe.each([
  ['sandbox', () => sandboxProgram()],
  ['live', liveProgram],
] as [string, () => Promise<ProgramUnderTest>][])('in %s mode', (_mode, begin) => {
  let program: ProgramUnderTest;
  beforeAll(async () => (program = await begin()));

  test('a header that requests traces has no effect', async () => {
    const response = await ask(program, '{ activity { id } }', { 'apollo-federation-include-trace': 'ftv1', 'apollo-tracing': '1' });
    const { extensions } = JSON.parse(response.text) as { extensions?: object };
    expect(Object.keys(extensions ?? {}).filter((name) => name !== 'upstream')).toEqual([]);
  });

  test('no response header names the software', async () => {
    const { headers } = await ask(program, '{ __typename }');
    expect({
      server: headers.get('server'),
      poweredBy: headers.get('x-powered-by'),
      operationName: headers.get('x-apollo-operation-name'),
    }).toEqual({ server: null, poweredBy: null, operationName: null });
  });
});
