/*
 * Reads docs/event-service-interface.md: its sections, and the fields and members that their tables list.
 *
 * - In the first column of the tables of §2, names in backticks are fields. Beside `link`, "object: `mode` (integer)" adds `link.mode`. A
 *   row that ends in "only in §4.9" is of that endpoint alone.
 * - In the rows `Query`, `Body` and `Reply` of §4, names in backticks are members, except in parentheses, and from a colon to the next
 *   semicolon. "`data`: object with `total`" adds `data.total`; the link leads to the records.
 */

import { readFileSync } from 'node:fs';
import { attemptedEndpoints } from '../../src/doctor/report.js';

const page = 'docs/event-service-interface.md';

interface Section {
  readonly title: string;
  /** Without the sections below it. */
  readonly text: string;
}

const sections: ReadonlyMap<string, Section> = new Map(
  [...readFileSync(page, 'utf8').matchAll(/^#+ (\d+(?:\.\d+)?)\.? (.*)\n([^]*?)(?=^#+ |$(?![^]))/gm)].map(([, number, title, text]) => [
    number!,
    { title: title!, text: text! },
  ]),
);

const sectionNumbers: readonly string[] = [...sections.keys()];

/** A section by its number. @throws Error if the page has no such section */
export function sectionOf(number: string): Section {
  const section = sections.get(number);
  if (section === undefined) throw new Error(`Describe §${number} in ${page}.`);
  return section;
}

/** The names between backticks. */
export const namesIn = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** The cells of a section's tables, for each row whose first cell has a name. */
export function rowsOf(number: string): readonly (readonly string[])[] {
  const rows = [...sectionOf(number).text.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split(' | '));
  return rows.filter(([first]) => first!.includes('`'));
}

/** The fields or members that the tables of a section list. A member of an object is one too, such as `link.mode`. */
export function fieldsOf(number: string): readonly string[] {
  return rowsOf(number).flatMap(([first, type]) => [
    ...namesIn(first!),
    // Its type names them: object: `mode` (integer), …
    ...(type!.startsWith('object: ') ? namesIn(type!).map((member) => `${namesIn(first!)[0]}.${member}`) : []),
  ]);
}

/** The section of the records that an endpoint returns: that of §2 to which its reply links. @throws Error without one */
export function recordSectionOf(endpointSection: string): string {
  const [, record] = /^\| Reply \|.*?\[§(2\.\d+)\]/m.exec(sectionOf(endpointSection).text) ?? [];
  if (record === undefined) throw new Error(`Link the record of §${endpointSection} in the row "Reply" of its table, in ${page}.`);
  return record;
}

function recordFieldsOf(endpointSection: string): readonly string[] {
  return rowsOf(recordSectionOf(endpointSection))
    .filter((cells) => (/only in §(\d+\.\d+)/.exec(cells.at(-1)!)?.[1] ?? endpointSection) === endpointSection)
    .flatMap(([first]) => namesIn(first!));
}

/**
 * The members of an endpoint's requests or replies, in its section of §4: those of the rows "Query" and "Body", or "Reply", and of the
 * table of parameters, or of the members of a match. A member of `data` that is not a record has its path, such as `data.total`.
 */
export function membersOf(number: string, part: 'request' | 'reply'): readonly string[] {
  const tables = sectionOf(number).text.split('\n\n');
  const title = part === 'request' ? '| Parameter |' : '| Member of a match |';
  const listed = namesInFirstCells(tables.find((table) => table.startsWith(title)) ?? '');
  const rows = [...sectionOf(number).text.matchAll(part === 'request' ? /^\| (?:Query|Body) \| (.*) \|$/gm : /^\| Reply \| (.*) \|$/gm)];
  return [...rows.flatMap(([, cell]) => membersIn(cell!)), ...listed.map((name) => (part === 'request' ? name : `data[].${name}`))];
}

const namesInFirstCells = (table: string): readonly string[] => table.split('\n').flatMap((row) => namesIn(row.split(' | ')[0]!));

/** The members that a cell lists. Semicolons separate them from each other's descriptions, which follow a colon or are in parentheses. */
function membersIn(cell: string): readonly string[] {
  return cell
    .replaceAll(/\([^()]*\)/g, '')
    .split('; ')
    .flatMap((clause) => {
      const [members, description = ''] = clause.split(': ') as [string, string?];
      const inside = description.startsWith('object with ') ? namesIn(description) : [];
      return [...namesIn(members), ...inside.map((name) => `${namesIn(members)[0]}.${name}`)];
    });
}

const ofTables = sectionNumbers.filter((section) => /^(1|2\.\d+|5)$/.test(section)).map((section) => [section, fieldsOf(section)] as const);
const ofEndpoints = sectionNumbers
  .filter((section) => section.startsWith('4.'))
  .flatMap((section) => (['request', 'reply'] as const).map((part) => [`${section} ${part}`, membersOf(section, part)] as const));

/**
 * Every field and parameter that the page documents, by section: §1 the envelope, §2 the records, §4 the request and reply of each
 * endpoint, §5 the members of Service-Auth. Names as on the wire. A member of a reply's payload has its path. The keys are such as "2.2",
 * "4.3 request" and "4.3 reply". field-mapping.ts has a row for each.
 */
export const documented: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...ofTables, ...ofEndpoints].filter(([, names]) => names.length > 0),
);

export const documentedFieldsFile = 'src/service/documented-fields.generated.ts';

/** The source file with the documented fields of the endpoints that the doctor attempts. */
export function documentedFieldsText(): string {
  const lines = attemptedEndpoints.map(
    ({ endpoint: { section } }) => `  '${section}': '${recordFieldsOf(section).join(' ')}'.split(' '),\n`,
  );
  return `/* Generated by \`npm run docs\` from the tables of docs/event-service-interface.md; do not edit. */

/** The fields of the records that an endpoint returns, by the section of the endpoint. */
export const documentedFields: Readonly<Record<string, readonly string[]>> = {
${lines.join('')}};
`;
}
