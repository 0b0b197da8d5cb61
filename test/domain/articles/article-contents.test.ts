import { ArticleContents } from '../../../src/domain/articles/article-contents.js';
import type { Article } from '../../../src/model/article.js';
import { UpstreamInvalidResponseError } from '../../../src/model/upstream-errors.js';

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

test('an article is converted to safe HTML once, however often it is requested', async () => {
  const contents = new ArticleContents();
  const one = article('<p onclick="x()">a</p>');
  expect(await Promise.all([1, 2].map(async () => contents.of(one, 'SAFE_HTML')))).toEqual(['<p>a</p>', '<p>a</p>']);
  expect(contents.of(one, 'SAFE_HTML')).toBe('<p>a</p>');
  expect(one.reads).toBe(1);
});

test('an article is converted once to each format, in any order', async () => {
  for (const formats of [
    ['TEXT', 'SAFE_HTML'],
    ['SAFE_HTML', 'TEXT'],
  ] as const) {
    const contents = new ArticleContents();
    const one = article('<p>a</p>');
    const converted = await Promise.all(formats.map(async (format) => contents.of(one, format)));
    expect(formats.map((format) => contents.of(one, format))).toEqual(converted);
    expect([contents.of(one, 'SAFE_HTML'), contents.of(one, 'TEXT')]).toEqual(['<p>a</p>', 'a']);
    expect(one.reads).toBe(2);
  }
});

test('an article without a body is null, without a promise', () => {
  expect(new ArticleContents().of(article(null), 'TEXT')).toBeNull();
});

test('the event loop handles other work between any two conversions', async () => {
  const contents = new ArticleContents();
  let done = 0;
  let mostPerTurn = 0;
  let finished = false;
  const turn = (before: number) => {
    mostPerTurn = Math.max(mostPerTurn, done - before);
    if (!finished) setImmediate(turn, done);
  };
  setImmediate(turn, 0);
  await Promise.all(Array.from({ length: 50 }, async () => (await contents.of(article('<p>a</p>'.repeat(100)), 'SAFE_HTML'), (done += 1))));
  finished = true;
  expect(done).toBe(50);
  expect(mostPerTurn).toBeLessThanOrEqual(1);
});

test.each(['SAFE_HTML', 'TEXT'] as const)(
  '%s of HTML with a depth of 20,000 or a length of 16 MB is always an invalid response of the service',
  async (format) => {
    for (const html of ['<div>'.repeat(20_000), '<p>long</p>'.repeat(1_500_000)]) {
      const contents = new ArticleContents();
      const one = article(html);
      await expect(contents.of(one, format)).rejects.toThrow(UpstreamInvalidResponseError);
      expect(() => contents.of(one, format)).toThrow(/at \$\.data\.data\[0\]\.post_content/);
      expect(one.reads).toBe(1);
    }
  },
);
