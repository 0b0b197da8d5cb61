/** Returns what was thrown as an error: itself, unless JavaScript code has thrown another value. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('Something other than an Error was thrown.');
