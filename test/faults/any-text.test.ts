/*
 * Any text as the reply of the service: what the graph shows stands in the reply, or is an error at its place. In the program, and as a
 * library whose user executes with graphql-js.
 */

import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { execute, parse } from 'graphql';
import { createEventGraph } from '../../src/index.js';
import { attendeeDetail, listedAttendee, samples, ticket } from '../service/samples.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService } from '../support/fake-service.js';
import { programOver } from '../support/program.js';
import { writtenJson, writtenNumber, type Written } from './json-texts.js';
import { comparable, dates, isError, shownAs } from './stated-values.js';

const operationsFile = {
  types: {
    AnyRecord: {
      fields: {
        text: { type: 'String' },
        id: { type: 'ID' },
        int: { type: 'Int' },
        float: { type: 'Float' },
        flag: { type: 'Boolean' },
        at: { type: 'DateTime' },
        price: { type: 'Decimal' },
        any: { type: 'JSON' },
        tags: { type: '[String]' },
      },
    },
  },
  operations: { anyRecord: { on: 'Activity', method: 'POST', scope: 'content:read', path: '/api/any', result: 'AnyRecord' } },
};

/** Nullable fields by place of their record: the name on the wire, the name in the graph, and what it shows. */
const attendeeFields = [
  ['idcard', 'idCardNumber', 'text'],
  ['order', 'orderNumber', 'text'],
  ['label', 'label', 'text'],
  ['channel', 'channel', 'int'],
  ['time', 'registeredAt', 'instant'],
] as const;
const fields = {
  listed: attendeeFields,
  detail: [...attendeeFields, ['points', 'points', 'decimal']],
  bound: [
    ['text', 'text', 'text'],
    ['id', 'id', 'text'],
    ['int', 'int', 'int'],
    ['float', 'float', 'float'],
    ['flag', 'flag', 'flag'],
    ['at', 'at', 'instant'],
    ['price', 'price', 'decimal'],
    ['any', 'any', 'json'],
    ['tags', 'tags', 'texts'],
  ],
} as const satisfies Record<string, readonly (readonly [string, string, keyof typeof shownAs])[]>;
type Place = keyof typeof fields;
const selected = (place: Place) => `{ ${fields[place].map(([, name]) => name).join(' ')} }`;
const query = `{ activity {
  listed: attendees(first: 1) { nodes ${selected('listed')} }
  detail: attendee(by: { mobile: "10000000007" }) ${selected('detail')}
  bound: anyRecord ${selected('bound')}
  tickets { serviceId }
} }`;

const anyDate = fc.constantFrom(...dates.keys()).map((date): Written => ({ text: JSON.stringify(date), value: date }));
const anyValue = fc.oneof(writtenJson, writtenNumber, anyDate);
/** The value of each field, and the ids of the tickets in the order in which an object has them. */
const replied = fc.record({
  values: fc.record(
    Object.fromEntries(Object.entries(fields).map(([place, rows]) => [place, fc.tuple(...rows.map(() => anyValue))])) as Record<
      Place,
      fc.Arbitrary<Written[]>
    >,
  ),
  tickets: fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { maxLength: 5 }),
  isScanned: fc.boolean(),
});
type Replied = typeof replied extends fc.Arbitrary<infer T> ? T : never;

function replyTexts({ values, tickets, isScanned }: Replied): Record<string, string> {
  const record = (place: Place, others: object) => {
    const own = Object.entries(others).filter(([name]) => !fields[place].some(([member]) => member === name));
    const texts = [
      ...own.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`),
      ...fields[place].map(([member], index) => `"${member}":${values[place][index]!.text}`),
    ];
    return `{${texts.join()}}`;
  };
  const rows = tickets.map((id) => `"${id}":${JSON.stringify({ ...ticket, id })}`);
  return {
    '/api/participant/getList': `{"code":1,"data":[${record('listed', { ...listedAttendee, padding: isScanned ? 'x'.repeat(5000) : '' })}],"total":1}`,
    '/api/participant/get': `{"code":1,"data":${record('detail', attendeeDetail)}}`,
    '/api/any': `{"code":1,"data":${record('bound', {})}}`,
    '/api/ticket/data': `{"code":1,"data":{${rows.join()}}}`,
  };
}

interface Response {
  readonly data: Record<string, any> | null;
  readonly errors: readonly { readonly path?: readonly (string | number)[]; readonly extensions: Record<string, unknown> }[];
}

function expectStatedValues({ values, tickets }: Replied, { data, errors }: Response): void {
  const failedAt = new Set(errors.map(({ path }) => path!.join('.')));
  const shown: unknown[] = [];
  const stated: unknown[] = [];
  /** Compares a field, or an item of a list. */
  const compare = (path: string, kind: keyof typeof shownAs, value: unknown, expected: unknown) => {
    shown.push([path, failedAt.delete(path) ? isError : comparable(kind, value)]);
    stated.push([path, kind === 'decimal' && typeof expected === 'object' && expected !== null ? { ...expected, plain: true } : expected]);
  };
  const { activity } = data!;
  const records = {
    listed: ['listed.nodes.0', activity.listed.nodes[0]],
    detail: ['detail', activity.detail],
    bound: ['bound', activity.bound],
  } as const;
  for (const place of Object.keys(fields) as Place[]) {
    const [path, record] = records[place];
    for (const [index, [, name, kind]] of fields[place].entries()) {
      const expected: unknown = shownAs[kind](values[place][index]!.value);
      const value: unknown = record[name];
      if (kind !== 'texts' || !Array.isArray(expected)) compare(`activity.${path}.${name}`, kind, value, expected);
      else for (const [at, item] of expected.entries()) compare(`activity.${path}.${name}.${at}`, kind, (value as unknown[])[at], item);
    }
  }
  expect(shown).toEqual(stated);
  expect(activity.tickets.map(({ serviceId }: { serviceId: string }) => serviceId)).toEqual(tickets.map(String));
  expect([...failedAt]).toEqual([]);
}

let texts: Record<string, string | Buffer>;
const unhandled = jest.fn();

beforeAll(async () => {
  process.on('unhandledRejection', unhandled);
});
afterAll(() => {
  process.off('unhandledRejection', unhandled);
});

describe.each(['program', 'library'])('in the %s', (use) => {
  let run: () => Promise<Response>;
  beforeAll(async () => {
    const paths = ['/api/participant/getList', '/api/participant/get', '/api/any', '/api/ticket/data'];
    const others = { '/api/activity/getFields': () => samples.getFormFields.reply };
    const service = await fakeService({
      ...others,
      ...Object.fromEntries(paths.map((path) => [path, (_hit, response) => void response.end(texts[path])])),
    });
    if (use === 'program') {
      const file = join(tmpdir(), 'any-text-operations.json');
      writeFileSync(file, JSON.stringify(operationsFile));
      const program = await programOver(service.url, {
        OPERATIONS_FILE: file,
        EVENT_SERVICE_RETRIES: '0',
      });
      run = () => program.run(query);
    } else {
      const graph = closedAfterwards(
        await createEventGraph({
          url: service.url,
          publicKey: 'p',
          privateKey: 'k',
          activityIds: [1001],
          operations: operationsFile,
          service: { retries: 0 },
        }),
      );
      const document = parse(query);
      run = async () => {
        const contextValue = graph.createContext({ caller: { name: 'me', scopes: [...graph.scopes] } });
        const result = await execute({ schema: graph.schema, document, contextValue });
        return JSON.parse(JSON.stringify({ data: result.data ?? null, errors: result.errors ?? [] })) as Response;
      };
    }
  });

  test('every value that is shown stands in the reply, and every other one is an error at its place', async () => {
    await fc.assert(
      fc.asyncProperty(replied, async (values) => {
        texts = replyTexts(values);
        expectStatedValues(values, await run());
      }),
      { numRuns: 100 },
    );
    expect(unhandled).not.toHaveBeenCalled();
  }, 60_000);
});
