/*
 * docs/event-service-interface.md names the parameters, members and codes that the code names: those of
 * tools/field-mapping/documented.ts and src/model/attendee.ts. Its tables are the only statement of the fields of records.
 */

import { endpoints } from '../../src/endpoint/endpoints.js';
import { attendeeSources, faceSyncStatuses, reviewStates } from '../../src/model/attendee.js';
import { documentedFieldsFile, documentedFieldsText } from '../../tools/docs/documented-fields.js';
import { namesIn, rowsOf, sectionOf } from '../../tools/docs/interface-page.js';
import { documented } from '../../tools/field-mapping/documented.js';
import { textOf } from './files.js';

test('the documented fields in src/endpoint are those of the tables of docs/event-service-interface.md; `npm run docs` writes them', () => {
  expect(textOf(documentedFieldsFile)).toBe(documentedFieldsText());
});

const endpointSections = Object.keys(documented).flatMap((key) => {
  const [section, part] = key.split(' ');
  return part === undefined ? [] : [[section!, part, documented[key]!] as const];
});

test.each(endpointSections)('§%s in docs/event-service-interface.md names every documented member of the %s', (section, _part, names) => {
  const stated = namesIn(sectionOf(section).text);
  const lastName = (name: string) => name.split('.').at(-1)!.replace('<field_name>', '<field key>');
  // Registrants are described once: data[1] has the parameters of data[0].
  const wanted = names.map(lastName).map((name) => name.replace('data[1]', 'data[0]'));
  expect(wanted.filter((name) => !stated.includes(name))).toEqual([]);
});

const numbersIn = (text: string) => [...text.split(';')[0]!.matchAll(/\b(\d+) [a-zA-Z]/g)].map(([, number]) => Number(number));

test.each([
  ['2.2', 'source', attendeeSources],
  ['3', 'review', reviewStates],
  ['3', 'avatar_status', faceSyncStatuses],
])('§%s in docs/event-service-interface.md lists the codes of %s that src/model/attendee.ts has names for', (section, field, codes) => {
  const row = rowsOf(section).find(([first]) => namesIn(first!).includes(field))!;
  expect(numbersIn(row.at(-1)!)).toEqual(Object.values(codes));
});

test.each(Object.values(endpoints))(
  '§$section in docs/event-service-interface.md states the authentication of $name',
  ({ section, auth }) => {
    const stated = /^\| Authentication \| (.+) \|$/m.exec(sectionOf(section).text)?.[1];
    expect(stated).toMatch(auth === 'service' ? /(?<!no )Service-Auth/ : /no Service-Auth/);
  },
);

test('the published descriptions cite no sections: clients need not know the interface', () => {
  expect(textOf('schema/event-graph.graphql')).not.toContain('§');
});
