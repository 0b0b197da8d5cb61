import { JsonText, JsonWriter } from '../../primitives/json-writer.js';
import type { ObjectPlan, WriteObject } from './plan.js';
import type { ResponseSize } from './response-size.js';
import { TextPart, writeData } from './response-text.js';

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

  /** Ends the execution. @returns the text of the data if a part of it is text, otherwise the data */
  end(data: Record<string, unknown> | null): Record<string, unknown> | JsonText | null {
    const parts = this.#out;
    this.#out = null;
    if (!parts) return data;
    const out = unused.pop() ?? new JsonWriter();
    try {
      if (data === null) return null;
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
