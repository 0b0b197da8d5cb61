/** Returns the log fields of an unexpected error: name and stack frames. The message is omitted, because it can contain personal data. */
export function unexpectedErrorFields(error: unknown): { readonly error: string; readonly stack: string | undefined } {
  if (!(error instanceof Error)) return { error: typeof error, stack: undefined };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { error: error.name, stack: frames.join('\n') };
}

/** Returns the log fields of an error that a client or the operating system caused: name and code, without the message. */
export function peerErrorFields(error: Error): { readonly error: string; readonly code: unknown } {
  return { error: error.name, code: 'code' in error ? error.code : undefined };
}
