/* Writes the data of a response of which some objects are text already. */
import type { GraphQLError } from 'graphql';
import type { JsonText, JsonWriter } from '../../primitives/json-writer.js';

/** The result of an execution whose objects may be written as text. */
export interface TextResult {
  /** JSON text if objects have been written. Undefined if the response is too large. */
  readonly data?: Record<string, unknown> | JsonText | null;
  readonly errors?: readonly GraphQLError[];
}

/** An object that generated code has written, and its place in what the code has written. */
export class TextPart {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}
}

/** Writes a value of the response. @param parts contains the texts of the parts */
export function writeData(value: unknown, parts: JsonWriter, out: JsonWriter): void {
  if (value instanceof TextPart) out.copyFrom(parts, value.start, value.end);
  else if (typeof value !== 'object' || value === null) out.scalar(value);
  else if (Array.isArray(value)) writeItems(value, parts, out);
  else writeMembers(value as Record<string, unknown>, parts, out);
}

function writeMembers(object: Record<string, unknown>, parts: JsonWriter, out: JsonWriter): void {
  let before = '{';
  for (const key in object) {
    out.ascii(before);
    out.string(key);
    out.ascii(':');
    writeData(object[key], parts, out);
    before = ',';
  }
  out.ascii(before === '{' ? '{}' : '}');
}

function writeItems(items: readonly unknown[], parts: JsonWriter, out: JsonWriter): void {
  out.ascii('[');
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) out.ascii(',');
    const item = items[index];
    if (!(item instanceof TextPart)) {
      writeData(item, parts, out);
      continue;
    }
    // The code writes a comma before each object, so the texts of objects that it wrote one after the other are copied at once.
    let last = item;
    for (let next = items[index + 1]; next instanceof TextPart && next.start === last.end + 1; next = items[index + 1]) {
      last = next;
      index += 1;
    }
    out.copyFrom(parts, item.start, last.end);
  }
  out.ascii(']');
}
