/* The checks of records, whose fields and values are compared with the interface. */

import { JsonNumber } from '../primitives/json.js';
import type { WireRecord } from '../records/record.js';
import { documentedFields } from '../service/comparison/documented-fields.generated.js';
import { readEverything } from '../service/comparison/read-everything.js';
import { counted, passed, skipped, type CheckResult } from './check.js';
import type { ProbeAttempt } from './probe.js';

/** The largest number of positions or names in a list of `details`. */
const maxListed = 20;

/** Compares the records of an endpoint that succeeded with the interface (§2). */
export function checkRecords(section: string, { output }: ProbeAttempt<unknown>): CheckResult {
  const id = `records §${section}`;
  const { records, errors } = readEverything(output);
  if (records.length === 0) return skipped(id, 'There are no records.');
  const broken = [...new Set(errors.map(({ path }) => path))].slice(0, maxListed);
  const { missing, unknown } = comparedNames(section, records);
  const details = {
    records: records.length,
    ...ifNotEmpty('broken', broken),
    ...ifNotEmpty('missing', missing),
    ...ifNotEmpty('unknown', unknown),
  };
  if (broken.length > 0) {
    const places = `${broken.length === maxListed ? 'at least ' : ''}${counted(broken.length, 'place')}`;
    const message = `Values break the interface at ${places}, where the graph reports UPSTREAM_INVALID_RESPONSE: ${firstFive(broken)}`;
    const zone = errors.some(({ expected }) => expected.includes('ACTIVITIES_FILE'))
      ? ' For times as text, state the timeZone of the activity in the file of ACTIVITIES_FILE.'
      : '';
    const hint = `Report the positions to the operator of the service. Other fields are served.${zone}`;
    return { id, status: 'fail', message, hint, details };
  }
  const compared = counted(records.length, 'record');
  if (missing.length === 0 && unknown.length === 0) return passed(id, `${compared} as documented.`, details);
  const found = [
    ...(missing.length > 0 ? [`${counted(missing.length, 'documented field')} in none of them: ${firstFive(missing)}`] : []),
    ...(unknown.length > 0
      ? [`${counted(unknown.length, 'undocumented field')}: ${firstFive(unknown.map(({ name, type }) => `${name} (${type})`))}`]
      : []),
  ];
  const hint = 'Missing fields are null or an error in the graph. Undocumented ones are ignored.';
  return { id, status: 'warn', message: `${compared}; ${found.join('; ')}.`, hint, details };
}

function comparedNames(section: string, records: readonly WireRecord[]) {
  const documented = documentedFields[section] ?? [];
  const types = new Map<string, string>();
  for (const record of records) {
    for (const [name, value] of record.rawMembers()) if (!types.has(name) || types.get(name) === 'null') types.set(name, jsonType(value));
  }
  return {
    missing: documented.filter((name) => !types.has(name)),
    unknown: [...types]
      .filter(([name]) => !documented.includes(name))
      .map(([name, type]) => ({ name: printable(name), type }))
      .slice(0, maxListed),
  };
}

/** Replaces a member's name that is not a plain word, such as a mobile number: it may be personal data. */
const printable = (name: string): string => (/^[A-Za-z_][A-Za-z_-]{0,63}\d{0,4}$/.test(name) ? name : '(not a plain name)');

/** The first five of a list, for the message. `details` has more. */
const firstFive = (list: readonly string[]): string => list.slice(0, 5).join(', ') + (list.length > 5 ? ', …' : '');

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof JsonNumber ? 'number' : typeof value;
}

const ifNotEmpty = (name: string, list: readonly unknown[]) => (list.length === 0 ? {} : { [name]: list });
