/* The text of one response: the objects that generated code has written, and the data around them. */

import type { GraphQLError } from 'graphql';
import { JsonText, JsonWriter } from '../../primitives/json-writer.js';
import { hasOnlyNulls } from '../../primitives/values.js';
import type { ObjectPlan, WriteObject } from './plan.js';
import type { ResponseSize } from './response-size.js';

/** Writes the objects of one execution as JSON text, by the functions that plan-writer.ts generates for their plans. */
export class ExecutionWriter {
  /** The function that was used last, and its plan: the items of a list have the same plan. */
  #write: WriteObject | null = null;
  #plan: ObjectPlan | undefined;
  /** null after the end of the execution. Undefined until an object is written. */
  #out: JsonWriter | null | undefined;

  constructor(
    private readonly context: unknown,
    private readonly size: ResponseSize,
  ) {}

  /** Writes an object as text. @returns undefined if the plan has no function, or if the executor has to complete this object */
  write(plan: ObjectPlan, source: unknown): TextPart | undefined {
    if (plan !== this.#plan) {
      this.#write = plan.writer.forContext(this.context);
      // Asked again for the next object, which may be the first one with a function.
      this.#plan = this.#write === null ? undefined : plan;
    }
    if (this.#write === null || this.#out === null || typeof source !== 'object' || source === null) return undefined;
    const out = (this.#out ??= unused.pop() ?? new JsonWriter());
    const before = out.length;
    // Adjacent objects of a list can then be copied at once.
    out.ascii(',');
    if (!this.#write(source, out)) {
      out.truncate(before);
      return undefined;
    }
    this.size.add(out.length - before);
    return new TextPart(before + 1, out.length);
  }

  /** Ends the execution. @returns the text of the data if a part of it is text, otherwise the data: always if each root field is null */
  end(data: Record<string, unknown> | null): Record<string, unknown> | JsonText | null {
    const parts = this.#out;
    this.#out = null;
    if (!parts) return data;
    if (data === null || hasOnlyNulls(data)) {
      keep(parts);
      return data;
    }
    const out = unused.pop() ?? new JsonWriter();
    try {
      out.ascii(JsonText.beforeData);
      writeData(data, parts, out);
      out.ascii(JsonText.afterData);
      return new JsonText(out.toBuffer());
    } finally {
      keep(parts);
      keep(out);
    }
  }
}

/** Writers that no execution uses. Their memory is used again. */
const unused: JsonWriter[] = [];
const maxUnused = 8;
const maxCapacity = 256 * 1024;

function keep(writer: JsonWriter): void {
  writer.truncate(0);
  if (unused.length < maxUnused && writer.capacity <= maxCapacity) unused.push(writer);
}

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
function writeData(value: unknown, parts: JsonWriter, out: JsonWriter): void {
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
