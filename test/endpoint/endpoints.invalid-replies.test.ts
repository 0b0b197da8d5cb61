/* Replies that contradict the interface: each is decoded or fails with an UpstreamError that names the path. */

import fc from 'fast-check';
import { UpstreamError } from '../../src/model/upstream-errors.js';
import { decoded, memberNames, sampledEndpoints } from './sampled-endpoints.js';
import { samples } from './samples.js';

type Path = (string | number)[];

/** The paths of all values inside a value, its own included. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, Array.isArray(value) ? Number(key) : key]))];
}

/** A copy with another value at a path. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy: any = Array.isArray(value) ? [...value] : { ...(value as object) };
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

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

/** Numbers that are valid JSON but that JavaScript rounds. They are marked, and inserted as they are. */
const number = fc.constantFrom(
  '1e999',
  '-1e999',
  '1e-999',
  '123456789012345678901234567890',
  '-0',
  '1.5e300',
  '-99999999999',
  '2147483648',
);
const unexpected = fc.oneof(
  fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }),
  fc.constantFrom<unknown>(
    null,
    false,
    true,
    '',
    '0',
    0,
    [],
    {},
    { 0: 'a' },
    { 0: {} },
    [[]],
    [null],
    ' ',
    '-1',
    -1,
    1.5,
    '9'.repeat(40),
    '{',
    '[]',
    '{"a"',
    '25:00-26:00',
    '2026-99-99',
  ),
  number.map((digits) => `@@${digits}@@`),
);
const asJson = (value: unknown) => JSON.stringify(value).replace(/"@@([^"]+)@@"/g, '$1');

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
    const defectsOf = (text: string) => failuresOf(text).filter((error) => !(error instanceof UpstreamError));

    test(`the documented reply of §${section} is decoded without an error`, () => {
      expect(failuresOf(JSON.stringify(documented))).toEqual([]);
    });

    test(`any JSON as a reply of §${section} is decoded or fails with an \`UpstreamError\`, never with another error`, () => {
      fc.assert(
        fc.property(
          fc.oneof(
            unexpected,
            unexpected.map((data) => ({ code: 1, data })),
            unexpected.map((data) => ({ code: 1, data: [data], total: data })),
          ),
          (reply) => {
            expect(defectsOf(asJson(reply))).toEqual([]);
          },
        ),
        { numRuns: 300 },
      );
    });

    test(`the documented reply of §${section} with any value at any path is decoded or fails with an \`UpstreamError\``, () => {
      fc.assert(
        fc.property(fc.constantFrom(...pathsIn(documented).filter(({ length }) => length > 0)), unexpected, (path, value) => {
          expect(defectsOf(asJson(replaced(documented, path, value)))).toEqual([]);
        }),
        { numRuns: 400 },
      );
    });

    test(`no error of a decoder of §${section} contains a value or a key of the reply`, () => {
      const canary = 'Kanarienvogel 10000000007';
      for (const path of pathsIn(documented).filter(({ length }) => length > 0)) {
        for (const value of [canary, [canary], { [canary]: canary }, [{ [canary]: [canary] }]]) {
          for (const error of failuresOf(JSON.stringify(replaced(documented, path, value)))) {
            const shown = String(error) + JSON.stringify((error as UpstreamError).details());
            expect(shown).not.toMatch(/Kanarienvogel|10000000007/);
            expect((error as UpstreamError).cause).toBeUndefined();
          }
        }
      }
    });

    test(`JSON nested 15,000 deep in a reply of §${section} is decoded or fails with an \`UpstreamError\``, () => {
      const deep = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
      const deepObject = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`;
      for (const path of pathsIn(documented).filter(({ length }) => length > 0)) {
        for (const nest of [deep, deepObject]) {
          const text = JSON.stringify(replaced(documented, path, '@@deep@@')).replace('"@@deep@@"', nest);
          expect(defectsOf(text)).toEqual([]);
        }
      }
    });
  },
);

test.each<[section: string, path: Path, value: unknown, expectedPath: string, read: (result: any) => unknown]>([
  ['4.1', ['data', 0, 'sort'], 'third', '$.data[0].sort', ([field]) => field.sort],
  ['4.3', ['data', 0, 'time'], 'then', '$.data[0].time', ({ items }) => items[0].registeredAt],
  ['4.3', ['data', 0, 'review'], 'good', '$.data[0].review', ({ items }) => items[0].review.code],
  ['4.3', ['total'], 'many', '$.total', ({ total }) => total],
  ['4.4', ['data', 'points'], 'lots', '$.data.points', ({ points }) => points],
  [
    '4.6',
    ['data', '2026-05-15', 0, 'all_children', 0, 'id'],
    0,
    '$.data.2026-05-15[0].all_children[0].id',
    ({ days }) => days[0].items[0].children[0].id,
  ],
  ['4.7', ['data', 'data', 0, 'read_count'], {}, '$.data.data[0].read_count', ({ items }) => items[0].readCount],
  ['4.8', ['data', 0, 'name'], true, '$.data[0].name', ([category]) => category.name],
  ['4.9', ['data', 0, 'money'], 'free', '$.data[0].money', ([item]) => item.unitPrice],
  ['4.5', ['data', 0, 'ticket', 0], {}, '$.data[0].ticket[0]', ([match]) => match.tickets],
])('§%s: the error for an invalid value at %j names its path', (section, path, value, expectedPath, read) => {
  const { endpoint, input, reply } = sampledEndpoints.find(({ endpoint: candidate }) => candidate.section === section)!;
  const result = decoded(endpoint, replaced(reply, path, value), input);
  expect(() => read(result)).toThrow(
    expect.objectContaining({ code: 'UPSTREAM_INVALID_RESPONSE', operation: endpoint.path, path: expectedPath }),
  );
});

test('the path of an error in a list contains the index of the record', () => {
  const { endpoint } = sampledEndpoints.find(({ endpoint: candidate }) => candidate.section === '4.3')!;
  const [row] = samples.listAttendees.reply.data;
  const { items } = decoded(endpoint, { code: 1, data: [row, row, row, { ...row, time: 'x' }], total: 4 });
  expect(() => items[3].registeredAt).toThrow(expect.objectContaining({ path: '$.data[3].time' }));
  expect(items[2].registeredAt).toBeInstanceOf(Date);
});

test('a key of the reply that is neither a field name nor a date is masked in the path of an error, because it may be personal data', () => {
  const { endpoint } = sampledEndpoints.find(({ endpoint: candidate }) => candidate.section === '4.6')!;
  const { days } = decoded(endpoint, { code: 1, data: { 'Kanarienvogel 7': 'x' } });
  expect(() => days[0].date).toThrow(expect.objectContaining({ path: '$.data.*' }));
});
