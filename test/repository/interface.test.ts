/*
 * docs/event-service-interface.md names the fields, parameters and codes that the code names: those of src/endpoint/documented-fields.ts,
 * tools/field-mapping/documented.ts and src/model/attendee.ts.
 */

import { endpoints } from '../../src/endpoint/endpoints.js';
import { attendeeSources, faceSyncStatuses, reviewStates } from '../../src/model/attendee.js';
import { documented } from '../../tools/field-mapping/documented.js';
import { textOf } from './files.js';

/** The text of each section by its number, without the sections below it. */
const sections = new Map(
  textOf('docs/event-service-interface.md')
    .split(/^#+ (?=\d)/m)
    .slice(1)
    .map((text) => [/^\d+(?:\.\d+)?/.exec(text)![0], text] as const),
);

function textOfSection(section: string): string {
  const text = sections.get(section);
  if (text === undefined) throw new Error(`Describe §${section} in docs/event-service-interface.md.`);
  return text;
}

/** The cells of a section's tables, row by row. */
const rowsOf = (section: string) =>
  [...textOfSection(section).matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split(' | ')).filter(([first]) => first!.includes('`'));

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

const recordSections = Object.keys(documented).filter((key) => /^(1|2\.\d+|5)$/.test(key));

test.each(recordSections)('the tables of §%s in docs/event-service-interface.md list exactly the documented fields', (section) => {
  const listed = rowsOf(section).flatMap(([first, type]) => [
    ...quoted(first!),
    // The members of an object are in its type: object: `mode` (integer), …
    ...(type!.startsWith('object: ') ? quoted(type!).map((member) => `${quoted(first!)[0]}.${member}`) : []),
  ]);
  expect(listed.toSorted()).toEqual([...documented[section]!].toSorted());
});

const endpointSections = Object.keys(documented).flatMap((key) => {
  const [section, part] = key.split(' ');
  return part === undefined ? [] : [[section!, part, documented[key]!] as const];
});

test.each(endpointSections)('§%s in docs/event-service-interface.md names every documented member of the %s', (section, _part, names) => {
  const stated = quoted(textOfSection(section));
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
  const row = rowsOf(section).find(([first]) => quoted(first!).includes(field))!;
  expect(numbersIn(row.at(-1)!)).toEqual(Object.values(codes));
});

test.each(Object.values(endpoints))(
  '§$section in docs/event-service-interface.md states the authentication of $name',
  ({ section, auth }) => {
    const stated = /^\| Authentication \| (.+) \|$/m.exec(textOfSection(section))?.[1];
    expect(stated).toMatch(auth === 'service' ? /(?<!no )Service-Auth/ : /no Service-Auth/);
  },
);

test('the published descriptions cite no sections: clients need not know the interface', () => {
  expect(textOf('schema/event-graph.graphql')).not.toContain('§');
});
