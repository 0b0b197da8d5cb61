import { attendeeDetail, checkInMatch, listedAttendee } from '../../../service/samples.js';
import { fakeService, type FakeService } from '../../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../../support/graph.js';

let matches: unknown[];
let service: FakeService;
let graph: GraphUnderTest;
beforeAll(async () => {
  service = await fakeService({
    '/applets/index/beforeCheckIn': () => ({ code: 1, data: matches }),
    '/api/participant/getList': () => ({ code: 1, data: [listedAttendee], total: 1 }),
    '/api/participant/get': () => ({ code: 1, data: attendeeDetail }),
  });
  graph = await graphOver(service.url);
});
beforeEach(() => {
  matches = [checkInMatch];
  service.hits.length = 0;
});

async function lookUp(selection: string, { deviceType = 'PC', activityId = '1001' } = {}): Promise<unknown> {
  const input = `{ activityId: "${activityId}", token: "t", userId: "88", deviceType: ${deviceType}, pointId: "5", signCode: "WANGWEI01" }`;
  const { data, errors } = await graph.run(`{ checkInLookup(input: ${input}) { ${selection} } }`);
  expect(errors).toEqual([]);
  return data['checkInLookup'];
}
const paths = () => service.hits.map(({ path }) => path);

test('`checkInLookup` sends the input to the activity that it names', async () => {
  await lookUp('qrCode', { activityId: '1002', deviceType: 'IPAD' });
  expect(service.hits.map(({ query }) => query)).toEqual([
    { token: 't', form_id: '1002', user_id: '88', device_type: 'ipad', point_id: '5', sign_code: 'WANGWEI01' },
  ]);
});

test('`checkInLookup` returns every attendee that the code matches, and none for a code that matches none', async () => {
  matches = [checkInMatch, { ...checkInMatch, qrcode: 'OTHER' }];
  expect(await lookUp('qrCode')).toEqual([{ qrCode: 'WANGWEI01' }, { qrCode: 'OTHER' }]);
  matches = [];
  expect(await lookUp('qrCode')).toEqual([]);
});

test.each([
  ['name', '/api/participant/getList'],
  ['name points', '/api/participant/get'],
])('the attendee { %s } of a match is read by %s', async (selection, path) => {
  expect(await lookUp(`attendee { ${selection} }`)).toEqual([{ attendee: expect.objectContaining({ name: '王伟' }) }]);
  expect(paths()).toEqual(['/applets/index/beforeCheckIn', path]);
});

test('a check-in match without the id of an attendee has a null attendee, without a further call', async () => {
  matches = [{}];
  expect(await lookUp('attendeeId attendee { name }')).toEqual([{ attendeeId: null, attendee: null }]);
  expect(paths()).toEqual(['/applets/index/beforeCheckIn']);
});
