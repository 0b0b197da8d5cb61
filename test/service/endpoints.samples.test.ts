/*
 * The samples of samples.ts leave nothing out: tests that say "every member" use them. Their records are those of the sandbox, which has every
 * documented field: test/sandbox/endpoints.test.ts.
 */

import { documented } from '../../tools/docs/interface-page.js';
import { sampledEndpoints } from './sampled-endpoints.js';

const unique = (names: readonly string[]) => [...new Set(names)].toSorted();

const sections = sampledEndpoints.map(({ endpoint: { section }, request, reply }) => ({ section, request, reply: { ...reply } }));

test.each(sections)(
  'the sample reply of §$section in samples.ts has the members of docs/event-service-interface.md',
  ({ section, reply }) => {
    const { data } = reply as { data?: unknown };
    const ofItems = Array.isArray(data) ? Object.keys(data[0] as object).map((name) => `data[].${name}`) : [];
    const ofObject = typeof data === 'object' && data !== null ? Object.keys(data).map((name) => `data.${name}`) : [];
    const stated = documented[`${section} reply`] ?? [];
    const members = [...Object.keys(reply), ...(stated.some((name) => name.startsWith('data[].')) ? ofItems : [])];
    expect(unique([...members, ...(stated.some((name) => name.startsWith('data.')) ? ofObject : [])])).toEqual(unique(stated));
  },
);

/** The registrants of §4.2 are numbered, and the keys of form fields are the activity's own. */
const parameterName = (name: string) => name.replace(/^data\[\d+\]/, 'data[]').replace(/\[name\d+\]/, '[<field key>]');

// §4.4 takes exactly one of its parameters; endpoints.requests.test.ts sends each of them.
test.each(sections.filter(({ section }) => section !== '4.4'))(
  'the sample request of §$section in samples.ts has the parameters of docs/event-service-interface.md',
  ({ section, request: [, , query, form] }) => {
    const sent = [...Object.keys(query), ...Object.keys(form)];
    expect(unique(sent.map(parameterName))).toEqual(unique((documented[`${section} request`] ?? []).map(parameterName)));
  },
);
