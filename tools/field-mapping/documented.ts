/*
 * Every field and parameter that docs/event-service-interface.md documents, by section: §1 the envelope, §2 the records, §4 the request
 * and reply of each endpoint, §5 the members of Service-Auth. A test compares this list with the rows in both directions.
 */

import { fieldsOf, membersOf, sectionNumbers } from '../docs/interface-page.js';

const ofTables = sectionNumbers.filter((section) => /^(1|2\.\d+|5)$/.test(section)).map((section) => [section, fieldsOf(section)] as const);
const ofEndpoints = sectionNumbers
  .filter((section) => section.startsWith('4.'))
  .flatMap((section) => (['request', 'reply'] as const).map((part) => [`${section} ${part}`, membersOf(section, part)] as const));

/** Names as on the wire. A member of a reply's payload has its path. The keys are such as "2.2", "4.3 request" and "4.3 reply". */
export const documented: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...ofTables, ...ofEndpoints].filter(([, names]) => names.length > 0),
);
