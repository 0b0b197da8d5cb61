/*
 * For clients that use Apollo Client: how its cache keeps what has no id. Plain data and functions; it imports nothing.
 *
 *   new InMemoryCache({ possibleTypes, typePolicies })
 *
 * Objects with an id need nothing: their ids are global. Without these rows, two views that select different parts of an
 * object without id would take its parts away from each other, and ask again, and again.
 */

/** Which types an interface has: what is selected by a fragment on it is found in the cache only with this. */
export const possibleTypes: Record<string, string[]> = { ActivityStockItem: ['Goods', 'TicketItem'] };

/** Whatever the cache holds of one type without id is merged, part by part. */
const merged = { merge: true } as const;

/** Lists of objects without id are merged item by item, each with the one of the same key; items are those of the newer list. */
const itemByItem = { merge: joined } as const;

/**
 * Give it to the cache, or spread it into type policies of your own. The names are those of a graph without TYPE_PREFIX.
 * Pages of attendees make one list with `relayStylePagination(['offset'])` for `Activity.fields.attendees`; select `edges`, not `nodes`.
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

  Activity: { fields: { formFields: itemByItem } },
  Attendee: { fields: { customFields: itemByItem } },
  Query: { fields: { checkInLookup: itemByItem } },
} as const;

type Stored = Readonly<Record<string, unknown>>;

/** What tells an item from the others of its list, as far as it was selected. */
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

/** The newer list; each of its items with what the older list knows of the same item. */
function joined(older: unknown, newer: unknown): unknown {
  if (!Array.isArray(older) || !Array.isArray(newer)) return newer;
  const known = new Map(older.map((item: unknown) => [keyOf(item), item]));
  return newer.map((item: unknown) => (keyOf(item) === undefined ? item : combined(known.get(keyOf(item)), item)));
}

/** Objects of one type without id, part by part; of anything else the newer. */
function combined(older: unknown, newer: unknown): unknown {
  if (Array.isArray(newer)) return joined(older, newer);
  if (!isStored(older) || !isStored(newer) || older['__typename'] === undefined || older['__typename'] !== newer['__typename'])
    return newer;
  const parts = Object.entries(newer).map(([name, part]) => [name, combined(older[name], part)]);
  return { ...older, ...Object.fromEntries(parts) };
}

/**
 * A cursor is kept only beside one that both have: the pages that relayStylePagination makes one list of go through here too,
 * and a cursor of one page in another would put wrong cursors on its edges. So views of one page select `endCursor` in common.
 */
function pageInfo(older: Stored | undefined, newer: Stored): Stored {
  const samePage = ['startCursor', 'endCursor'].some((name) => newer[name] !== undefined && newer[name] === older?.[name]);
  const kept = Object.entries(older ?? {}).filter(([name]) => samePage || !name.endsWith('Cursor'));
  return { ...Object.fromEntries(kept), ...newer };
}
