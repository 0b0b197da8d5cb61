/*
 * The endpoints of §4.12, which the interface names without path and payload: the sandbox invents them.
 * examples/operations.json binds them.
 */

import type { SandboxActivity } from './activity.js';
import type { AttendeeRecord } from './attendee-record.js';
import { digits, existing, json, Rejection, signed, success, type SandboxEndpoint, type SignedCall } from './endpoint.js';
import { detailedRecord, sandboxCheckIn } from './endpoints.js';
import { hash } from './registration.js';
import type { ActivitySeed } from './seed/activities.js';
import { pictureAddress } from './seed/names.js';
import type { ScheduleRecord } from './seed/schedule.js';

export const undocumentedEndpoints: readonly SandboxEndpoint[] = [
  // The token and the user id that the check-in lookup takes (§4.5).
  signed('POST /applets/index/getToken', [], ({ time }) => {
    const { token, userId, pointId } = sandboxCheckIn;
    const points = [{ id: pointId, name: 'Main entrance' }];
    return success({ token, user_id: Number(userId), points, expire_time: time + 7200 });
  }),
  // The address that signs an attendee in and leads to a page of the event.
  signed('POST /api/participant/redirect_login', ['mobile', 'redirect'], (call) => {
    const ticket = hash(`redirect ${attendeeByMobile(call).mobile}`);
    const page = encodeURIComponent(call.parameters.get('redirect') ?? '');
    return success([], { url: `https://event.example/login/${call.activity.id}?ticket=${ticket}&to=${page}` });
  }),
  // The rights of the organiser's key for the activity.
  signed('GET /api/auth/verify', ['form_id'], ({ activity, parameters, time }) => {
    const valid = parameters.get('form_id') === String(activity.id);
    return success({ valid: valid ? 1 : 0, permissions: ['participant', 'order', 'content'], expire_time: time + 86_400 });
  }),
  // Attendees whose name, company or mobile number contains a keyword, in pages of 20. Deleted ones are left out.
  signed('POST /api/participant/search', ['keywords', 'page?'], ({ activity, parameters }) => {
    const keyword = (parameters.get('keywords') ?? '').trim().toLowerCase();
    const found = activity.attendees.filter(
      ({ delete_time, contact, company, mobile }) => delete_time === 0 && `${contact} ${company} ${mobile}`.toLowerCase().includes(keyword),
    );
    return success(pageOf(found, parameters, 20).map(detailedRecord), { total: found.length });
  }),
  // Changes the given columns of an attendee.
  signed('POST /api/participant/edit', ['id', 'contact?', 'company?', 'email?', 'label?'], (call) => {
    const { id: _id, ...given } = Object.fromEntries(call.parameters);
    const emails = given['email'] === undefined ? {} : { eamil: given['email'] };
    const changed: AttendeeRecord = { ...attendeeById(call), ...given, ...emails, update_time: call.time };
    call.activity.put(changed);
    return success(detailedRecord(changed));
  }),
  signed('POST /api/participant/delete', ['id'], (call) => {
    call.activity.put({ ...attendeeById(call), delete_time: call.time, update_time: call.time });
    return success([]);
  }),
  // The check-in code of the attendee with a mobile number.
  signed('POST /api/participant/getSignCode', ['mobile'], (call) => success({ sign_code: attendeeByMobile(call).sign_code })),
  // Claims to send a code by SMS to an attendee. Nothing is sent.
  signed('POST /api/participant/sendSms', ['id'], (call) => {
    if (attendeeById(call).mobile === '') throw new Rejection('The attendee has no mobile number.');
    return json({ code: 1, msg: 'The code was sent.', data: [] });
  }),
  signed('POST /api/article/get', ['id'], ({ activity, parameters, time }) =>
    success(byId(activity.seed.articles, parameters, 'article'), { url: '', time }),
  ),
  signed('POST /api/schedule/getCategoryList', [], ({ activity: { seed } }) => success(categoriesOf([...seed.schedule.values()].flat()))),
  // The exhibitors in pages, with their total number.
  signed('POST /api/exhibitor/getList', ['page?', 'pagesize?'], ({ activity, parameters }) => {
    const all = exhibitorsOf(activity);
    const list = pageOf(all, parameters, 10).map(({ contact: _contact, products: _products, ...listed }) => listed);
    return success({ list, total: all.length });
  }),
  // One exhibitor with its contact and its products.
  signed('POST /api/exhibitor/get', ['id'], ({ activity, parameters }) => success(byId(exhibitorsOf(activity), parameters, 'exhibitor'))),
  signed('POST /api/exhibitor/getFields', [], ({ activity: { id: form_id } }) => {
    const common = { type: 'input', value: '', hidden: 0, placeholder: '', form_id };
    return success(['name', 'booth', 'website'].map((name, index) => ({ name, label: name, sort: index + 1, ...common })));
  }),
  // Orders tickets for an attendee. An order that costs nothing is paid (state 2), any other unpaid (1).
  signed('POST /api/order/add', ['ticket_id', 'participant_id', 'num?'], ({ activity, parameters, time }) => {
    const ticket = byId(activity.tickets, parameters, 'ticket', 'ticket_id');
    const participant = existing(activity.attendee(digits(parameters, 'participant_id')), 'attendee');
    const num = digits(parameters, 'num', 1);
    if (num < 1 || num > ticket.num - ticket.sold_num)
      throw new Rejection('Parameter num must be from 1 to the remaining stock of the ticket.');
    const id = 9001 + activity.orders.size;
    const isPaid = Number(ticket.money) === 0;
    const order = {
      id,
      order_sn: `S${activity.id}${id}`,
      num,
      amount: (Number(ticket.money) * num).toFixed(2),
      create_time: time,
      pay_time: isPaid ? time : 0,
      state: isPaid ? 2 : 1,
      pay_url: isPaid ? '' : `https://event.example/pay/${id}`,
      ticket: { ...ticket },
      participant: detailedRecord(participant),
    };
    activity.orders.set(order.order_sn, order);
    return success(order);
  }),
  signed('GET /api/order/get', ['order_sn'], (call) => success(orderOf(call))),
  // The address at which an unpaid order can be paid again.
  signed('POST /api/order/repay', ['order_sn'], (call) => {
    const order = orderOf(call);
    if (order['state'] !== 1) throw new Rejection('Parameter order_sn must be an unpaid order: this one is paid.');
    return success(order);
  }),
  // The speakers are the guests of the schedule; the track of their first item is their category.
  signed('GET /api/guest/getCategoryList', [], ({ activity }) => success(categoriesOf(speakersOf(activity.seed)))),
  signed('GET /api/guest/getList', ['cate_id?'], ({ activity, parameters }) => {
    const category = parameters.has('cate_id') ? digits(parameters, 'cate_id') : null;
    return success(speakersOf(activity.seed).filter(({ cate_id }) => category === null || cate_id === category));
  }),
  signed('GET /api/guest/get', ['id'], ({ activity, parameters }) => success(byId(speakersOf(activity.seed), parameters, 'speaker'))),
];

/** The record that a parameter names. @throws Rejection */
function byId<T extends { readonly id: number }>(
  records: readonly T[],
  parameters: SignedCall['parameters'],
  noun: string,
  name = 'id',
): T {
  const wanted = digits(parameters, name);
  return existing(
    records.find(({ id }) => id === wanted),
    noun,
  );
}

/** The page that the parameters `page` and `pagesize` name. */
function pageOf<T>(records: readonly T[], parameters: SignedCall['parameters'], usualSize: number): readonly T[] {
  const page = digits(parameters, 'page', 1);
  const size = digits(parameters, 'pagesize', usualSize);
  return records.slice((page - 1) * size, page * size);
}

/** The attendee that the parameter id names. @throws Rejection, also for a deleted one */
function attendeeById({ activity, parameters }: SignedCall): AttendeeRecord {
  const record = activity.attendee(digits(parameters, 'id'));
  return existing(record?.delete_time === 0 ? record : undefined, 'attendee');
}

/** The attendee that was registered last with a mobile number. @throws Rejection */
const attendeeByMobile = ({ activity, parameters }: SignedCall): AttendeeRecord =>
  existing(
    activity.lastAttendee(({ mobile }) => mobile === parameters.get('mobile')),
    'attendee',
    'mobile',
  );

/** The order that the parameter order_sn names. @throws Rejection */
const orderOf = ({ activity, parameters }: SignedCall) =>
  existing(activity.orders.get(parameters.get('order_sn') ?? ''), 'order', 'number');

/** The categories of schedule items or speakers, with the number of those in each. */
function categoriesOf(records: readonly Pick<ScheduleRecord, 'cate_id' | 'cate_name'>[]) {
  const names = new Map(records.map(({ cate_id, cate_name }) => [cate_id, cate_name]));
  const countOf = (id: number) => String(records.filter(({ cate_id }) => cate_id === id).length);
  return [...names].map(([id, name]) => ({ id, name, sort: String(id), count: countOf(id) }));
}

const companies = ['Harbour Labs', 'Quiet River Studios', '星河智能'];

/** The exhibitors of the conference. The workshop has none. */
function exhibitorsOf({ seed }: SandboxActivity) {
  const names = seed.goods.length === 0 ? [] : companies;
  return names.map((name, index) => ({
    id: 801 + index,
    name,
    booth: `A${10 + index}`,
    website: `https://exhibitor.example/${801 + index}`,
    sponsor: index === 0 ? 1 : 0,
    contact: { name: `Desk ${801 + index}`, email: `desk${801 + index}@exhibitor.example` },
    products: [{ title: 'Starter kit', price: '49.00' }],
  }));
}

/** The speakers in the order of their first schedule item, with all their items. The parts of an item have none of their own. */
function speakersOf({ schedule }: Pick<ActivitySeed, 'schedule'>) {
  const items = [...schedule.values()].flat();
  const names = [...new Set(items.flatMap(({ guest_more }) => guest_more.map(({ name }) => name)))];
  return names.map((name, index) => {
    const agenda = items.filter(({ guest_more }) => guest_more.some((guest) => guest.name === name));
    const [{ title, cate_id, cate_name }] = agenda as [ScheduleRecord];
    return {
      id: 601 + index,
      name,
      company_name: companies[index % companies.length]!,
      intro: `<p>Speaks about “${title}”.</p>`,
      cate_id,
      cate_name,
      avatar: { url: pictureAddress('speaker', 601 + index) },
      is_keynote: cate_name === 'Keynote' ? '1' : '0',
      agenda: agenda.map((item) => ({ ...item, all_children: [] })),
    };
  });
}
