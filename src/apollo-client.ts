/*
 * Type policies for Apollo Client's cache. Plain data and functions without imports.
 *
 *   new InMemoryCache({ possibleTypes, typePolicies })
 *
 * Objects with an id need no policy, because their ids are global. Objects without an id need one: when two components select
 * different fields of such an object, each response would replace the fields of the other, and both would fetch again without end.
 */

/** The types of each interface. The cache needs them to read fragments on an interface. */
export const possibleTypes: Record<string, string[]> = { ActivityStockItem: ['Goods', 'TicketItem'] };

/** Merges objects of a type without id, field by field. */
const merged = { merge: true } as const;

/** Merges lists of objects without id: the items of the newer list, each with the fields of the older item of the same key. */
const itemByItem = { merge: mergedList } as const;

/**
 * The type policies, for `InMemoryCache`. You can spread them into policies of your own. The names are those of a graph without
 * TYPE_PREFIX. To show pages of attendees as one list, add `relayStylePagination(['offset'])` for `Activity.fields.attendees`, and
 * select `edges`, not `nodes`.
 */
export const typePolicies = {
  ActivitySchedule: { ...merged, fields: { days: itemByItem } },
  ActivityUserError: merged,
  AddAttendeesPayload: merged,
  ArticleList: merged,
  AttendeeConnection: { ...merged, fields: { edges: itemByItem } },
  AttendeeEdge: merged,
  AttendeeRegistration: merged,
  AttendeeReview: merged,
  CheckInField: merged,
  CheckInMatch: { ...merged, fields: { fields: itemByItem } },
  CustomFieldValue: merged,
  FaceSync: merged,
  FormField: merged,
  LocalInterval: merged,
  PageInfo: { merge: pageInfo },
  ScheduleDay: merged,
  ScheduleLink: merged,
  ScheduleLive: merged,
  SsoLogin: merged,
  SsoLoginPayload: merged,
  WechatProfile: merged,

  Activity: {
    fields: {
      formFields: itemByItem,
    },
  },
  Attendee: { fields: { customFields: itemByItem } },
  Query: { fields: { checkInLookup: itemByItem } },
} as const;

/** An object in the cache. */
type Stored = Readonly<Record<string, unknown>>;

/** The key of an item in its list, by type. undefined if the key's field was not selected. */
const keys: Readonly<Record<string, (item: Stored) => unknown>> = {
  AttendeeEdge: (edge) => reference(edge['node']) ?? edge['cursor'],
  CheckInField: ({ field }) => (isStored(field) ? field['name'] : undefined),
  CheckInMatch: ({ attendeeId }) => attendeeId,
  CustomFieldValue: ({ name }) => name,
  FormField: ({ name }) => name,
  ScheduleDay: ({ date }) => date,
};

const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && !Array.isArray(value);
const reference = (value: unknown): unknown => (isStored(value) ? value['__ref'] : undefined);

function keyOf(item: unknown): unknown {
  const key = isStored(item) ? keys[String(item['__typename'])]?.(item) : undefined;
  return key ?? undefined;
}

/** Returns the newer list, each item with the fields of the same item in the older list. */
function mergedList(older: unknown, newer: unknown): unknown {
  if (!Array.isArray(older) || !Array.isArray(newer)) return newer;
  const known = new Map(older.map((item: unknown) => [keyOf(item), item]));
  return newer.map((item: unknown) => (keyOf(item) === undefined ? item : mergedValue(known.get(keyOf(item)), item)));
}

/** Merges two objects of one type without id. For any other values it returns the newer one. */
function mergedValue(older: unknown, newer: unknown): unknown {
  if (Array.isArray(newer)) return mergedList(older, newer);
  if (!isStored(older) || !isStored(newer) || older['__typename'] === undefined || older['__typename'] !== newer['__typename'])
    return newer;
  const fields = Object.entries(newer).map(([name, value]) => [name, mergedValue(older[name], value)]);
  return { ...older, ...Object.fromEntries(fields) };
}

/**
 * Merges two PageInfo objects, which may belong to one page or, as relayStylePagination calls this function, to two pages of a list.
 * A cursor of one page would be wrong in another. So cursors of the older object are used only if the two have a cursor in common,
 * which shows that they belong to one page. Components that share a page should both select `endCursor`.
 */
function pageInfo(older: Stored | undefined, newer: Stored): Stored {
  const samePage = ['startCursor', 'endCursor'].some((name) => newer[name] !== undefined && newer[name] === older?.[name]);
  const olderFields = Object.entries(older ?? {}).filter(([name]) => samePage || !name.endsWith('Cursor'));
  return { ...Object.fromEntries(olderFields), ...newer };
}
