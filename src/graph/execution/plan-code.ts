/*
 * Completes objects by generated code.
 *
 * The executor reads the properties of an object by names that it takes from the plan. V8 then looks up each name again, calls
 * the getter it finds, and adds a property to the result: for a page of 100 attendees with 8 fields each, 800 times. In generated code
 * every property has a place of its own, for which V8 remembers where the getter is, and an object literal gets all of its properties
 * at once. docs/decisions/0001-own-executor.md says what it saves.
 *
 * The code handles only the regular case: properties without resolver, whose values are there, are of scalar or enum types, or
 * are objects of such properties. For everything else it returns undefined, and the executor completes the object from the
 * beginning. So the rules of completion stay in execution.ts, and an object whose field fails costs a little more. Properties
 * may be read twice, which is the same as once: the getters of records only decode.
 */
import { generateObjectCode } from './object-code.js';
import type { CompleteObject, FieldPlan, ObjectPlan } from './plan.js';

/** The generated code of a plan. It exists once enough objects have been completed without it. */
export class PlanCode {
  #objects = 0;
  #complete: CompleteObject | null | undefined;

  /** @param after the objects that the executor completes before code is generated */
  constructor(
    private readonly plan: Fields,
    private readonly after: number,
  ) {}

  /** @returns null if the executor has to complete the objects for this context */
  for(context: unknown): CompleteObject | null {
    if (this.#complete === undefined) {
      if ((this.#objects += 1) <= this.after) return null;
      this.#complete = readableFields(this.plan) <= maxFields ? generateObjectCode(this.plan) : null;
    }
    return this.#complete === null || lacksAnyScope(this.plan, context) ? null : this.#complete;
  }
}

type Fields = Pick<ObjectPlan, 'fields' | 'bytes'>;

/** Whether the caller of a context lacks the scope of a field, nested ones included: then the resolver of the field has to run. */
function lacksAnyScope({ fields }: Fields, context: unknown): boolean {
  return fields.some(({ lacksScope, value }) => lacksScope?.(context) || (value.kind === 'object' && lacksAnyScope(value.plan(), context)));
}

/** More fields make a function that takes longer to generate than it saves. */
const maxFields = 64;

/** The number of fields, those of nested objects included. Infinity if one of them is more than a property of a scalar, enum or object type */
function readableFields({ fields }: Fields): number {
  let count = 0;
  for (const field of fields) {
    count += isReadable(field) ? 1 : Infinity;
    if (count > maxFields) return Infinity;
    if (field.value.kind === 'object') count += readableFields(field.value.plan());
  }
  return count;
}

const isReadable = ({ field, responseKey, lacksScope, value }: FieldPlan): boolean =>
  responseKey !== '__proto__' &&
  (value.kind === 'leaf' || value.kind === 'object') &&
  (field === null || field.resolve === undefined || lacksScope !== null);
