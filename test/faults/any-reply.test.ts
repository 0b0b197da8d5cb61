import fc from 'fast-check';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../support/graph.js';

/** Selects every field that reads a value of the service. */
const everything = `
  fragment A on Attendee {
    id serviceId contactId name namePinyin nameInitials mobile email idCardNumber company companyTaxId avatarUrl orderNumber label signCode qrCodeUrl
    shortLink source sourceCode channel otherChannel openId wechat { nickname avatarUrl sex area } review { state code comment reviewedAt enabled }
    registeredAt updatedAt deletedAt faceSync { status statusCode message inCloud } certificateApplicationId points content customFields { name value field { name label options } }
    customField(name: "name1") { value }
  }
  fragment S on ScheduleItem {
    id serviceId parentId title subtitle introduction place startsAt endsAt interval { start end } guestId guestName guests meetingId meetingPassword
    live { liveId type name url } link { mode title value label appId } timeCategoryId timeCategoryName categoryId categoryName hiddenStatus createdAt deletedAt
  }
  query Everything {
    attendee(by: { mobile: "10000700001" }) { ...A }
    attendeesByIds(ids: ["700001", "700002"]) { ...A }
    checkInLookup(input: { token: "t", userId: "1", deviceType: PC, pointId: "1", signCode: "c" }) {
      attendeeId avatarUrl fields { storedValue field { name type kind label defaultValue options sort hidden placeholder activityId } } qrCode tickets hotels pickups seats
    }
    activity {
      formFields(includeHidden: true) { name type kind label defaultValue options sort hidden placeholder }
      attendees(first: 3) { totalCount edges { cursor node { ...A } } pageInfo { hasNextPage endCursor } }
      schedule(from: "2026-01-01") { totalCount days { date items { ...S children { ...S } } } }
      articles { itemsCount total currentPage items {
        id title keywords content raw: content(format: RAW_HTML) text: content(format: TEXT) url categoryStructure category { id name } readCount likeCount
        createdAt publishedAt deletedAt editorType postStatus listOrder pinned pinnedUntil location videoStatus fileId mediaId userId parentId
      } }
      categories { id parentId name intro content thumbnailUrl articleCount children { id } articles { id } }
      tickets { id name totalStock soldStock remainingStock soldOut unitPrice }
      goods { id name totalStock soldStock remainingStock soldOut unitPrice }
    }
  }
  mutation Write {
    addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [{ name: "A", mobile: "1" }] }) {
      description registrations { attendeeId signCode qrCodeUrl orderId } userErrors { code message }
    }
    ssoLogin(input: { mobile: "1" }) { login { url token state expireDate } userErrors { code message } }
  }`;

const documented = new Set(['UPSTREAM_REJECTED', 'UPSTREAM_INVALID_RESPONSE', 'OUTCOME_UNKNOWN', 'BAD_USER_INPUT']);

/** The normal reply of each endpoint, recorded from the sandbox. */
let samples: Record<string, unknown>;
let service: FakeService;
let sandbox: Sandbox;
let graph: GraphUnderTest;
let replyTo: (path: string) => unknown;
const paths = [
  '/api/activity/getFields',
  '/api/participant/getList',
  '/api/participant/get',
  '/api/participant/add',
  '/applets/index/beforeCheckIn',
  '/api/schedule/getList',
  '/api/article/getList',
  '/api/article/getCategoryList',
  '/api/ticket/data',
  '/api/goods/data',
  '/api/participant/sso_login',
];

beforeAll(async () => {
  sandbox = await startSandbox();
  samples = await recordSamples(sandbox.url);
  service = await fakeService(Object.fromEntries(paths.map((path) => [path, () => replyTo(path)])));
  graph = await graphOver(service.url, { env: { EVENT_SERVICE_RETRIES: '0' } });
});
afterAll(async () => {
  await graph.close();
  await service.close();
  await sandbox.close();
});

async function expectOnlyDocumentedErrors(): Promise<void> {
  graph.defects.length = 0;
  for (const operationName of ['Everything', 'Write']) {
    const { errors } = await graph.run(everything, {}, { operationName });
    expect(graph.defects).toEqual([]);
    expect(errors.filter(({ extensions }) => !documented.has(extensions.code))).toEqual([]);
  }
}

test('normal replies cause no error', async () => {
  replyTo = (path) => samples[path];
  await expectOnlyDocumentedErrors();
});

test('a null among guests or pick-ups is left out', async () => {
  const guests = { '2026-05-15': [{ id: 1, title: 'T', guest_more: [null, { name: 'A' }] }] };
  const match = { id: 7, pickup_data: [null, { name: 'Bag' }] };
  replyTo = (path) =>
    path.includes('schedule') ? { code: 1, data: guests, total: 1 } : path.includes('CheckIn') ? { code: 1, data: [match] } : samples[path];
  const { data } = await graph.run(everything, {}, { operationName: 'Everything' });
  expect(data.activity.schedule.days[0].items[0].guests).toEqual([{ name: 'A' }]);
  expect(data.checkInLookup[0].pickups).toEqual([{ name: 'Bag' }]);
  await expectOnlyDocumentedErrors();
});

test('any JSON value, as the reply of every operation, yields data or a documented error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.constantFrom(0, 1, '1', undefined),
      fc.constantFrom('data', 'total', 'ids'),
      async (value, code, member) => {
        replyTo = () => (code === undefined ? value : { code, [member]: value });
        await expectOnlyDocumentedErrors();
      },
    ),
    { numRuns: 300 },
  );
}, 120_000);

test('a normal reply with any value at any path yields data or a documented error', async () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(null, false, true, '', [], {}, 0, -1, 2 ** 53, 1e300, '12.50', '0', ' ', 'é😀', { __proto__: null }, [[[[]]]]),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 6 }),
      odd,
      async (path, steps, value) => {
        replyTo = (requested) => (requested === path ? withReplaced(structuredClone(samples[path]), steps, value) : samples[requested]);
        await expectOnlyDocumentedErrors();
      },
    ),
    { numRuns: 300 },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
}, 240_000);

/** Replaces the value at the path that the steps lead to. */
function withReplaced(value: unknown, [step, ...rest]: readonly number[], odd: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return odd;
  const keys = Object.keys(value).filter((key) => key !== 'code');
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return odd;
  const container = value as Record<string, unknown>;
  container[key] = withReplaced(container[key], rest, odd);
  return value;
}

/** Calls every operation of the sandbox once, and records its replies by path. */
async function recordSamples(url: string): Promise<Record<string, unknown>> {
  const { createRestClient } = await import('../../src/assembly/rest-client.js');
  const { sandboxKeys } = await import('../../src/sandbox/sandbox.js');
  const recorder = await fakeService(
    Object.fromEntries(
      paths.map((path) => [
        path,
        async (hit: { method: string; query: Record<string, string>; form: Record<string, string>; headers: Record<string, unknown> }) => {
          const body = new FormData();
          for (const [name, value] of Object.entries(hit.form)) body.append(name, value);
          const query = new URLSearchParams(hit.query).toString();
          const auth = hit.headers['service-auth'];
          const response = await fetch(`${url}${path}${query && `?${query}`}`, {
            method: hit.method,
            headers: typeof auth === 'string' ? { 'service-auth': auth } : {},
            ...(hit.method === 'POST' && { body }),
          });
          return (recorded[path] = await response.json());
        },
      ]),
    ),
  );
  const recorded: Record<string, unknown> = {};
  const client = await createRestClient({ url: recorder.url, ...sandboxKeys });
  await client.getFormFields(1002);
  await client.listAttendees(1001, { page: 1, pageSize: 3 });
  await client.getAttendee(1001, { mobile: '10000700001' });
  await client.lookUpCheckIn(1001, { token: 'sandbox-check-in-token', userId: '88', pointId: '5', deviceType: 'PC', signCode: 'FAMILY01' });
  await client.listSchedule(1001);
  await client.listArticles(1001);
  await client.listCategories(1001, {});
  await client.listTickets(1001);
  await client.listGoods(1001, {});
  await client.ssoLogin(1001, { mobile: '10000700001', addIfMissing: false });
  await client.addAttendees(1002, {
    contact: { name: 'A', mobile: '10012345678' },
    channel: null,
    registrants: [
      {
        name: 'A',
        mobile: '10012345678',
        signCode: null,
        fields: [
          { name: 'name1713000201', value: 'S' },
          { name: 'name1713000202', value: 'Morning' },
        ],
      },
    ],
  });
  await client.close();
  await recorder.close();
  // The form of the write below has no further field.
  recorded['/api/activity/getFields'] = {
    code: 1,
    data: [
      { name: 'name', type: 'input', sort: 1, hidden: 0 },
      { name: 'mobile', type: 'input', sort: 2, hidden: 0 },
    ],
  };
  return recorded;
}
