/** Repeats a step until it returns something other than null and false. It ends with the timeout of the test. */
export async function until<T>(step: () => Promise<T | null | false>): Promise<T> {
  for (;;) {
    const result = await step();
    if (result !== null && result !== false) return result;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
