/* The calls of pages of attendees: one or two for each page, none for further fields of the list. */

import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const LIST = 'participant/getList';
const ids = (count: number) => Array.from({ length: count }, (_, index) => 700_001 + index);

test.each<[first: number, offset: number, calls: number]>([
  [20, 0, 1],
  [20, 20, 1],
  [20, 10, 1],
  [1, 1199, 1],
  [7, 3, 1],
  [100, 0, 1],
  [100, 100, 1],
  [100, 1100, 1],
  [50, 25, 1],
  [100, 50, 2],
  [100, 99, 2],
  [60, 59, 2],
  [20, 5000, 1],
])('attendees, first %i from offset %i, cost %i call(s)', async (first, offset, calls) => {
  const page = await sandbox.cost(
    `
      {
        activity {
          attendees(first: ${first}, offset: ${offset}) {
            totalCount
            nodes { serviceId }
            pageInfo { hasNextPage hasPreviousPage }
          }
        }
      }
    `,
  );
  expect({ calls: page.calls, errors: page.errors }).toEqual({ calls: { [LIST]: calls }, errors: [] });
  const { nodes, totalCount, pageInfo } = page.data.activity.attendees;
  expect(nodes.map(({ serviceId }: { serviceId: string }) => Number(serviceId))).toEqual(ids(1200).slice(offset, offset + first));
  expect({ totalCount, pageInfo }).toEqual({
    totalCount: 1200,
    pageInfo: { hasNextPage: offset + first < 1200, hasPreviousPage: offset > 0 },
  });
  for (const { form } of sandbox.hits) expect(Number(form['pagesize'])).toBeLessThanOrEqual(100);
});

test('the same page under two aliases costs one call, and another page another', async () => {
  const { calls } = await sandbox.cost(
    `
      {
        activity {
          a: attendees(first: 5) { nodes { name } }
          b: attendees(first: 5, offset: 0) { nodes { id } }
          c: attendees(first: 5, offset: 5) { nodes { id } }
        }
      }
    `,
  );
  expect(calls).toEqual({ [LIST]: 2 });
});

test('a page of 100 of which only `totalCount` is selected costs one call with `pagesize` 1', async () => {
  const { data, calls } = await sandbox.cost('{ activity { attendees(first: 100, offset: 50) { totalCount __typename } } }');
  expect({ totalCount: data.activity.attendees.totalCount, calls }).toEqual({ totalCount: 1200, calls: { [LIST]: 1 } });
  expect(sandbox.hits[0]!.form).toEqual({ pagesize: '1', page: '1' });
});

test('`totalCount` in a fragment beside a page that `@include` excludes costs one call with `pagesize` 1', async () => {
  const query = `
    query ($page: Boolean!) {
      activity { attendees { ...Count nodes @include(if: $page) { id } } }
    }
    fragment Count on AttendeeConnection {
      totalCount
    }
  `;
  await sandbox.cost(query, { page: false });
  expect(sandbox.hits.map(({ form }) => form['pagesize'])).toEqual(['1']);
  await sandbox.cost(query, { page: true });
  expect(sandbox.hits.map(({ form }) => form['pagesize'])).toEqual(['20']);
});

test('the fields of the list of attendees cost no further call', async () => {
  const fields = `
    id serviceId activityId activity { id } contactId
    name namePinyin nameInitials mobile email idCardNumber company avatarUrl content
    orderNumber label signCode qrCodeUrl shortLink source sourceCode channel openId wechat { nickname }
    review { state } registeredAt updatedAt deletedAt faceSync { status } certificateApplicationId`;
  const { calls, errors } = await sandbox.cost(`{ activity { attendees(first: 100) { nodes { ${fields} } } } }`);
  expect({ calls, errors }).toEqual({ calls: { [LIST]: 1 }, errors: [] });
});
