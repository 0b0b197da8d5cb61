const timeUp = Symbol('time up');

/**
 * Waits for work, for a limited time.
 *
 * @param late gives the result if the time ends first. What the work gives later, also an error, is dropped.
 */
export async function within<Result, Late>(ms: number, work: Promise<Result>, late: () => Late): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<typeof timeUp>((resolve) => (timer = setTimeout(resolve, ms, timeUp)));
  const first = await Promise.race([work, end]).finally(() => clearTimeout(timer));
  return first === timeUp ? late() : first;
}
