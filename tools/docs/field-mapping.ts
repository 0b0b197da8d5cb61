/*
 * docs/field-mapping.md: where the graph has each field and parameter of the interface. Most fields of records are found by the tables of
 * src/records. What follows from several members, and the parameters, are stated here.
 */

import { entityTypeOf } from '../../src/graph/type-names.js';
import { AttendeeReview, Attendee, FaceSync, WechatProfile } from '../../src/records/attendee.js';
import { CheckInMatch } from '../../src/records/check-in.js';
import { listOfEntityKind, type ContentEntityKind } from '../../src/records/content-kind.js';
import { FormField } from '../../src/records/form-field.js';
import type { Declaration } from '../../src/records/record.js';
import * as records from '../../src/records/records.generated.js';
import { ScheduleLink, ScheduleLive } from '../../src/records/schedule.js';
import { contentEndpoint } from '../../src/service/endpoints.js';
import { documented, namesIn, recordSectionOf, sectionOf } from './interface-page.js';

/** The text of each row behind its name, by the keys of `documented`: the places in backticks, then perhaps a remark. */
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const stated: Texts = {
  '1': {
    code: '`extensions.code`. 0 is `UPSTREAM_REJECTED`; 1 returns the data.',
    msg: '`extensions.upstream.message`. Of a failure only, and masked.',
    data: '`Activity.goods`. One example: see the row `data` of each reply.',
    url: '`SsoLogin.url`. In §4.2 it is a description.',
    time: 'left out: its meaning is not known.',
  },
  '2.1': {
    type: '`FormField.type`, `FormField.kind`',
    value: '`FormField.defaultValue`, `FormField.options`',
    hidden: '`FormField.hidden`, `FormField.required`',
    form_id: '`FormField.activityId`. The requested activity, whose form has the field, even if the field names another one.',
    custom_store: '`CheckInField.storedValue`',
  },
  '2.2': {
    form_id: '`Attendee.activityId`. An attendee of another activity than the requested one is not shown.',
    eamil: '`Attendee.email`',
    company_tax_id: '`Attendee.companyTaxId`',
    content:
      '`Attendee.content`, `Attendee.customFields`, `Attendee.customField(name:)`. An object in the detail; in the list, JSON in a string.',
    sign_code: '`Attendee.signCode`, `Attendee.qrCodeUrl`',
    rfid: 'left out: reserved.',
    token: 'left out: reserved.',
    source: '`Attendee.source`, `Attendee.sourceCode`',
    other_channel: '`Attendee.otherChannel`',
    review: '`Attendee.review.state`, `Attendee.review.code`',
    undone: 'left out: reserved.',
    avatar_status: '`Attendee.faceSync.status`, `Attendee.faceSync.statusCode`',
    points: '`Attendee.points`',
  },
  '2.3': {
    activity_id: '`ScheduleItem.activityId`. The requested activity, to which the item belongs.',
    parent_id: '`ScheduleItem.parentId`',
    link_title: '`ScheduleItem.link.title`',
    interval_time: '`ScheduleItem.interval.start`, `ScheduleItem.interval.end`, `ScheduleItem.endsAt`',
    link: '`ScheduleItem.link.mode`, `ScheduleItem.link.value`, `ScheduleItem.link.label`, `ScheduleItem.link.appId`',
    all_children: '`ScheduleItem.children.title`, `ScheduleItem.children.serviceId`',
  },
  '2.4': {
    ca_category_id: '`Article.category`, `Category.articles`',
    form_id: '`Article.activityId`. The requested activity, to which the article belongs.',
    post_content: '`Article.content(format: RAW_HTML)`, `Article.content(format: SAFE_HTML)`, `Article.content(format: TEXT)`',
  },
  '2.5': { parent_id: '`Category.parentId`' },
  '2.6': {
    num: '`TicketItem.totalStock`, `TicketItem.remainingStock`, `Goods.totalStock`, `Goods.remainingStock`',
    sold_num:
      '`TicketItem.soldStock`, `TicketItem.remainingStock`, `TicketItem.soldOut`, `Goods.soldStock`, `Goods.remainingStock`, `Goods.soldOut`',
    money: '`TicketItem.unitPrice`, `Goods.unitPrice`. A number for tickets, a decimal string for goods. The digits stay the same.',
  },
  '2.7': {
    sso_token: '`SsoLogin.token`',
    sso_state: '`SsoLogin.state`',
    expire_date: '`SsoLogin.expireDate`. The unit is not known.',
  },
  '4.1 request': { activity_id: '`Query.activity(id:)`. Without an id, the default activity.' },
  '4.1 reply': { data: '`Activity.formFields`' },
  '4.2 request': {
    name: '`AddAttendeesInput.contact.name`',
    mobile: '`AddAttendeesInput.contact.mobile`',
    'data[0][name]': '`AddAttendeesInput.attendees.name`',
    'data[0][mobile]': '`AddAttendeesInput.attendees.mobile`',
    'data[0][<field key>]': '`AddAttendeesInput.attendees.fields`',
    'data[0][sign_code]': '`AddAttendeesInput.attendees.signCode`',
    'data[1][name]': '`AddAttendeesInput.attendees.name`',
    'data[1][mobile]': '`AddAttendeesInput.attendees.mobile`',
    'data[1][<field key>]': '`AddAttendeesInput.attendees.fields`',
    'data[1][sign_code]': '`AddAttendeesInput.attendees.signCode`. Not sent if none is given.',
    channel: '`AddAttendeesInput.channel`',
  },
  '4.2 reply': {
    code: '`ActivityUserError.code`. 0 is the user error `REJECTED`, with the `msg` of the service.',
    url: '`AddAttendeesPayload.description`. A description of the result.',
    ids: '`AttendeeRegistration.attendeeId`',
    sign_code_arr: '`AttendeeRegistration.signCode`, `AttendeeRegistration.qrCodeUrl`',
    order_ids: '`AttendeeRegistration.orderId`',
  },
  '4.3 request': {
    pagesize: '`Activity.attendees(first:)`',
    page: '`Activity.attendees(offset:)`, `Activity.attendees(after:)`',
    ids: '`Query.attendeesByIds(ids:)`, `AttendeeLookup.id`',
  },
  '4.3 reply': {
    data: '`AttendeeConnection.nodes`, `AttendeeEdge.node`, `Query.attendeesByIds`',
    total: '`AttendeeConnection.totalCount`, `PageInfo.hasNextPage`',
  },
  '4.4 request': {
    mobile: '`AttendeeLookup.mobile`',
    id: '`AttendeeLookup.id`. If a detail field is selected. Otherwise `ids` of §4.3 carries it, in batches.',
    email: '`AttendeeLookup.email`',
    openid: '`AttendeeLookup.openId`',
  },
  '4.4 reply': { data: '`Query.attendee`, `Activity.attendee`' },
  '4.5 request': {
    token: '`CheckInLookupInput.token`',
    user_id: '`CheckInLookupInput.userId`',
    device_type: '`CheckInLookupInput.deviceType`',
    form_id: '`CheckInLookupInput.activityId`',
    point_id: '`CheckInLookupInput.pointId`',
    sign_code: '`CheckInLookupInput.signCode`',
  },
  '4.5 reply': {
    data: '`Query.checkInLookup`',
    'data[].id': '`CheckInMatch.attendeeId`',
    'data[].fields': '`CheckInMatch.fields.field.label`, `CheckInMatch.fields.storedValue`',
    'data[].rfid': 'left out: reserved (§2.2).',
  },
  '4.6 reply': {
    data: '`ScheduleDay.date`, `ScheduleDay.items`, `Activity.schedule(from:)`, `Activity.schedule(to:)`',
    total: '`ActivitySchedule.totalCount`',
  },
  '4.7 reply': {
    'data.data': '`ArticleList.items`, `Activity.article(id:)`',
    'data.itemsCount': '`ArticleList.itemsCount`',
    'data.total': '`ArticleList.total`',
    'data.currentPage': '`ArticleList.currentPage`',
  },
  '4.8 request': { parent_id: '`Activity.categories(parentId:)`, `Category.children`' },
  '4.10 request': { goods_id: '`Activity.goods(id:)`' },
  '4.11 request': { mobile: '`SsoLoginInput.mobile`', is_add: '`SsoLoginInput.addIfMissing`' },
  '4.11 reply': {
    code: '`ActivityUserError.code`',
    msg: '`ActivityUserError.message`',
    url: '`SsoLogin.url`',
    data: '`SsoLoginPayload.login`',
  },
  '5': {
    UserPublicKey: '`EVENT_SERVICE_PUBLIC_KEY`',
    ActivityId: '`EVENT_SERVICE_ACTIVITY_IDS`, `Query.activity(id:)`',
    Time: '`EVENT_SERVICE_CLOCK_OFFSET_SECONDS`. It is added to the clock of the machine: Unix seconds, for each attempt.',
    Version: '`EVENT_SERVICE_SIGNATURE_VERSION`',
    Signature:
      '`EVENT_SERVICE_PRIVATE_KEY`, `EVENT_SERVICE_SIGNATURE_TEMPLATE`, `EVENT_SERVICE_SIGNATURE_ALGORITHM`. Or the module of `EVENT_SERVICE_SIGNER_MODULE`: the rule of the signature is not known.',
  },
};

/** A record, where the graph has it, and the section that documents it. A member has this prefix there. */
type Table = readonly [section: string, path: string, record: object, prefix?: string];

const entities = (Object.keys(listOfEntityKind) as ContentEntityKind[]).map((kind) => {
  const { section } = contentEndpoint(listOfEntityKind[kind]);
  return { section, typeName: entityTypeOf({ kind }), field: listOfEntityKind[kind] };
});

const tables: readonly Table[] = [
  ['2.1', 'FormField', FormField],
  ['2.2', 'Attendee', Attendee],
  ['2.2', 'Attendee.wechat', WechatProfile],
  ['2.2', 'Attendee.review', AttendeeReview],
  ['2.2', 'Attendee.faceSync', FaceSync],
  ['2.3', 'ScheduleItem.live', ScheduleLive],
  ['2.3', 'ScheduleItem.link', ScheduleLink, 'link.'],
  ['4.5 reply', 'CheckInMatch', CheckInMatch, 'data[].'],
  ...entities.map(({ section, typeName }): Table => {
    const record = Object.values(records).find(({ declaration }) => declaration.name === typeName)!;
    return [recordSectionOf(section), typeName, record];
  }),
];

/** The fields of a record's table, and of those of the classes that it extends. */
function fieldsOf(record: object): readonly (readonly [name: string, field: Declaration['fields'][string]])[] {
  const base = Object.getPrototypeOf(record) as object;
  const { declaration } = record as { declaration?: Declaration };
  return declaration === undefined ? [] : [...fieldsOf(base), ...Object.entries(declaration.fields)];
}

/** The places of each member that the graph has in a field of the same record. */
function placesByTables(): Record<string, Record<string, Set<string>>> {
  const places: Record<string, Record<string, Set<string>>> = {};
  const add = (section: string, member: string, place: string) => ((places[section] ??= {})[member] ??= new Set()).add(`\`${place}\``);
  for (const [section, path, record, prefix = ''] of tables) {
    for (const [name, field] of fieldsOf(record)) {
      if (field.decode === null || field.graph === null) continue;
      add(section, prefix + field.member, `${path}.${name}`);
      if (name === 'serviceId') add(section, field.member, `${path}.id`);
    }
  }
  for (const { section, field } of entities) add(`${section} reply`, 'data', `Activity.${field}`);
  return places;
}

/** A documented field or parameter, and where the graph has it. */
export interface Row {
  /** A key of `documented`, such as "2.2" or "4.3 request". */
  readonly section: string;
  readonly name: string;
  /** The text of the row behind the name. */
  readonly text: string;
  /** Fields and arguments of the graph, members of its errors, or settings. Empty for what the graph leaves out. */
  readonly places: readonly string[];
}

const byTables = placesByTables();

/** The text of a row; undefined if nothing states it. */
const textOf = (section: string, name: string): string | undefined =>
  stated[section]?.[name] ?? (byTables[section]?.[name] && [...byTables[section][name]].join(', '));

/** Whether §1 explains a member of a reply: it has no row of its own. */
const isOfEnvelope = (section: string, name: string): boolean =>
  section.endsWith(' reply') && ['code', 'msg', 'url', 'time'].includes(name) && textOf(section, name) === undefined;

/** One row for each documented field and parameter. @throws Error for one that the graph has nowhere, and that is not left out by a row */
export const rows: readonly Row[] = Object.entries(documented).flatMap(([section, names]) =>
  names
    .filter((name) => !isOfEnvelope(section, name))
    .map((name) => {
      const text = textOf(section, name);
      if (text === undefined) throw new Error(`State in tools/docs/field-mapping.ts where the graph has \`${name}\` of §${section}.`);
      return { section, name, text, places: text.startsWith('left out') ? [] : namesIn(text.split('. ')[0]!) };
    }),
);

/** The rows that are stated here, but not documented. */
export const undocumentedRows: readonly string[] = Object.entries(stated).flatMap(([section, texts]) =>
  Object.keys(texts)
    .filter((name) => !documented[section]?.includes(name))
    .map((name) => `§${section} ${name}`),
);

const intro = `<!-- Generated by \`npm run docs\` from tools/docs/field-mapping.ts and the tables of src/records; do not edit. -->
# Field mapping: where the graph has each field of the interface

By the sections of [the interface](event-service-interface.md): \`Type.field\`, \`Type.field(argument:)\` or \`Input.member\` of the graph, \`extensions.…\` of an
error, or a [setting](settings.md), in capitals. The members \`code\`, \`msg\`, \`url\` and \`time\` of an envelope are in §1, unless a reply has another use for
them. \`test/field-mapping\` changes each over HTTP.
`;

/** The page as Markdown, in the order of the interface. */
export function fieldMappingPage(): string {
  const sections = Object.keys(documented).toSorted((one, other) => sortKey(one) - sortKey(other));
  const page = sections.map((section) => {
    const lines = rows
      .filter((row) => row.section === section)
      .map(({ name, places, text }) => `- \`${name}\`${places.length === 0 ? ` is ${text}` : `: ${text}`}`);
    return `\n## ${heading(section)}\n\n${lines.join('\n')}\n`;
  });
  return intro + page.join('');
}

/** Sorts §4.2 before §4.10, and leaves a request before its reply. */
function sortKey(section: string): number {
  const [chapter = 0, part = 0] = section.split(/[. ]/).map(Number);
  return chapter * 1000 + (Number.isNaN(part) ? 0 : part);
}

function heading(section: string): string {
  const [number = '', part] = section.split(' ');
  return `§${number} ${sectionOf(number).title}${part === undefined ? '' : `, ${part}`}`;
}
