/* Replies that contradict the interface: each is decoded or fails with an UpstreamError that names the path. */

import fc from 'fast-check';
import { UpstreamError, type UpstreamInvalidResponseError } from '../../src/records/errors.js';
import { listAttendees, listSchedule } from '../../src/service/endpoints.js';
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

/** Where an endpoint accepts any value: in members that it does not read, in members of any JSON, and in what makes a record null (§4.3). */
const acceptsAnyValue = (section: string, path: string): boolean =>
  [
    / \$\.(code|msg|url|time)$/,
    /\.(hidden|is_top|is_sync_avatar)$/,
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

// The test above finds a wrong path anywhere. These rows show by which getters nested values are read.
test.each<[section: string, path: Path, value: unknown, expectedPath: string, read: (result: any) => unknown]>([
  ['4.1', ['data', 0, 'sort'], 'third', '$.data[0].sort', ([field]) => field.sort],
  ['4.1', ['data', 0, 'value'], '{"a":1}', '$.data[0].value', ([field]) => field.options],
  ['4.2', ['ids', 1], 0, '$.ids[1]', (reply) => reply],
  ['4.2', ['sign_code_arr', 1], {}, '$.sign_code_arr[1]', (reply) => reply],
  ['4.2', ['order_ids', 1], {}, '$.order_ids[1]', (reply) => reply],
  ['4.3', ['data', 0, 'time'], 'then', '$.data[0].time', ({ items }) => items[0].registeredAt],
  ['4.3', ['data', 0, 'review'], 'good', '$.data[0].review', ({ items }) => items[0].review.code],
  ['4.3', ['total'], 'many', '$.total', ({ total }) => total],
  ['4.3', ['data', 0, 'wechat_sex'], {}, '$.data[0].wechat_sex', ({ items }) => items[0].wechat.sex],
  ['4.3', ['data', 0, 'review_time'], 'then', '$.data[0].review_time', ({ items }) => items[0].review.reviewedAt],
  ['4.3', ['data', 0, 'avatar_status'], 'on', '$.data[0].avatar_status', ({ items }) => items[0].faceSync.status],
  ['4.4', ['data', 'points'], 'lots', '$.data.points', ({ points }) => points],
  ['4.5', ['data', 0, 'ticket', 0], {}, '$.data[0].ticket[0]', ([match]) => match.tickets],
  ['4.5', ['data', 0, 'fields', 0, 'label'], {}, '$.data[0].fields[0].label', ([match]) => match.fields[0].field.label],
  ['4.5', ['data', 0, 'fields', 0, 'custom_store'], true, '$.data[0].fields[0].custom_store', ([match]) => match.fields[0].storedValue],
  ['4.6', ['data', '2026-05-15', 0, 'live_type'], 'x', '$.data.2026-05-15[0].live_type', ({ days }) => days[0].items[0].live.type],
  ['4.6', ['data', '2026-05-15', 0, 'link', 'mode'], 'x', '$.data.2026-05-15[0].link.mode', ({ days }) => days[0].items[0].link.mode],
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
  ['4.11', ['data', 'sso_token'], {}, '$.data.sso_token', (login) => login],
])('§%s: the error for an invalid value at %j names its path', (section, path, value, expectedPath, read) => {
  const { endpoint, input, reply } = sampledEndpoints.find(({ endpoint: candidate }) => candidate.section === section)!;
  expect(() => read(decoded(endpoint, replaced(reply, path, value), input))).toThrow(
    expect.objectContaining({ code: 'UPSTREAM_INVALID_RESPONSE', operation: endpoint.path, path: expectedPath }),
  );
});

test('the path of an error in a list contains the index of the record', () => {
  const [row] = samples.listAttendees.reply.data;
  const { items } = decoded(listAttendees, { code: 1, data: [row, row, row, { ...row, time: 'x' }], total: 4 });
  expect(() => items[3]!.registeredAt).toThrow(expect.objectContaining({ path: '$.data[3].time' }));
  expect(items[2]!.registeredAt).toBeInstanceOf(Date);
});

test('a key of the reply that is neither a field name nor a date is masked in the path of an error, because it may be personal data', () => {
  const { days } = decoded(listSchedule, { code: 1, data: { 'Kanarienvogel 7': 'x' } });
  expect(() => days[0]!.date).toThrow(expect.objectContaining({ path: '$.data.*' }));
});

test('a list with more than 100,000 items is invalid, whatever they are', () => {
  const decode = (count: number) => decoded(listAttendees, { code: 1, total: count, data: Array.from({ length: count }, () => 1) });
  expect(() => decode(100_000)).not.toThrow();
  expect(() => decode(100_001)).toThrow('expected an array of at most 100000 items at $.data');
});
