/** Runs a check of a test. If it fails, the message of the failure ends with the hint. */
export function withHint(hint: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    // jest prints the stack, which begins with the message.
    if (error instanceof Error && error.stack !== undefined) error.stack = error.stack.replace('\n    at ', () => `\n\n${hint}\n    at `);
    throw error;
  }
}
