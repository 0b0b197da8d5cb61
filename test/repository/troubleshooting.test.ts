/*
 * Each row of the troubleshooting table in docs/operating.md is reproduced by a test: the row's symptom has its cause. The map names the
 * file and the title of that test.
 */

import { textOf } from './files.js';

const reproductions: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'exits immediately with 78': [
    'test/server/process.program.test.ts',
    'a program with bad settings ends with 78, names them, and quotes no value',
  ],
  '`Cannot listen: port … is taken`': [
    'test/server/process.program.test.ts',
    'a program whose %s is taken ends with 1 and names it, although its sandbox has started',
  ],
  'the sandbox starts instead of the live service': [
    'test/server/troubleshooting.program.test.ts',
    'the first line of the log is of the sandbox if .env is in another folder, and of the live service in the folder of .env',
  ],
  'not reachable from another machine or outside the container': [
    'test/server/listening-address.program.test.ts',
    'a program with %j accepts connections at 127.0.0.1 and at another address: %j',
  ],
  '401 for every request': [
    'test/server/authentication/credentials.program.test.ts',
    'router secrets beside API keys are needed as well as the key, and give no rights of their own',
  ],
  '401 with valid tokens': [
    'test/server/authentication/tokens.test.ts',
    'if the keys of the issuer cannot be fetched, every token is refused, and the log reports it once in 30 seconds',
  ],
  '421': [
    'test/server/http/allowed-hosts.test.ts',
    'a request for a host that is not allowed gets 421 by every way in, and asks nothing of the service',
  ],
  '`FORBIDDEN` on single fields': [
    'test/server/authentication/credentials.program.test.ts',
    'with a token that lacks its scope, %s is denied, and the service is not called',
  ],
  'errors `UPSTREAM_…` after a change of the settings or the service': [
    'test/server/troubleshooting.program.test.ts',
    'after a change of the %s, fields get UPSTREAM_… errors, and the doctor fails at it',
  ],
  'calls fail, and `cause` in the log names a certificate': [
    'test/faults/network.test.ts',
    'an expired certificate is refused although its authority is trusted, and the log has the cause',
  ],
  'lookups of unknown attendees are errors': [
    'test/server/troubleshooting.program.test.ts',
    'the lookup of an unknown attendee gets UPSTREAM_REJECTED with the message of the service, and null with a pattern for it',
  ],
  '`UPSTREAM_UNAVAILABLE` with `retryAfterMs`, immediately': [
    'test/faults/service-trouble.test.ts',
    'the circuit of a path that keeps failing opens, other paths go on, and one probe closes it',
  ],
  '`UPSTREAM_OVERLOADED`': [
    'test/faults/service-trouble.test.ts',
    'calls beyond the connections and the queue are refused, and no more connections are opened than configured',
  ],
  '`QUERY_TOO_COMPLEX`': [
    'test/graph/cost/operation-limits.program.test.ts',
    'each limit is the setting of its name, and an operation fits once the setting is what it asks for',
  ],
  '`STATE_UNAVAILABLE`': [
    'test/faults/state-file.test.ts',
    'while the state file cannot be written, what needs it is refused unsent, and the log has one line',
  ],
  '`OUTCOME_UNKNOWN`': [
    'test/faults/registration.test.ts',
    'without a key there is one attempt as well, and the error contains the status of each registrant',
  ],
  "content is older than the service's": [
    'test/assembly/program/start.test.ts',
    'after CACHE_TTL, stale content is served and marked while the service fails, for CACHE_STALE_IF_ERROR',
  ],
  'introspection or the explorer is missing': [
    'test/server/troubleshooting.program.test.ts',
    'over a live service, introspection and the explorer are off, and INTROSPECTION=true and EXPLORER=graphiql bring them back',
  ],
  '`INTERNAL_SERVER_ERROR`': [
    'test/server/troubleshooting.program.test.ts',
    'a defect becomes INTERNAL_SERVER_ERROR with an `errorId`, by which the log has its cause',
  ],
};

const table = /^## Troubleshooting\n(.*)/ms.exec(textOf('docs/operating.md'))![1]!;
const symptoms = [...table.matchAll(/^\| ([^|]+) \|/gm)]
  .map(([, cell]) => cell!.trim())
  .filter((cell) => cell !== 'Symptom' && !/^-+$/.test(cell));

test('each symptom of the table has a test that reproduces it, and each of these tests a symptom', () => {
  expect(symptoms.length).toBeGreaterThan(10);
  expect(Object.keys(reproductions).toSorted()).toEqual(symptoms.toSorted());
});

test.each(Object.entries(reproductions))('the test of "%s" exists', (_symptom, [file, title]) => {
  expect(textOf(file)).toContain(`'${title}'`);
});
