import { hasNoValue, list, optionalString, recordId, string } from '../records/decode.js';
import type { ServiceId } from '../records/ids.js';
import type { RegistrationReply } from '../records/registration.js';
import type { ReplyPosition } from '../records/reply-position.js';
import type { Envelope } from './envelope.js';
import { entriesOf, isRecord } from './json/json.js';

/** The reply of §4.2 for a number of registrants. @throws UpstreamInvalidResponseError if it does not have an id and a code for each */
export function registrationReply({ raw, position }: Envelope, registrants: number): RegistrationReply {
  const [idsPosition, codesPosition, ordersPosition] = [
    position.child('ids'),
    position.child('sign_code_arr'),
    position.child('order_ids'),
  ];
  const ids = itemsByKey(raw.ids, idsPosition);
  const codes = pairedWith(ids, raw.sign_code_arr, codesPosition);
  const orders = hasNoValue(raw.order_ids) ? noItems : pairedWith(ids, raw.order_ids, ordersPosition);
  for (const [items, itemsPosition] of [
    [ids, idsPosition],
    [codes, codesPosition],
  ] as const)
    if (items.size !== registrants) throw itemsPosition.invalid(`an array of ${registrants}, one for each registrant`);
  return {
    description: optionalString(raw.url, position.child('url')),
    registrations: [...ids].map(([key, id]) => ({
      serviceId: recordId(id, idsPosition.child(key)) as ServiceId,
      signCode: string(codes.get(key), codesPosition.child(key)),
      orderId: optionalString(orders.get(key), ordersPosition.child(key)),
    })),
  };
}

/** The items of a list by their positions, or of an object with number keys by its keys, in the order of the reply. */
type ItemsByKey = ReadonlyMap<string | number, unknown>;
const noItems: ItemsByKey = new Map();

function itemsByKey(raw: unknown, position: ReplyPosition): ItemsByKey {
  const items = list(raw, position);
  return new Map<string | number, unknown>(isRecord(raw) ? entriesOf(raw) : [...items.entries()]);
}

/**
 * The items of a second list, whose keys are those of the first one. Where one of them has positions and the other has keys, it is not known
 * which items belong together. @throws UpstreamInvalidResponseError
 */
function pairedWith(ids: ItemsByKey, raw: unknown, position: ReplyPosition): ItemsByKey {
  const items = itemsByKey(raw, position);
  const [key] = ids.keys();
  for (const other of items.keys())
    if (typeof other !== typeof key || (typeof other === 'string' && !ids.has(other))) throw position.invalid('the keys of ids');
  return items;
}
