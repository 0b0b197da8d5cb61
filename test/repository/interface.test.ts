/*
 * docs/event-service-interface.md is the only statement of the fields of records, and of the members of requests and replies.
 * What the code states too is compared with it: codes, methods, paths, authentication and retries.
 */

import { AttendeeSources, FaceSyncStatuses, ReviewStates } from '../../src/records/attendee.js';
import { namesIn, rowsOf, sectionOf } from '../../tools/docs/interface-page.js';
import { activityId, sampledEndpoints } from '../service/sampled-endpoints.js';
import { textOf } from './files.js';

const numbersIn = (text: string) => [...text.split(';')[0]!.matchAll(/\b(\d+) [a-zA-Z]/g)].map(([, number]) => Number(number));

test.each([
  ['2.2', 'source', AttendeeSources],
  ['3', 'review', ReviewStates],
  ['3', 'avatar_status', FaceSyncStatuses],
])('§%s in docs/event-service-interface.md lists the codes of %s that src/records/attendee.ts has names for', (section, field, codes) => {
  const row = rowsOf(section).find(([first]) => namesIn(first!).includes(field))!;
  expect(numbersIn(row.at(-1)!)).toEqual(Object.values<{ readonly code?: number | string }>(codes.values).map(({ code }) => code));
});

test.each(sampledEndpoints.map(({ endpoint, input }) => ({ ...endpoint, input })))(
  '§$section of docs/event-service-interface.md states the request, authentication, retries and parameters of $name',
  ({ section, method, path, auth, repeatableBy, encode, input }) => {
    const { text } = sectionOf(section);
    const row = (name: string) => new RegExp(`^\\| ${name} \\| (.+) \\|$`, 'm').exec(text)?.[1];
    expect(row('Request')).toMatch(new RegExp(`^\`${method} ${path}\``));
    expect(row('Authentication')).toMatch(auth === 'service' ? /(?<!no )Service-Auth/ : /no Service-Auth/);
    expect(row('Retried')).toBe(repeatableBy === 'transport' ? 'yes' : 'only if the service did nothing');
    const { query, form, urlEncoded, json } = encode(input, activityId);
    const parts = [...(query ? ['Query'] : []), ...((form ?? urlEncoded ?? json) ? ['Body'] : [])];
    expect(['Query', 'Body'].filter((part) => text.includes(`\n| ${part} |`))).toEqual(parts);
  },
);

test('the published descriptions cite no sections: clients need not know the interface', () => {
  expect(textOf('schema/event-graph.graphql')).not.toContain('§');
});
