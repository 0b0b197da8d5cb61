/* The first request of a trusted document costs no parsing and no validation: the calls of graphql-js are counted. */

import * as graphql from 'graphql';
import { fakeService } from '../../../support/fake-service.js';
import { everyScopeKey, programOver } from '../../../support/program.js';
import { trustedFolder } from '../../../support/trusted-files.js';

jest.mock('graphql', () => {
  const actual = jest.requireActual<typeof graphql>('graphql');
  return { ...actual, parse: jest.fn(actual.parse), validate: jest.fn(actual.validate) };
});

const calls = () => [jest.mocked(graphql.parse).mock.calls.length, jest.mocked(graphql.validate).mock.calls.length];

test('the first request of a trusted document parses and validates nothing, and any other does', async () => {
  const folder = trustedFolder();
  const trusted = 'query Trusted { activity { tickets { name } } }';
  const subscription = 'subscription Stock { ticketStock { name } }';
  const service = await fakeService({
    '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'T', num: 1, sold_num: 0, money: 9 }] }),
  });
  const program = await programOver(service.url, { TRUSTED_DOCUMENTS_FILE: folder.write('app.json', { a: trusted, b: subscription }) });
  const before = calls();

  expect((await program.run(trusted)).data).toEqual({ activity: { tickets: [{ name: 'T' }] } });
  const stream = await fetch(`${program.url}/graphql/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${everyScopeKey}` },
    body: JSON.stringify({ documentId: 'b' }),
  });
  const reader = stream.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  expect(new TextDecoder().decode(value)).toContain('"ticketStock":[{"name":"T"}]');
  expect(calls()).toEqual(before);

  await program.run(`${trusted} `);
  expect(calls().every((number, index) => number > before[index]!)).toBe(true);
});
