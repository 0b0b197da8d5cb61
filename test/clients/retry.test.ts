/* examples/retry.mjs, with responses that errors.md describes. */

const { send, isRegistered } = jest.requireActual<{
  send(url: string, operation: object): Promise<unknown>;
  isRegistered(response: unknown): boolean | null;
}>('../../examples/retry.mjs');

test('an operation is sent again until its error does not pass, and attendees who were found are registered', async () => {
  const failed = (extensions: object) => Response.json({ errors: [{ extensions }] });
  const outcomeOf = (status: string) => failed({ code: 'OUTCOME_UNKNOWN', registrants: [{ status }] });
  const replies = [failed({ code: 'RATE_LIMITED', retryAfterMs: 1 }), outcomeOf('REGISTERED'), outcomeOf('NOT_FOUND')];
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(replies.shift()!));
  expect(isRegistered(await send('http://127.0.0.1', {}))).toBe(true);
  expect(isRegistered(await send('http://127.0.0.1', {}))).toBeNull();
});
