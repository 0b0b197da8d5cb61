/* The paths to an object of each type, and the arguments of fields, for the table of scopes. */

import { textOf } from '../../repository/files.js';
import { formAnswers } from '../../support/form-answers.js';
import { ownMobile } from '../program.js';

const entity = (typeName: string, id: string) =>
  `{ _entities(representations: [{ __typename: "${typeName}", id: "${id}" }]) { ... on ${typeName} { % } } }`;
const node = (typeName: string, id: string) => `{ node(id: "${id}") { ... on ${typeName} { % } } }`;
const checkIn =
  'checkInLookup(input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "WANGWEI01" })';
const formValues = `[${formAnswers.map(({ name, value }) => `{ name: "${name}", value: "${value}" }`).join(' ')}]`;
/** $mobile is a number that is not registered, and that of the caller: each request has another one. */
const adding = `addAttendees(input: { contact: { name: "A", mobile: "$mobile" }, attendees: [{ name: "A", mobile: "$mobile", fields: ${formValues} }] })`;
const refused = 'addAttendees(input: { contact: { name: "A", mobile: "$mobile" }, attendees: [] })';
export const mutation = (text: string) => `mutation { ${text} }`;
/** Its order has the number S10019001, if it is the first. */
export const order = 'createOrder(ticketId: "402", attendeeId: "attendee:1001:700001")';
const one = 'attendee(by: { id: "700001" })';

const stated: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Query: { '': '{ % }' },
  Activity: {
    activity: '{ activity { % } }',
    activities: '{ activities { % } }',
    activitiesByIds: '{ activitiesByIds(ids: ["1001"]) { % } }',
    _entities: entity('Activity', '1001'),
    node: node('Activity', '1001'),
    'Attendee.activity': `{ ${one} { activity { % } } }`,
  },
  AttendeeConnection: { 'Activity.attendees': '{ activity { attendees(first: 1) { % } } }' },
  AttendeeEdge: { edges: '{ activity { attendees(first: 1) { edges { % } } } }' },
  PageInfo: { pageInfo: '{ activity { attendees(first: 1) { pageInfo { % } } } }' },
  Attendee: {
    'Query.attendee': `{ ${one} { % } }`,
    'Activity.attendee': `{ activity { ${one} { % } } }`,
    attendeesByIds: '{ attendeesByIds(ids: ["700001"]) { % } }',
    nodes: '{ activity { attendees(first: 1) { nodes { % } } } }',
    _entities: entity('Attendee', 'attendee:1001:700001'),
    node: node('Attendee', 'attendee:1001:700001'),
    viewer: '{ activity { viewer { % } } }',
    'CheckInMatch.attendee': `{ ${checkIn} { attendee { % } } }`,
    searchAttendees: '{ activity { searchAttendees(keyword: "王伟") { % } } }',
  },
  WechatProfile: { attendee: `{ ${one} { wechat { % } } }`, viewer: '{ activity { viewer { wechat { % } } } }' },
  AttendeeReview: { attendee: `{ ${one} { review { % } } }`, viewer: '{ activity { viewer { review { % } } } }' },
  FaceSync: { attendee: `{ ${one} { faceSync { % } } }`, viewer: '{ activity { viewer { faceSync { % } } } }' },
  CustomFieldValue: {
    customFields: `{ ${one} { customFields { % } } }`,
    customField: `{ ${one} { customField(name: "name1712900104") { % } } }`,
    viewer: '{ activity { viewer { customFields { % } } } }',
  },
  FormField: {
    'Activity.formFields': '{ activity { formFields { % } } }',
    'CustomFieldValue.field': `{ ${one} { customFields { field { % } } } }`,
    'CheckInField.field': `{ ${checkIn} { fields { field { % } } } }`,
    'viewer.customFields.field': '{ activity { viewer { customFields { field { % } } } } }',
    exhibitorFields: '{ activity { exhibitorFields { % } } }',
  },
  ActivitySchedule: { schedule: '{ activity { schedule { % } } }' },
  ScheduleDay: { days: '{ activity { schedule { days { % } } } }' },
  ScheduleItem: {
    items: '{ activity { schedule { days { items { % } } } } }',
    children: '{ activity { schedule { days { items { children { % } } } } } }',
    _entities: entity('ScheduleItem', 'scheduleItem:1001:2001'),
    node: node('ScheduleItem', 'scheduleItem:1001:2001'),
    talks: '{ activity { speakers { talks { % } } } }',
  },
  LocalInterval: { interval: '{ activity { schedule { days { items { interval { % } } } } } }' },
  ScheduleLive: { live: '{ activity { schedule { days { items { live { % } } } } } }' },
  ScheduleLink: { link: '{ activity { schedule { days { items { link { % } } } } } }' },
  ArticleList: { articles: '{ activity { articles { % } } }' },
  Article: {
    items: '{ activity { articles { items { % } } } }',
    article: '{ activity { article(id: "6001") { % } } }',
    'Category.articles': '{ activity { categories { articles { % } } } }',
    _entities: entity('Article', 'article:1001:6001'),
    node: node('Article', 'article:1001:6001'),
    articleDetail: '{ activity { articleDetail(id: "6001") { % } } }',
  },
  Category: {
    categories: '{ activity { categories { % } } }',
    children: '{ activity { categories { children { % } } } }',
    'Article.category': '{ activity { article(id: "6001") { category { % } } } }',
    _entities: entity('Category', 'category:1001:301'),
    node: node('Category', 'category:1001:301'),
  },
  TicketItem: {
    tickets: '{ activity { tickets { % } } }',
    _entities: entity('TicketItem', 'ticketItem:1001:401'),
    node: node('TicketItem', 'ticketItem:1001:401'),
    'Order.ticket': '{ activity { order(number: "S10019001") { ticket { % } } } }',
  },
  Goods: { goods: '{ activity { goods { % } } }', _entities: entity('Goods', 'goods:1001:501'), node: node('Goods', 'goods:1001:501') },
  CheckInMatch: { checkInLookup: `{ ${checkIn} { % } }` },
  CheckInField: { fields: `{ ${checkIn} { fields { % } } }` },
  Mutation: { '': mutation('%') },
  AddAttendeesPayload: { addAttendees: mutation(`${adding} { % }`) },
  AttendeeRegistration: { registrations: mutation(`${adding} { registrations { % } }`) },
  ActivityUserError: {
    'AddAttendeesPayload.userErrors': mutation(`${refused} { userErrors { % } }`),
    'SsoLoginPayload.userErrors': mutation('ssoLogin(input: { mobile: "$mobile" }) { userErrors { % } }'),
  },
  SsoLoginPayload: { ssoLogin: mutation('ssoLogin(input: { mobile: "$mobile" }) { % }') },
  SsoLogin: { login: mutation(`ssoLogin(input: { mobile: "${ownMobile}" }) { login { % } }`) },
  Subscription: { '': 'subscription { % }' },
  CheckInEvent: { checkIns: 'subscription { checkIns { % } }' },
  SpeakerCategory: { speakerCategories: '{ activity { speakerCategories { % } } }' },
  Speaker: {
    speakers: '{ activity { speakers { % } } }',
    speakersOfCategory: '{ activity { speakersOfCategory(categoryId: "32") { % } } }',
    speaker: '{ activity { speaker(id: "601") { % } } }',
  },
  ScheduleCategory: { scheduleCategories: '{ activity { scheduleCategories { % } } }' },
  Exhibitor: { exhibitors: '{ activity { exhibitors { % } } }', exhibitor: '{ activity { exhibitor(id: "801") { % } } }' },
  Product: { products: '{ activity { exhibitor(id: "801") { products { % } } } }' },
  Order: { order: '{ activity { order(number: "S10019001") { % } } }', createOrder: mutation(`${order} { result { % } }`) },
  CheckInToken: { checkInToken: '{ activity { checkInToken { % } } }' },
  CheckInPoint: { points: '{ activity { checkInToken { points { % } } } }' },
  Authorisation: { authorisation: '{ activity { authorisation { % } } }' },
  ModifyAttendeePayload: { modifyAttendee: mutation('modifyAttendee(attendeeId: "attendee:1001:700006", label: "A") { % }') },
  DeleteAttendeePayload: { deleteAttendee: mutation('deleteAttendee(attendeeId: "attendee:1001:700007") { % }') },
  SendSmsCodePayload: { sendSmsCode: mutation('sendSmsCode(attendeeId: "attendee:1001:700006") { % }') },
  CreateOrderPayload: { createOrder: mutation(`${order} { % }`) },
  RepayOrderPayload: { repayOrder: mutation('repayOrder(number: "S10019001") { % }') },
  RedirectLoginPayload: { redirectLogin: mutation(`redirectLogin(mobile: "${ownMobile}", to: "/x") { % }`) },
};

/** The path to each type that has none above and that a field of an activity leads to. */
const derived = [...textOf('schema/event-graph.graphql').matchAll(/^type Activity .*?^}/gms)]
  .flatMap(([activity]) => [...activity.matchAll(/^  (\w+): \[?(\w+)/gm)])
  .filter(([, , type]) => !Object.hasOwn(stated, type!) && textOf('schema/event-graph.graphql').includes(`\ntype ${type} `))
  .map(([, field, type]) => [type, { [field!]: `{ activity { ${field} { % } } }` }] as const);

/** The paths to an object of each type, with % in place of its fields. Those that begin with `viewer` need a scope of the caller itself. */
export const paths: typeof stated = { ...stated, ...Object.fromEntries(derived) };

const lookups = [
  '(by: { id: "700001" })',
  '(by: { mobile: "10000700002" })',
  '(by: { email: "zoe.mueller@example.com" })',
  '(by: { openId: "oSandbox-700002" })',
];
/** The arguments of a field that requires some; further texts are other ways to call it, with scopes of their own. */
export const calls: Readonly<Record<string, readonly string[]>> = {
  'Query.activitiesByIds': ['(ids: ["1001"])'],
  'Query.attendee': lookups,
  'Activity.attendee': lookups,
  'Query.attendeesByIds': ['(ids: ["700001"])'],
  'Query.checkInLookup': [checkIn.slice('checkInLookup'.length)],
  'Query.node': ['(id: "1001")', '(id: "attendee:1001:700001")', '(id: "goods:1001:501")'],
  'Query._entities': [
    '(representations: [{ __typename: "Activity", id: "1001" }])',
    '(representations: [{ __typename: "Attendee", id: "attendee:1001:700001" }])',
    '(representations: [{ __typename: "Article", id: "article:1001:6001" }])',
  ],
  'Activity.article': ['(id: "6001")'],
  'Activity.scheduleItem': ['(id: "2001")'],
  'Activity.category': ['(id: "301")'],
  'Activity.ticket': ['(id: "401")'],
  'Activity.goodsItem': ['(id: "501")'],
  'Attendee.customField': ['(name: "name1712900104")'],
  'Mutation.addAttendees': [
    adding.slice('addAttendees'.length),
    '(input: { validateOnly: true, contact: { name: "A", mobile: "$mobile" }, attendees: [] })',
    '(input: { contact: { name: "A", mobile: "10000900000" }, attendees: [] })',
  ],
  'Mutation.ssoLogin': [
    '(input: { mobile: "$mobile" })',
    '(input: { mobile: "$mobile", addIfMissing: true })',
    '(input: { mobile: "10000700002" })',
  ],
  'Activity.searchAttendees': ['(keyword: "王伟")'],
  'Activity.signCodeByMobile': ['(mobile: "10000700001")'],
  'Activity.order': ['(number: "S10019001")'],
  'Activity.articleDetail': ['(id: "6001")'],
  'Activity.speakersOfCategory': ['(categoryId: "32")'],
  'Activity.speaker': ['(id: "601")'],
  'Activity.exhibitor': ['(id: "801")'],
  'Mutation.modifyAttendee': ['(attendeeId: "attendee:1001:700006", label: "A")'],
  'Mutation.deleteAttendee': ['(attendeeId: "attendee:1001:700008")'],
  'Mutation.sendSmsCode': ['(attendeeId: "attendee:1001:700006")'],
  'Mutation.createOrder': [order.slice('createOrder'.length)],
  'Mutation.repayOrder': ['(number: "S10019001")'],
  'Mutation.redirectLogin': [`(mobile: "${ownMobile}", to: "/x")`],
};
