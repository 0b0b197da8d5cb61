/* The samples of samples.ts leave nothing out: tests that say "every member" use them. */

import { documentedFields, rawRecords } from '../../src/endpoint/documented-fields.js';
import { documented } from '../../tools/field-mapping/documented.js';
import { sampledEndpoints } from './sampled-endpoints.js';

const sections = sampledEndpoints.map(({ endpoint: { section }, request, reply }) => ({ section, request, reply: { ...reply } }));
const unique = (names: readonly string[]) => [...new Set(names)].toSorted();

test.each(sections.filter(({ section }) => section in documentedFields))(
  'the sample records of §$section in samples.ts have the fields of src/endpoint/documented-fields.ts',
  ({ section, reply }) => {
    const records = rawRecords(section, (reply as { data?: unknown }).data);
    expect(records).not.toHaveLength(0);
    for (const record of records) expect(unique(Object.keys(record))).toEqual(unique(documentedFields[section]!));
  },
);

test.each(sections)(
  'the sample reply of §$section in samples.ts has the members of tools/field-mapping/documented.ts',
  ({ section, reply }) => {
    const { data } = reply as { data?: unknown };
    const ofItems = Array.isArray(data) ? Object.keys(data[0] as object).map((name) => `data[].${name}`) : [];
    const ofObject = typeof data === 'object' && data !== null ? Object.keys(data).map((name) => `data.${name}`) : [];
    const stated = documented[`${section} reply`]!;
    const members = [...Object.keys(reply), ...(stated.some((name) => name.startsWith('data[].')) ? ofItems : [])];
    expect(unique([...members, ...(stated.some((name) => name.startsWith('data.')) ? ofObject : [])])).toEqual(unique(stated));
  },
);

/** The registrants of §4.2 are numbered, and the keys of form fields are the activity's own. */
const parameterName = (name: string) => name.replace(/^data\[\d+\]/, 'data[]').replace(/\[(name\d+|<field_name>)\]/, '[<field key>]');

// §4.4 takes exactly one of its parameters; endpoints.requests.test.ts sends each of them.
test.each(sections.filter(({ section }) => section !== '4.4'))(
  'the sample request of §$section in samples.ts has the parameters of tools/field-mapping/documented.ts',
  ({ section, request: [, , query, form] }) => {
    const sent = [...Object.keys(query), ...Object.keys(form)];
    expect(unique(sent.map(parameterName))).toEqual(unique((documented[`${section} request`] ?? []).map(parameterName)));
  },
);
