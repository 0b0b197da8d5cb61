/*
 * Makes `expect(value)` create only the matcher that is called. Jest's creates six functions for each of its forty matchers at every call, and
 * captures a stack that matchers of promises need: a seventh of the CPU time of suites that check thousands of values.
 */

type Modifier = 'not' | 'resolves' | 'rejects';
/** What Jest's `expect` returns: matchers by name, and the same by modifier. */
interface Expectation extends Readonly<Record<Modifier, Expectation>> {
  readonly [matcher: string]: unknown;
}

const eager = expect as unknown as (...values: unknown[]) => Expectation;
/** Jest's registry of matchers, from which its `expect` creates them. */
const registry = (globalThis as unknown as Record<symbol, { matchers: Record<string, unknown> }>)[Symbol.for('$$jest-matchers-object')]!;

class LazyExpectation {
  constructor(
    private readonly actual: unknown,
    private readonly modifiers: readonly Modifier[] = [],
  ) {}

  get not(): LazyExpectation {
    return new LazyExpectation(this.actual, [...this.modifiers, 'not']);
  }

  get resolves(): LazyExpectation {
    return new LazyExpectation(this.actual, ['resolves']);
  }

  get rejects(): LazyExpectation {
    return new LazyExpectation(this.actual, ['rejects']);
  }

  /** Returns Jest's matcher of this name. */
  matcher(name: string): unknown {
    const { matchers } = registry;
    const { stackTraceLimit } = Error;
    const isOfPromise = this.modifiers.some((modifier) => modifier !== 'not');
    registry.matchers = { [name]: matchers[name] };
    if (!isOfPromise) Error.stackTraceLimit = 0;
    try {
      return this.modifiers.reduce((expectation, modifier) => expectation[modifier], eager(this.actual))[name];
    } finally {
      registry.matchers = matchers;
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}

for (const name of Object.keys(registry.matchers)) {
  Object.defineProperty(LazyExpectation.prototype, name, {
    get(this: LazyExpectation) {
      return this.matcher(name);
    },
  });
}

const lazy = (...values: unknown[]) => (values.length === 1 ? new LazyExpectation(values[0]) : eager(...values));
Object.assign(globalThis, { expect: Object.assign(lazy, expect) });
