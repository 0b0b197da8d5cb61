/* Replies that contradict the interface: each is decoded or fails with an UpstreamError that names the path. */

import { UpstreamError, type UpstreamInvalidResponseError } from '../../src/records/errors.js';
import type { Declaration } from '../../src/records/record.js';
import * as records from '../../src/records/records.generated.js';
import { getFormFields, listSchedule, listTickets, type Endpoint } from '../../src/service/endpoints.js';
import { decoded, memberNames, sampledEndpoints } from './sampled-endpoints.js';

type Path = (string | number)[];

/** The paths of all values inside a value, its own included. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, Array.isArray(value) ? Number(key) : key]))];
}

/** A copy with another value at a path. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string | number, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** A path as an error states it, such as `$.data[3].time`. */
const inError = (path: Path): string => path.reduce<string>((text, key) => text + (typeof key === 'number' ? `[${key}]` : `.${key}`), '$');

/** A copy in which each list of one item has it twice: at the index 1, a wrong index in an error differs from the right one. */
function withTwoItems(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value.length === 1 ? [value[0], value[0]] : value).map(withTwoItems);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withTwoItems(member)]));
}

/** No documented member is a boolean. Unlike `false`, `true` does not stand for no value; it is 1 where the interface has 1 or 0. */
const validNowhere = true;

/** The members that are a Boolean of the graph: `true` is a value of them. */
const booleans = Object.values(records)
  .flatMap(({ declaration }: { readonly declaration: Declaration }) => Object.values(declaration.fields))
  .flatMap((field) => (field.decode !== null && field.graph?.type === 'Boolean' ? [field.member] : []));

/** Where an endpoint accepts any value: in members that it does not read or that are any JSON, and where a record becomes null (§4.3). */
const acceptsAnyValue = (section: string, path: string): boolean =>
  [
    / \$\.(code|msg|url|time)$/,
    new RegExp(`\\.(${booleans.join('|')})$`),
    /\.(form_id|activity_id|eamil|rfid|undone|token)$/,
    /^4\.3 \$\.data\[\d\](\.content)?$/,
    /^4\.4 \$\.data\.content\b/,
    /\.(guest_more|pickup_data)\[\d\]/,
  ].some((pattern) => pattern.test(`${section} ${path}`));

/** Reads all members and getters of a result, and reports each error. A Date that cannot be serialised fails the test. */
function readAll(value: unknown, onFailure: (error: unknown) => void, depth = 0): void {
  if (value instanceof Date) return expect(value.toISOString()).toMatch(/^\d{4}-/);
  if (typeof value !== 'object' || value === null || depth > 12) return;
  for (const name of Array.isArray(value) ? Object.keys(value) : memberNames(value)) {
    if (name === 'parent' || name === 'attendee' || name === 'item') continue;
    let member: unknown;
    try {
      member = (value as Record<string, unknown>)[name];
    } catch (error) {
      onFailure(error);
      continue;
    }
    readAll(member, onFailure, depth + 1);
  }
}
describe.each(sampledEndpoints.map(({ endpoint, input, reply }) => [endpoint.section, endpoint, input, reply] as const))(
  'replies of §%s',
  (section, endpoint, input, documented) => {
    function failuresOf(text: string): unknown[] {
      const failures: unknown[] = [];
      try {
        readAll(decoded(endpoint, text, input), (error) => failures.push(error));
      } catch (error) {
        failures.push(error);
      }
      return failures;
    }

    test(`the documented reply of §${section} is decoded without an error`, () => {
      expect(failuresOf(JSON.stringify(documented))).toEqual([]);
    });

    test(`no error of a decoder of §${section} contains a value or a key of the reply`, () => {
      const canary = 'canary 10000000007';
      for (const path of pathsIn(documented).filter(({ length }) => length > 0)) {
        for (const value of [canary, [canary], { [canary]: canary }, [{ [canary]: [canary] }]]) {
          for (const error of failuresOf(JSON.stringify(replaced(documented, path, value)))) {
            const shown = String(error) + JSON.stringify((error as UpstreamError).details());
            expect(shown).not.toMatch(/canary|10000000007/);
            expect((error as UpstreamError).cause).toBeUndefined();
          }
        }
      }
    });

    test(`each error for a value in a reply of §${section} names the path of this value, also in a nested record`, () => {
      const reply = withTwoItems(documented);
      for (const path of pathsIn(reply)) {
        const errors = failuresOf(JSON.stringify(replaced(reply, path, validNowhere))) as UpstreamInvalidResponseError[];
        const changed = inError(path);
        const named = [...new Set(errors.map((error) => error.path))];
        const isAccepted = named.length === 0 && acceptsAnyValue(section, changed);
        expect({ changed, named }).toEqual({ changed, named: isAccepted ? [] : [changed] });
      }
    });

    test(`lists and objects nested 15,000 deep in a reply of §${section} are decoded or fail with an \`UpstreamError\``, () => {
      const deep = `${'[{"a":'.repeat(7_500)}1${'}]'.repeat(7_500)}`;
      for (const path of pathsIn(documented).filter(({ length }) => length > 0)) {
        const text = JSON.stringify(replaced(documented, path, '@@deep@@')).replace('"@@deep@@"', deep);
        expect(failuresOf(text).filter((error) => !(error instanceof UpstreamError))).toEqual([]);
      }
    });
  },
);

test('a key that is neither a field name nor a date is masked in the path of an error: it may be personal data', () => {
  const { days } = decoded(listSchedule, { code: 1, data: { 'canary 7': 'x' } });
  expect(() => days[0]!.date).toThrow(expect.objectContaining({ path: '$.data.*' }));
});

test.each([
  [100_000, 'items of a list', 'an array of at most 100000 items', listTickets],
  [1_000, 'fields of a form', 'an array of at most 1000 items', getFormFields],
  [4_000, 'days of a schedule', 'an object of at most 4000 days', listSchedule],
] as const)('more than %i %s are invalid, whatever they are', (most, _what, expected, endpoint) => {
  const decode = (count: number) => {
    const list = Array(count).fill(1);
    return decoded(endpoint as Endpoint<void, unknown>, {
      code: 1,
      data: endpoint === listSchedule ? Object.fromEntries(list.entries()) : list,
    });
  };
  expect(() => decode(most)).not.toThrow();
  expect(() => decode(most + 1)).toThrow(`expected ${expected} at $.data`);
});
