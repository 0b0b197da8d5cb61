/*
 * The endpoints of the service as data. First what an endpoint states, then their table in the order of the interface, then
 * what follows from it. call.ts makes a call of an endpoint; bound.ts derives the endpoints that a file binds (§4.12).
 */

import type { JsonObject } from '../primitives/json-text.js';
import { Secret } from '../primitives/secret.js';
import { articleList, type ArticleList } from '../records/article.js';
import {
  attendeeOfAnyActivity,
  attendeePage,
  foundAttendee,
  type AttendeeDetail,
  type AttendeeLookup,
  type AttendeePage,
} from '../records/attendee.js';
import { Category } from '../records/category.js';
import { CheckInDevices, CheckInMatch, type CheckInQuery } from '../records/check-in.js';
import type { ContentKind } from '../records/content-kind.js';
import { formOf, type FormField } from '../records/form-field.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import { registrationReply, type NewRegistrant, type NewRegistration, type RegistrationReply } from '../records/registration.js';
import type { Envelope } from '../records/reply.js';
import { schedule, type Schedule } from '../records/schedule.js';
import { ssoLoginOf, type SsoLogin } from '../records/sso-login.js';
import { Goods, TicketItem } from '../records/stock.js';
import { recordsOfData } from '../records/wire-record.js';

/** One endpoint: how its request is encoded, sent and repeated, and how its reply is decoded. */
export interface Endpoint<Input, Output, By extends RepeatableBy = RepeatableBy> {
  /** Unique among the endpoints: reads and cache entries are distinguished by it, because endpoints may share a path. */
  readonly name: string;
  /** The section in docs/event-service-interface.md. */
  readonly section: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** `service`: the request carries Service-Auth (§5). `none`: the endpoint authenticates by its own parameters. */
  readonly auth: 'service' | 'none';
  /** Who may repeat the request after the service may have received it. */
  readonly repeatableBy: By;
  /**
   * The kind of content, or a lifetime, if replies are the same for all callers, so that they may be cached. Each kind has one endpoint.
   * Omitted for records of people and for writes, which are never cached.
   */
  readonly cachedAs?: ContentKind | { readonly ttlSeconds: number };
  /** The credentials and personal data in the input, which the service may repeat in its message of a rejection. They are masked there. */
  readonly secrets: (input: Input) => readonly Secret[];
  readonly encode: (input: Input, activityId: ActivityId) => EncodedRequest;
  /**
   * @throws UpstreamInvalidResponseError if a required member is missing, or is neither a list nor an object. Fields of records are decoded
   * when they are read.
   */
  readonly decode: (envelope: Envelope, activityId: ActivityId, input: Input) => Output;
}

/**
 * Who may repeat a request after the service may have received it. It decides whether the request is retried and recorded:
 *
 * - `transport`: a second request does no harm, as for a read. It is retried after a failure, over connections that are used again.
 * - `caller`: a second request takes effect again, as a second invitation does, and a caller may want that. The transport retries it
 *   only if the service certainly did nothing: nothing was sent, or it is busy. Each attempt has a new connection.
 * - `none`: a second request takes effect again, which no caller wants, as of a second registration. The transport treats it as `caller`.
 *   In addition it is recorded before it is sent (domain/at-most-once), so that a caller cannot repeat it by mistake. `write` of
 *   `OperationUpstream` takes the permit of that record.
 */
export type RepeatableBy = 'transport' | 'caller' | 'none';

/** The name and the value of a form field, both as text. */
export type FormEntry = readonly [name: string, value: string];

/**
 * A query string, and at most one body, such as `{ query: [['activity_id', '1001']] }` for a GET. Without one of the last three members the
 * request has no body: a POST without parameters has `{ form: [] }`, an empty multipart body, if the service expects one.
 */
export interface EncodedRequest {
  readonly query?: readonly FormEntry[];
  /** The fields of a multipart body, perhaps none. */
  readonly form?: readonly FormEntry[];
  /** The fields of an application/x-www-form-urlencoded body, perhaps none. */
  readonly urlEncoded?: readonly FormEntry[];
  /** The value of a JSON body. */
  readonly json?: JsonObject;
}

/** A read whose input has neither credentials nor personal data. */
const plainRead = { method: 'POST', auth: 'service', repeatableBy: 'transport', secrets: () => [] } as const;

/** An entry of the table, with its types. */
const endpoint = <Input, Output, By extends RepeatableBy>(stated: Omit<Endpoint<Input, Output, By>, 'name'>) => stated;

/** Returns a table whose endpoints have the names of their entries. */
function named<Table extends Readonly<Record<string, object>>>(table: Table) {
  const entries = Object.entries(table).map(([name, stated]) => [name, { name, ...stated }]);
  return Object.fromEntries(entries) as { readonly [Name in keyof Table]: Table[Name] & { readonly name: string } };
}

/**
 * The documented endpoints of §4 by name, in the order of their sections, for what concerns all of them: the REST client has a method for
 * each, and the tests have an input for each. Code that uses one imports it by its own name.
 */
export const endpoints = named({
  /** §4.1: all fields of an activity's registration form, in the order of the service. */
  getFormFields: endpoint<void, readonly FormField[], 'transport'>({
    ...plainRead,
    section: '4.1',
    method: 'GET',
    path: '/api/activity/getFields',
    cachedAs: 'fields',
    encode: (_input, activityId) => ({ query: [['activity_id', String(activityId)]] }),
    decode: formOf,
  }),
  /** §4.2: registers attendees under one contact. Each call adds further attendees. */
  addAttendees: endpoint<NewRegistration, RegistrationReply, 'none'>({
    section: '4.2',
    method: 'POST',
    path: '/api/participant/add',
    auth: 'service',
    repeatableBy: 'none',
    secrets: ({ contact, registrants }) =>
      [contact.name, contact.mobile, ...registrants.flatMap(textsOfRegistrant)].map((value) => new Secret(value)),
    encode: ({ contact, registrants, channel }) => ({
      form: [
        ['name', contact.name],
        ['mobile', contact.mobile],
        ...registrants.flatMap(registrantEntries),
        ...(channel === null ? [] : [['channel', channel] as const]),
      ],
    }),
    decode: (envelope, _activityId, { registrants }) => registrationReply(envelope, registrants),
  }),
  /** §4.3: one page of all attendees, or of those with the given ids. */
  listAttendees: endpoint<ListAttendeesInput, AttendeePage, 'transport'>({
    ...plainRead,
    section: '4.3',
    path: '/api/participant/getList',
    encode: ({ page, pageSize, ids }) => ({
      form: [['pagesize', String(pageSize)], ['page', String(page)], ...(ids ? [['ids', ids.join(',')] as const] : [])],
    }),
    decode: attendeePage,
  }),
  /**
   * §4.4: one attendee with all fields, by id, mobile number, e-mail address or open id.
   * @returns null if the reply contains no attendee, or one of another activity
   */
  getAttendee: endpoint<AttendeeLookup, AttendeeDetail | null, 'transport'>({
    section: '4.4',
    method: 'POST',
    path: '/api/participant/get',
    auth: 'service',
    repeatableBy: 'transport',
    secrets: (lookup) => ('id' in lookup ? [] : [new Secret(lookupEntry(lookup)[1])]),
    encode: (lookup) => ({ form: [lookupEntry(lookup)] }),
    decode: foundAttendee,
  }),
  /** §4.5: the attendees whose check-in code matches. The endpoint authenticates by its parameters, which are all in the query string. */
  lookUpCheckIn: endpoint<CheckInQuery, readonly CheckInMatch[], 'transport'>({
    section: '4.5',
    method: 'POST',
    path: '/applets/index/beforeCheckIn',
    auth: 'none',
    repeatableBy: 'transport',
    secrets: ({ token, userId, signCode }) => [new Secret(token), new Secret(userId), new Secret(signCode)],
    encode: ({ token, userId, deviceType, pointId, signCode }, activityId) => ({
      query: [
        ['token', token],
        ['user_id', userId],
        ['device_type', String(CheckInDevices.values[deviceType].code)],
        ['form_id', String(activityId)],
        ['point_id', pointId],
        ['sign_code', signCode],
      ],
    }),
    decode: (envelope, activityId) => recordsOfData(envelope, CheckInMatch, activityId),
  }),
  /** §4.6: the whole schedule by date. The interface documents no parameters, so none are sent. */
  listSchedule: endpoint<void, Schedule, 'transport'>({
    ...plainRead,
    section: '4.6',
    path: '/api/schedule/getList',
    cachedAs: 'schedule',
    encode: () => ({ form: [] }),
    decode: schedule,
  }),
  /** §4.7: the published articles. The interface documents no parameters, so none are sent. */
  listArticles: endpoint<void, ArticleList, 'transport'>({
    ...plainRead,
    section: '4.7',
    path: '/api/article/getList',
    cachedAs: 'articles',
    encode: () => ({ form: [] }),
    decode: articleList,
  }),
  /** §4.8: the article categories, or those under one parent. */
  listCategories: endpoint<{ readonly parentId?: ServiceId | undefined } | undefined, readonly Category[], 'transport'>({
    ...plainRead,
    section: '4.8',
    path: '/api/article/getCategoryList',
    cachedAs: 'categories',
    encode: (input) => ({ form: input?.parentId === undefined ? [] : [['parent_id', String(input.parentId)]] }),
    decode: (envelope, activityId) => recordsOfData(envelope, Category, activityId),
  }),
  /** §4.9: the stock of all tickets. The interface documents no parameters, so none are sent. */
  listTickets: endpoint<void, readonly TicketItem[], 'transport'>({
    ...plainRead,
    section: '4.9',
    path: '/api/ticket/data',
    cachedAs: 'tickets',
    encode: () => ({ form: [] }),
    decode: (envelope, activityId) => recordsOfData(envelope, TicketItem, activityId),
  }),
  /** §4.10: the stock of all goods, or of one item. */
  listGoods: endpoint<{ readonly goodsId?: ServiceId | undefined } | undefined, readonly Goods[], 'transport'>({
    ...plainRead,
    section: '4.10',
    path: '/api/goods/data',
    cachedAs: 'goods',
    encode: (input) => ({ form: input?.goodsId === undefined ? [] : [['goods_id', String(input.goodsId)]] }),
    decode: (envelope, activityId) => recordsOfData(envelope, Goods, activityId),
  }),
  /** §4.11: the address at which the attendee with a mobile number is signed in. Each call issues a new one, and may add the attendee. */
  ssoLogin: endpoint<SsoLoginQuery, SsoLogin, 'none'>({
    section: '4.11',
    method: 'POST',
    path: '/api/participant/sso_login',
    auth: 'service',
    repeatableBy: 'none',
    secrets: ({ mobile }) => [new Secret(mobile)],
    encode: ({ mobile, addIfMissing }) => ({ form: [['mobile', mobile], ...(addIfMissing ? [['is_add', '1'] as const] : [])] }),
    decode: ssoLoginOf,
  }),
});

export const {
  getFormFields,
  addAttendees,
  listAttendees,
  getAttendee,
  lookUpCheckIn,
  listSchedule,
  listArticles,
  listCategories,
  listTickets,
  listGoods,
  ssoLogin,
} = endpoints;

/**
 * `getAttendee` without its check of the activity: a record of another one does not show that the activity lacks the attendee. Nothing of
 * it may be returned to a caller.
 */
export const findRegistrant: Endpoint<AttendeeLookup, AttendeeDetail | null, 'transport'> = {
  ...getAttendee,
  name: 'findRegistrant',
  decode: attendeeOfAnyActivity,
};

/** All that is sent of a registrant. Any form answer may be an identity number or an address. */
function textsOfRegistrant({ name, mobile, fields, signCode }: NewRegistrant): readonly string[] {
  return [name, mobile, signCode ?? '', ...fields.map(({ value }) => value)];
}

function registrantEntries({ name, mobile, fields, signCode }: NewRegistrant, index: number): readonly FormEntry[] {
  return [
    [`data[${index}][name]`, name],
    [`data[${index}][mobile]`, mobile],
    ...fields.map((field) => [`data[${index}][${field.name}]`, field.value] as const),
    ...(signCode === null ? [] : [[`data[${index}][sign_code]`, signCode] as const]),
  ];
}

export interface ListAttendeesInput {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly ids?: readonly ServiceId[] | undefined;
}

function lookupEntry(lookup: AttendeeLookup): FormEntry {
  if ('id' in lookup) return ['id', String(lookup.id)];
  if ('mobile' in lookup) return ['mobile', lookup.mobile];
  if ('email' in lookup) return ['email', lookup.email];
  return ['openid', lookup.openId];
}

interface SsoLoginQuery {
  readonly mobile: string;
  /** Whether the service adds an attendee if none has this mobile number. */
  readonly addIfMissing: boolean;
}

export type Endpoints = typeof endpoints;

export type InputOf<Name extends keyof Endpoints> = Endpoints[Name] extends Endpoint<infer Input, infer _> ? Input : never;

/** The names of the endpoints of content that have no input. */
export type WholeListName = { [Name in keyof Endpoints]: InputOf<Name> extends void ? Name : never }[keyof Endpoints];

export function contentEndpoint(kind: ContentKind): Endpoint<unknown, unknown> {
  return byKind.get(kind)!;
}

const byKind = new Map((Object.values(endpoints) as readonly Endpoint<unknown, unknown>[]).map((each) => [each.cachedAs, each]));

/** Returns a function from a check-in code to the address of its QR image, which the service serves below its base address (§2.2). */
export function qrCodeUrlsBelow(baseUrl: string): (signCode: string) => string {
  const prefix = `${baseUrl.replace(/\/+$/, '')}/qrcode?content=`;
  return (signCode) => prefix + encodeURIComponent(signCode.toWellFormed());
}
