/*
 * The endpoints of §4.12, which the interface names without path and payload: the sandbox invents them. examples/operations.json binds them.
 */

import type { AttendeeRecord } from './attendee-record.js';
import { digits, existing, json, Rejection, signed, success, type SandboxEndpoint, type SignedCall } from './endpoint.js';
import { detailedRecord, sandboxCheckIn } from './endpoints.js';
import { hash } from './registration.js';
import type { ActivitySeed } from './seed/activities.js';
import { pictureAddress } from './seed/names.js';
import type { ScheduleRecord } from './seed/schedule.js';
import type { OrderRecord, SandboxActivity } from './store.js';

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
    const contains = (text: string) => text.toLowerCase().includes(keyword);
    const found = activity.attendees.filter(
      (record) => record.delete_time === 0 && [record.contact, record.company, record.mobile].some(contains),
    );
    return success(pageOf(found, parameters, 20).map(detailedRecord), { total: found.length });
  }),
  // Changes the given columns of an attendee.
  signed('POST /api/participant/edit', ['id', 'contact?', 'company?', 'email?', 'label?'], (call) => {
    const { contact, company, email, label } = Object.fromEntries(call.parameters);
    const changed: AttendeeRecord = {
      ...attendeeById(call),
      ...(contact !== undefined && { contact }),
      ...(company !== undefined && { company }),
      ...(email !== undefined && { email, eamil: email }),
      ...(label !== undefined && { label }),
      update_time: call.time,
    };
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
  signed('POST /api/schedule/getCategoryList', [], ({ activity: { seed } }) => {
    const categories = new Map([...seed.schedule.values()].flat().map(({ cate_id, cate_name }) => [cate_id, cate_name]));
    return success([...categories].map(([id, name]) => ({ id, name, sort: String(id) })));
  }),
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
    return success([
      { name: 'name', label: 'Company', sort: 1, ...common },
      { name: 'booth', label: 'Booth', sort: 2, ...common },
      { name: 'website', label: 'Website', sort: 3, ...common },
    ]);
  }),
  // Orders tickets for an attendee. An order that costs nothing is paid (state 2). Any other is unpaid (1) for a quarter of an hour, and then
  // expired (3).
  signed('POST /api/order/add', ['ticket_id', 'participant_id', 'num?'], ({ activity, parameters, time }) => {
    const ticket = byId(activity.tickets, parameters, 'ticket', 'ticket_id');
    const participant = existing(activity.attendee(digits(parameters, 'participant_id')), 'attendee');
    const num = digits(parameters, 'num', 1);
    if (num < 1 || num > ticket.num - ticket.sold_num)
      throw new Rejection('Parameter num must be from 1 to the remaining stock of the ticket.');
    const id = 9001 + activity.orders.length;
    const cents = Math.round(Number(ticket.money) * 100) * num;
    const order: OrderRecord = {
      id,
      order_sn: `S${activity.id}${id}`,
      ticket_id: ticket.id,
      participant_id: participant.id,
      num,
      amount: (cents / 100).toFixed(2),
      create_time: time,
      pay_time: cents === 0 ? time : 0,
    };
    activity.orders.push(order);
    return success(sentOrder(activity, order, time));
  }),
  signed('GET /api/order/get', ['order_sn'], (call) => success(orderOf(call))),
  // The address at which an unpaid order can be paid again.
  signed('POST /api/order/repay', ['order_sn'], (call) => {
    const order = orderOf(call);
    if (order.state !== 1) throw new Rejection('Parameter order_sn must be an unpaid order: this one is paid or has expired.');
    return success(order);
  }),
  // The speakers are the guests of the schedule; the track of their first item is their category.
  signed('GET /api/guest/getCategoryList', [], ({ activity }) => {
    const all = speakersOf(activity.seed);
    const categories = new Map(all.map(({ cate_id, cate_name }) => [cate_id, cate_name]));
    const countOf = (category: number) => String(all.filter(({ cate_id }) => cate_id === category).length);
    return success([...categories].map(([id, name]) => ({ id, name, count: countOf(id) })));
  }),
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

/** The order that the parameter order_sn names, as it is sent. @throws Rejection */
function orderOf({ activity, parameters, time }: SignedCall): ReturnType<typeof sentOrder> {
  const order = activity.orders.find(({ order_sn }) => order_sn === parameters.get('order_sn'));
  return sentOrder(activity, existing(order, 'order', 'number'), time);
}

const paymentSeconds = 900;

function sentOrder(activity: SandboxActivity, { ticket_id, participant_id, ...order }: OrderRecord, time: number) {
  const state = order.pay_time > 0 ? 2 : time < order.create_time + paymentSeconds ? 1 : 3;
  const participant = activity.attendee(participant_id);
  return {
    ...order,
    state,
    ticket: activity.tickets.find(({ id }) => id === ticket_id),
    participant: participant && detailedRecord(participant),
    pay_url: state === 1 ? `https://event.example/pay/${order.order_sn}` : '',
  };
}

const companies = ['Harbour Labs', 'Quiet River Studios', 'Northwind Data', 'Blue Crane Robotics', '星河智能', 'Pier Four Coffee'];

/** The exhibitors of the conference. The workshop has none. */
function exhibitorsOf({ seed }: SandboxActivity) {
  if (seed.goods.length === 0) return [];
  return companies.map((name, index) => ({
    id: 801 + index,
    name,
    booth: `${'ABC'[index % 3]}${10 + index}`,
    website: index === 5 ? '' : `https://exhibitor.example/${801 + index}`,
    sponsor: index < 2 ? 1 : 0,
    contact: { name: `Desk ${801 + index}`, email: `desk${801 + index}@exhibitor.example` },
    products: [{ title: 'Starter kit', price: '49.00' }, ...(index < 2 ? [{ title: 'Flagship', price: 1299 }] : [])],
  }));
}

const employers = [...companies.slice(0, 3), ''];

/** The speakers in the order of their first schedule item, with all their items. */
function speakersOf({ schedule }: Pick<ActivitySeed, 'schedule'>) {
  const items = new Map<string, ScheduleRecord[]>();
  for (const item of [...schedule.values()].flat().flatMap(withChildren)) {
    for (const { name } of item.guest_more) items.set(name, [...(items.get(name) ?? []), item]);
  }
  return [...items].map(([name, agenda], index) => ({
    id: 601 + index,
    name,
    company_name: employers[index % employers.length]!,
    intro: `<p>Speaks about “${agenda[0]!.title}”.</p>`,
    cate_id: agenda[0]!.cate_id,
    cate_name: agenda[0]!.cate_name,
    // PHP writes an empty object as an empty array.
    avatar: index % 3 === 2 ? [] : { url: pictureAddress('speaker', 601 + index) },
    is_keynote: agenda.some(({ cate_name }) => cate_name === 'Keynote') ? '1' : '0',
    agenda: agenda.map((item) => ({ ...item, all_children: [] })),
  }));
}

const withChildren = (item: ScheduleRecord): readonly ScheduleRecord[] => [item, ...item.all_children.flatMap(withChildren)];
