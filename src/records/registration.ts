/* Registrations: what a caller sends, what the service replies, and the result of both. */

import { entriesOf, isRecord } from '../json/json.js';
import { decodeList, decodeOptionalString, decodeRecordId, hasNoValue } from './decode.js';
import type { ServiceId } from './ids.js';
import { type Envelope, type ReplyPosition } from './reply.js';
import type { UserError } from './user-error.js';

/** The input of a registration: one contact who registers one or more people (§4.2). */
export interface NewRegistration {
  readonly contact: { readonly name: string; readonly mobile: string };
  readonly registrants: readonly NewRegistrant[];
  readonly channel: string | null;
}

export interface NewRegistrant {
  readonly name: string;
  readonly mobile: string;
  /** Form answers for the fields besides name and mobile. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** At most 10 characters (§8). */
  readonly signCode: string | null;
}

/** The service's reply to a registration: one entry for each registrant, in the order of the input (§4.2). */
export interface RegistrationReply {
  readonly description: string | null;
  readonly registrations: readonly RegisteredAttendee[];
}

/** The numbers and the code of a new attendee. */
export interface RegisteredAttendee {
  readonly serviceId: ServiceId;
  readonly signCode: string;
  readonly orderId: string | null;
}

export interface RegistrationResult {
  /** null if nothing was registered. */
  readonly reply: RegistrationReply | null;
  /** Whether this is the result of another call with the same idempotency key, an earlier or a concurrent one. */
  readonly replayed: boolean;
  readonly userErrors: readonly UserError[];
}

/** The reply of §4.2 for a number of registrants. @throws UpstreamInvalidResponseError if it does not have an id and a code for each */
export function registrationReply({ raw, position }: Envelope, registrants: readonly Pick<NewRegistrant, 'signCode'>[]): RegistrationReply {
  const idsPosition = position.child('ids');
  const codesPosition = position.child('sign_code_arr');
  const ordersPosition = position.child('order_ids');
  const ids = itemsByKey(raw.ids, idsPosition);
  const codes = pairedWith(ids, raw.sign_code_arr, codesPosition);
  const orders = hasNoValue(raw.order_ids) ? noItems : pairedWith(ids, raw.order_ids, ordersPosition);
  const oneForEach = `an array of ${registrants.length}, one for each registrant`;
  if (ids.size !== registrants.length) throw idsPosition.invalid(oneForEach);
  if (codes.size !== registrants.length) throw codesPosition.invalid(oneForEach);
  // Keys from 0 on are those of the request, `data[0]`. PHP keeps them when it sorts.
  const keys = registrants.map((_, index) => String(index));
  const inOrder = keys.every((key) => ids.has(key)) ? keys.map((key) => [key, ids.get(key)] as const) : [...ids];
  return {
    description: decodeOptionalString(raw.url, position.child('url')),
    registrations: inOrder.map(([key, id], index) => ({
      serviceId: decodeRecordId(id, idsPosition.child(key)),
      signCode: decodeOptionalString(codes.get(key), codesPosition.child(key)) ?? registrants[index]!.signCode ?? '',
      orderId: decodeOptionalString(orders.get(key), ordersPosition.child(key)),
    })),
  };
}

/** The items of a list by their positions, or of an object with number keys by its keys, in the order of the reply. */
type ItemsByKey = ReadonlyMap<string | number, unknown>;
const noItems: ItemsByKey = new Map();

function itemsByKey(raw: unknown, position: ReplyPosition): ItemsByKey {
  const items = decodeList(raw, position);
  return new Map<string | number, unknown>(isRecord(raw) ? entriesOf(raw) : [...items.entries()]);
}

/**
 * The items of a second list, whose keys are those of the first one. Where one of them has positions and the other has keys, it is not
 * known which items belong together. @throws UpstreamInvalidResponseError
 */
function pairedWith(ids: ItemsByKey, raw: unknown, position: ReplyPosition): ItemsByKey {
  const items = itemsByKey(raw, position);
  const [key] = ids.keys();
  for (const other of items.keys())
    if (typeof other !== typeof key || (typeof other === 'string' && !ids.has(other))) throw position.invalid('the keys of ids');
  return items;
}
