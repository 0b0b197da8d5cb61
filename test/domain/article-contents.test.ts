import { ArticleContents } from '../../src/domain/article-contents.js';
import type { Article } from '../../src/model/article.js';
import { UpstreamInvalidResponseError } from '../../src/model/upstream-errors.js';

const invalidBody = (expected: string) => new UpstreamInvalidResponseError('/api/article/getList', '$.data.data[0].post_content', expected);

/** An article that counts how often its body was read. */
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

test('an article is made safe once, however often and under however many names it is asked for', async () => {
  const contents = new ArticleContents();
  const one = article('<p onclick="x()">a</p>');
  expect(await Promise.all([1, 2].map(async () => contents.of(one, 'SAFE_HTML')))).toEqual(['<p>a</p>', '<p>a</p>']);
  expect(contents.of(one, 'SAFE_HTML')).toBe('<p>a</p>');
  expect(one.reads).toBe(1);
});

test('each format is made once, whichever comes first', async () => {
  for (const formats of [
    ['TEXT', 'SAFE_HTML'],
    ['SAFE_HTML', 'TEXT'],
  ] as const) {
    const contents = new ArticleContents();
    const one = article('<p>a</p>');
    const made = await Promise.all(formats.map(async (format) => contents.of(one, format)));
    expect(formats.map((format) => contents.of(one, format))).toEqual(made);
    expect([contents.of(one, 'SAFE_HTML'), contents.of(one, 'TEXT')]).toEqual(['<p>a</p>', 'a']);
    expect(one.reads).toBe(2);
  }
});

test('an article without a body is null at once', () => {
  expect(new ArticleContents().of(article(null), 'TEXT')).toBeNull();
});

test('between any two articles the event loop gets its turn', async () => {
  const contents = new ArticleContents();
  let done = 0;
  let most = 0;
  let over = false;
  const turn = (before: number) => {
    most = Math.max(most, done - before);
    if (!over) setImmediate(turn, done);
  };
  setImmediate(turn, 0);
  await Promise.all(Array.from({ length: 50 }, async () => (await contents.of(article('<p>a</p>'.repeat(100)), 'SAFE_HTML'), (done += 1))));
  over = true;
  expect(done).toBe(50);
  expect(most).toBeLessThanOrEqual(1);
});

test.each(['SAFE_HTML', 'TEXT'] as const)(
  '%s of HTML nested 20 000 deep, or of 16 MB, is an invalid response of the service, and stays one',
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
