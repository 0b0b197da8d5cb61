/* The fingerprint of a list of stock. Two lists with the same fingerprint have the same values, so that no event is sent. */

import { visitInSlices } from '../../primitives/visit-in-slices.js';
import type { StockItem } from '../../records/stock.js';
import { valueOr } from '../broken-values.js';

/** The fields whose change is an event of a stock feed: all of them. A new field of StockItem compiles only with an entry here. */
const comparedFields: Readonly<Record<keyof StockItem, true>> = {
  kind: true,
  id: true,
  serviceId: true,
  activityId: true,
  name: true,
  totalStock: true,
  soldStock: true,
  remainingStock: true,
  soldOut: true,
  unitPrice: true,
};

const fieldNames = Object.keys(comparedFields) as readonly (keyof StockItem)[];

/** Returns a string that is equal for two lists if all fields of all items are equal, in the same order. */
export async function stockFingerprint(items: readonly StockItem[]): Promise<string> {
  let text = '';
  await visitInSlices(items, (item) => (text += JSON.stringify(fieldNames.map((name) => comparable(item, name)))));
  return text;
}

/** The value of a field, or null if it is broken: a broken value must not hide changes of other values. */
function comparable(item: StockItem, name: keyof StockItem): StockItem[keyof StockItem] | null {
  return valueOr(() => item[name], null);
}
