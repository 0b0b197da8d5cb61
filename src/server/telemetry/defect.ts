/** What may be logged of an error that nobody expected: the stack tells where; the message may hold data, so it stays out. */
export function defectFacts(error: unknown): { readonly error: string; readonly stack: string | undefined } {
  if (!(error instanceof Error)) return { error: typeof error, stack: undefined };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { error: error.name, stack: frames.join('\n') };
}

/** What may be logged of an error that a peer or the operating system caused: its kind and code, without its message. */
export function errorFacts(error: Error): { readonly error: string; readonly code: unknown } {
  return { error: error.name, code: 'code' in error ? error.code : undefined };
}
