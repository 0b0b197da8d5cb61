/* How often and when article bodies are converted. */

import { ConvertedBodies } from '../../../src/domain/articles/articles.js';
import type { Article } from '../../../src/records/article.js';
import { UpstreamInvalidResponseError } from '../../../src/records/errors.js';

const invalidBody = (expected: string) => new UpstreamInvalidResponseError('/api/article/getList', '$.data.data[0].post_content', expected);

/** An article that counts the reads of its body. */
function article(html: string | null) {
  const counted = {
    reads: 0,
    get rawHtml() {
      counted.reads += 1;
      return html;
    },
    invalidBody,
  };
  return counted as unknown as Article & { readonly reads: number };
}

test('an article is converted once to each format, however often and in any order they are requested', async () => {
  for (const formats of [
    ['TEXT', 'SAFE_HTML', 'SAFE_HTML'],
    ['SAFE_HTML', 'SAFE_HTML', 'TEXT'],
  ] as const) {
    const bodies = new ConvertedBodies();
    const one = article('<p onclick="x()">a</p>');
    const converted = await Promise.all(formats.map(async (format) => bodies.bodyOf(one, format)));
    expect(formats.map((format) => bodies.bodyOf(one, format))).toEqual(converted);
    expect({ safeHtml: bodies.bodyOf(one, 'SAFE_HTML'), text: bodies.bodyOf(one, 'TEXT') }).toEqual({ safeHtml: '<p>a</p>', text: 'a' });
    // The safe HTML is made on the way to the text.
    expect(one.reads).toBe(formats[0] === 'TEXT' ? 1 : 2);
  }
});

test('an article without a body is null, without a promise', () => {
  expect(new ConvertedBodies().bodyOf(article(null), 'TEXT')).toBeNull();
});

test('the event loop handles other work between any two conversions', async () => {
  const bodies = new ConvertedBodies();
  let done = 0;
  let mostPerTurn = 0;
  let finished = false;
  const turn = (before: number) => {
    mostPerTurn = Math.max(mostPerTurn, done - before);
    if (!finished) setImmediate(turn, done);
  };
  setImmediate(turn, 0);
  await Promise.all(
    Array.from({ length: 50 }, async () => (await bodies.bodyOf(article('<p>a</p>'.repeat(100)), 'SAFE_HTML'), (done += 1))),
  );
  finished = true;
  expect(done).toBe(50);
  expect(mostPerTurn).toBeLessThanOrEqual(1);
});

test.each(['SAFE_HTML', 'TEXT'] as const)(
  '%s of HTML with a depth of 20,000 or a length of 16 MB is always an invalid response of the service',
  async (format) => {
    for (const html of ['<div>'.repeat(20_000), '<p>long</p>'.repeat(1_500_000)]) {
      const bodies = new ConvertedBodies();
      const one = article(html);
      await expect(bodies.bodyOf(one, format)).rejects.toThrow(UpstreamInvalidResponseError);
      await expect(bodies.bodyOf(one, format)).rejects.toThrow(/at \$\.data\.data\[0\]\.post_content/);
      expect(one.reads).toBe(1);
    }
  },
);

test('the libraries that convert are loaded with the first body', async () => {
  let loaded = false;
  await jest.isolateModulesAsync(async () => {
    jest.doMock('../../../src/domain/articles/safe-html.js', () => {
      loaded = true;
      return jest.requireActual('../../../src/domain/articles/safe-html.js');
    });
    const { ConvertedBodies: Isolated } = await import('../../../src/domain/articles/articles.js');
    const bodies = new Isolated();
    expect(bodies.bodyOf(article(null), 'TEXT')).toBeNull();
    expect(loaded).toBe(false);
    expect(await bodies.bodyOf(article('<p>a</p>'), 'TEXT')).toBe('a');
    expect(loaded).toBe(true);
  });
});
