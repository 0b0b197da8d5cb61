import type { JsonBody, ReplyBytes } from './json-body.js';
import { scanText, type ScannedToken } from './json-scan.js';
import { ScannedRecord, valueAt, type LayoutColumns } from './scanned-record.js';

/**
 * Scans an object whose members are scalars and one to four lists of records. Stores the positions of the records' values in the body.
 *
 * @returns null for everything else, which is left to JSON.parse. Another kind of list or object would be parsed as a whole
 * anyway, so scanning the rest would save nothing.
 */
export function scanObject(body: JsonBody): Readonly<Record<string, unknown>> | null {
  const { bytes } = body;
  const scanned = scanText(bytes);
  if (scanned === null) return null;
  const layouts = scanned.layouts.map((keys) => columnsOf(bytes, keys));
  const object: Record<string, unknown> = {};
  for (const { key, value, records } of scanned.members) {
    const name = stringAt(bytes, key);
    // JSON.parse creates a member of this name; an assignment would set the prototype.
    if (name === '__proto__') return null;
    object[name] =
      records === null
        ? valueAt(bytes, value.start, value.markedEnd)
        : recordsOf(body, layouts, scanned.positions, records.first, records.count);
  }
  body.positions = scanned.positions;
  return object;
}

function recordsOf(
  body: JsonBody,
  layouts: readonly LayoutColumns[],
  positions: Int32Array,
  first: number,
  count: number,
): ScannedRecord[] {
  const records: ScannedRecord[] = [];
  for (let at = first; records.length < count;) {
    const columns = layouts[positions[at]!]!;
    records.push(new ScannedRecord(body, columns, at + 1));
    at += 1 + 2 * columns.count;
  }
  return records;
}

function columnsOf(bytes: ReplyBytes, keys: readonly ScannedToken[]): LayoutColumns {
  return { count: keys.length, indexes: new Map(keys.map((key, index) => [stringAt(bytes, key), index])) };
}

const stringAt = (bytes: ReplyBytes, { start, markedEnd }: ScannedToken): string => valueAt(bytes, start, markedEnd) as string;
