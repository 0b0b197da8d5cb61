import type { CompleteObject, ObjectPlan } from './plan.js';
import type { ResponseSize } from './response-size.js';

/** The generated code that one execution uses. See plan-code.ts. */
export class ExecutionCode {
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
      this.#code = plan.code.for(this.context);
      // Asked again for the next object, which may be the first one with code.
      this.#plan = this.#code === null ? undefined : plan;
    }
    if (this.#code === null || this.size.isExact || typeof source !== 'object' || source === null) return undefined;
    return this.#code(source, this.size);
  }
}
