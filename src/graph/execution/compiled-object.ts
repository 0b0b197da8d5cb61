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
import type { CompleteObject, FieldPlan, ObjectPlan, ValuePlan } from './plan.js';
import type { ResponseSize } from './response-size.js';

/** The generated code of a plan. It exists once enough objects have been completed without it. */
export class CompiledObject {
  #objects = 0;
  #complete: CompleteObject | null | undefined;

  /** @param after the objects that the executor completes before code is generated */
  constructor(
    private readonly plan: Pick<ObjectPlan, 'fields' | 'bytes'>,
    private readonly after: number,
  ) {}

  /** @returns null if the executor has to complete the objects for this context */
  for(context: unknown): CompleteObject | null {
    if (this.#complete === undefined) {
      if ((this.#objects += 1) <= this.after) return null;
      this.#complete = isRegular(this.plan) ? generateObjectCode(this.plan) : null;
    }
    return this.#complete === null || refuses(this.plan, context) ? null : this.#complete;
  }
}

/** The generated code that one execution uses. */
export class CompiledObjects {
  /** The code that was used last, and its plan: that of the items of a list. */
  #code: CompleteObject | null = null;
  #plan: ObjectPlan | undefined;

  constructor(
    private readonly context: unknown,
    private readonly size: ResponseSize,
  ) {}

  /** @returns undefined if the plan has no code, or if the executor has to complete this object */
  complete(plan: ObjectPlan, source: unknown): Record<string, unknown> | undefined {
    if (plan !== this.#plan) {
      this.#code = plan.compiled.for(this.context);
      // Asked again for the next object, which may be the first one with code.
      this.#plan = this.#code === null ? undefined : plan;
    }
    if (this.#code === null || this.size.isExact || typeof source !== 'object' || source === null) return undefined;
    return this.#code(source, this.size);
  }
}

/** Whether a field is refused for a context: then its resolver has to run. */
function refuses({ fields }: Pick<ObjectPlan, 'fields'>, context: unknown): boolean {
  return fields.some(({ isRefused, value }) => isRefused?.(context) || (value.kind === 'object' && refuses(value.plan(), context)));
}

/** More fields make a function that takes longer to generate than it saves. */
const maxFields = 64;

/** Whether all fields can only be read: nothing has to be resolved, and no value is a list or of an abstract type. */
function isRegular({ fields }: Pick<ObjectPlan, 'fields'>): boolean {
  return fields.length <= maxFields && fields.every((field) => isReadable(field) && isRegularType(field.value));
}

const isReadable = ({ field, responseKey, isRefused }: FieldPlan): boolean =>
  responseKey !== '__proto__' && (field === null || field.resolve === undefined || isRefused !== null);

const isRegularType = (value: ValuePlan): boolean => value.kind === 'leaf' || (value.kind === 'object' && isRegular(value.plan()));
