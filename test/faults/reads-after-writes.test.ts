/* What a read sees that begins after a write, a write without a reply, or a pushed check-in, while an older read is still in flight. */

import { hookSecret, push, subscriber } from '../support/check-ins.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { gate } from '../support/gate.js';
import { programOver, type ProgramUnderTest } from '../support/program.js';
import { until } from '../support/until.js';

const mobile = '13800138000';
const register = `mutation { addAttendees(input: { contact: { name: "A", mobile: "${mobile}" }, attendees: [{ name: "A", mobile: "${mobile}" }] }) {
  registrations { attendeeId } } }`;
const countAttendees = '{ activity { attendees(first: 1) { totalCount } } }';
const findById = '{ attendee(by: { id: "attendee:1001:1" }) { name } }';
const findByMobile = `{ attendee(by: { mobile: "${mobile}" }) { name } }`;

let service: FakeService;
let program: ProgramUnderTest;
/** The number of attendees that are registered. */
let registered: number;
/** What each reply to a read of attendees waits for, after the service has read the records. */
let held: Promise<void>;
let repliesToWrites: boolean;

/** Holds the replies to reads of attendees that begin now; those that begin later are not held. @returns a function that sends them */
function hold(): () => void {
  const { open, opened } = gate();
  held = opened;
  return open;
}
const stopHolding = () => void (held = Promise.resolve());

beforeEach(async () => {
  registered = 0;
  repliesToWrites = true;
  stopHolding();
  const record = () => ({ id: 1, contact: `A ${registered}`, mobile, time: Math.floor(Date.now() / 1000), review: 1 });
  service = await fakeService({
    '/api/activity/getFields': { code: 1, data: [] },
    '/api/participant/getList': async () => {
      const reply = { code: 1, data: [record()], total: 1200 + registered };
      await held;
      return reply;
    },
    '/api/participant/get': async () => {
      const reply = registered === 0 ? { code: 0, msg: 'no such attendee' } : { code: 1, data: record() };
      await held;
      return reply;
    },
    '/api/participant/add': (_hit, response) => {
      registered += 1;
      return repliesToWrites
        ? { code: 1, url: 'registered', ids: [1], sign_code_arr: ['A1'], order_ids: ['o1'] }
        : void response.socket!.resetAndDestroy();
    },
  });
  program = await programOver(service.url, {
    EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such attendee',
    CHECK_IN_HOOK_SECRETS: hookSecret,
    CHECK_IN_HOOK_ATTENDEE: '/participant',
  });
});

const reads = () => service.hits.filter(({ path }) => path.includes('/participant/get')).length;

/** Sends a query whose reply from the service is held. @returns its response, and a function that releases it */
async function queryInFlight(query: string) {
  const [release, before] = [hold(), reads()];
  const response = program.run(query);
  await until(() => reads() > before, 10_000);
  stopHolding();
  return { response, release };
}

test.each([
  ['the list', countAttendees, { activity: { attendees: { totalCount: 1200 } } }, { activity: { attendees: { totalCount: 1201 } } }],
  ['an attendee by id', findById, { attendee: { name: 'A 0' } }, { attendee: { name: 'A 1' } }],
  ['an attendee by mobile number', findByMobile, { attendee: null }, { attendee: { name: 'A 1' } }],
])('a query of %s after a registration sees it, although an equal one from before is in flight', async (_what, query, before, after) => {
  // Unknown queries are prepared first, known ones may share an execution. Both must hold.
  for (const isKnown of [false, true]) {
    registered = 0;
    const older = await queryInFlight(query);
    expect((await program.run(register)).errors).toEqual([]);
    const newer = await program.run(query);
    older.release();
    expect({ isKnown, newer: newer.data, older: (await older.response).data }).toEqual({ isKnown, newer: after, older: before });
  }
});

test('the registrant of a lost reply is REGISTERED, although a lookup from before the registration is in flight', async () => {
  repliesToWrites = false;
  const older = await queryInFlight(findByMobile);
  const { errors } = await program.run(register);
  older.release();
  expect(errors[0]!.extensions).toMatchObject({ code: 'OUTCOME_UNKNOWN', registrants: [{ index: 0, status: 'REGISTERED' }] });
  expect((await older.response).data).toEqual({ attendee: null });
});

test('a check-in has the record from after its push, although the lookup for an earlier check-in is in flight', async () => {
  const desk = await subscriber(program, 'payload attendee { name }');
  const release = hold();
  await push(program, { participant: 1 });
  await until(() => reads() === 1, 10_000);
  stopHolding();
  registered = 5;
  const query = program.run(findById);
  await push(program, { participant: 1 });
  const afterPush = await program.run(findById);
  release();
  const names = [(await desk.next()).data.checkIns.attendee.name, (await desk.next()).data.checkIns.attendee.name];
  await desk.leave();
  await query;
  expect({ names, afterPush: afterPush.data }).toEqual({ names: ['A 0', 'A 5'], afterPush: { attendee: { name: 'A 5' } } });
});
