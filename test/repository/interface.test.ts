/*
 * docs/event-service-interface.md is the only statement of the fields of records, and of the members of requests and replies.
 * What the code states too is compared with it: codes, methods, paths, authentication and retries.
 */

import { AttendeeSources, FaceSyncStatuses, ReviewStates } from '../../src/records/attendee.js';
import { endpoints } from '../../src/service/endpoints.js';
import { documentedFieldsFile, documentedFieldsText, namesIn, rowsOf, sectionOf } from '../../tools/docs/interface-page.js';
import { activityId, sampledEndpoints } from '../service/sampled-endpoints.js';
import { textOf } from './files.js';
import { withHint } from './hint.js';

test('the documented fields in src/service are those of the tables of docs/event-service-interface.md', () => {
  withHint('Run npm run docs.', () => expect(textOf(documentedFieldsFile)).toBe(documentedFieldsText()));
});

const numbersIn = (text: string) => [...text.split(';')[0]!.matchAll(/\b(\d+) [a-zA-Z]/g)].map(([, number]) => Number(number));

test.each([
  ['2.2', 'source', AttendeeSources],
  ['3', 'review', ReviewStates],
  ['3', 'avatar_status', FaceSyncStatuses],
])('§%s in docs/event-service-interface.md lists the codes of %s that src/records/attendee.ts has names for', (section, field, codes) => {
  const row = rowsOf(section).find(([first]) => namesIn(first!).includes(field))!;
  expect(numbersIn(row.at(-1)!)).toEqual(Object.values<{ readonly code?: number | string }>(codes.values).map(({ code }) => code));
});

test.each(Object.values(endpoints))(
  '§$section in docs/event-service-interface.md states the method and the path of $name',
  ({ section, method, path }) => {
    expect(/^\| Request \| `([^`]+)`/m.exec(sectionOf(section).text)?.[1]).toBe(`${method} ${path}`);
  },
);

test.each(sampledEndpoints.map(({ endpoint, input }) => ({ ...endpoint, request: endpoint.encode(input, activityId) })))(
  '§$section in docs/event-service-interface.md has a row for each part of the request of $name that carries parameters',
  ({ section, request: { query, form, urlEncoded, json } }) => {
    const stated = ['Query', 'Body'].filter((part) => sectionOf(section).text.includes(`\n| ${part} |`));
    expect(stated).toEqual([...(query ? ['Query'] : []), ...((form ?? urlEncoded ?? json) ? ['Body'] : [])]);
  },
);

test.each(Object.values(endpoints))(
  '§$section in docs/event-service-interface.md states the authentication of $name',
  ({ section, auth }) => {
    const stated = /^\| Authentication \| (.+) \|$/m.exec(sectionOf(section).text)?.[1];
    expect(stated).toMatch(auth === 'service' ? /(?<!no )Service-Auth/ : /no Service-Auth/);
  },
);

test.each(Object.values(endpoints))(
  '§$section in docs/event-service-interface.md states whether $name is retried after a failure',
  ({ section, repeatableBy }) => {
    const stated = /^\| Retried \| (.+) \|$/m.exec(sectionOf(section).text)?.[1];
    expect(stated).toBe(repeatableBy === 'transport' ? 'yes' : 'only where nothing can have been sent');
  },
);

test('the published descriptions cite no sections: clients need not know the interface', () => {
  expect(textOf('schema/event-graph.graphql')).not.toContain('§');
});
