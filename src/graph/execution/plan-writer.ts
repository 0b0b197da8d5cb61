/*
 * Writes objects as JSON text by generated code. docs/decisions/0001-own-executor.md states what it saves.
 *
 * A page of 100 attendees with 8 fields each has 800 values. Most are strings that the reply of the service contains as JSON. The executor
 * would create each string, put it into an object, and encode it again. Generated code copies the bytes. For a nullable `name` it does this:
 *
 *     write {"name":
 *     let the record copy the bytes of its name from the reply (`writerName` in primitives/json-writer.ts)
 *     if it has no name, write null; if it cannot copy, read the getter `name` and write its string
 *     write }
 *
 * In generated code, V8 has an inline cache for each property, which remembers where the method of the record is.
 *
 * Generated code handles only the regular case: properties without resolver, of scalar or enum types, or objects of such properties. If a
 * value is a promise or an error, what was written of the object is removed (`truncate`), and the executor completes it from the beginning.
 * So the rules of completion stay in execution.ts. Reading a property twice is harmless: the getters of records only decode.
 */
import { generateWriter } from './generate-writer.js';
import type { FieldPlan, ObjectPlan, WriteObject } from './plan.js';

/** The generated function of a plan. It exists once enough objects have been completed without it. */
export class PlanWriter {
  #objects = 0;
  #write: WriteObject | null | undefined;

  /** @param after the objects that the executor completes before the function is generated */
  constructor(
    private readonly plan: Fields,
    private readonly after: number,
  ) {}

  /** Returns the function that writes the objects for a context; null if the executor has to complete them. */
  forContext(context: unknown): WriteObject | null {
    if (this.#write === undefined) {
      if ((this.#objects += 1) <= this.after) return null;
      this.#write = isWritable(this.plan) ? generateWriter(this.plan) : null;
    }
    return this.#write === null || lacksAnyScope(this.plan, context) ? null : this.#write;
  }
}

type Fields = Pick<ObjectPlan, 'fields'>;

/** Whether the caller of a context lacks the scope of a field, nested ones included: then the resolver of the field has to run. */
function lacksAnyScope({ fields }: Fields, context: unknown): boolean {
  return fields.some(({ lacksScope, value }) => lacksScope?.(context) || (value.kind === 'object' && lacksAnyScope(value.plan(), context)));
}

/** More fields make a function that takes longer to generate than it saves. */
const maxFields = 64;

/**
 * Whether code can write the objects of a plan. It cannot if a selection below has a condition that is null, as in `skip(if: $null)`: planning
 * the selection throws an error, which the executor reports at its field.
 */
function isWritable(plan: Fields): boolean {
  try {
    return readableFields(plan) <= maxFields;
  } catch {
    return false;
  }
}

/** The number of fields, fields of nested objects included. Infinity if one of them is more than a property of a scalar, enum or object type */
function readableFields({ fields }: Fields): number {
  let count = 0;
  for (const field of fields) {
    count += isReadable(field) ? 1 : Infinity;
    if (count > maxFields) return Infinity;
    if (field.value.kind === 'object') count += readableFields(field.value.plan());
  }
  return count;
}

const isReadable = ({ field, lacksScope, value }: FieldPlan): boolean =>
  (value.kind === 'leaf' || value.kind === 'object') && (field === null || field.resolve === undefined || lacksScope !== null);
