/* Which HTML of articles passes and which is removed, the plain text of it, and the limits of depth and length. */

import fc from 'fast-check';
import { plainText, safeHtml, UnusableHtmlError } from '../../../src/domain/articles/safe-html.js';

const textOf = (html: string) => plainText(safeHtml(html));

test.each([
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<p onclick="alert(1)" onmouseover=alert(2)>a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href=" jAvA&#115;cript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,<script>">a</a>', '<a>a</a>'],
  ['<a href="vbscript:x">a</a>', '<a>a</a>'],
  ['<iframe src="https://attacker.example/"></iframe><p>a</p>', '<p>a</p>'],
  ['<style>body{display:none}</style><p style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
  ['<img src="x" onerror="alert(1)">', '<img src="x" />'],
  ['<img src="data:image/svg+xml,<svg onload=alert(1)>">', '<img />'],
  ['<img src="//attacker.example/x.png">', '<img />'],
  ['<svg><script>alert(1)</script></svg>b', 'b'],
  ['<object data="x"></object><embed src="x"><form action="x"><input value="a"><button>b</button></form>', 'b'],
  ['<meta http-equiv="refresh" content="0"><base href="https://attacker.example/"><link rel="stylesheet" href="x">a', 'a'],
  ['<ol start="5" type="A"><li>a</ol>', '<ol start="5"><li>a</li></ol>'],
  ['<math><mi xlink:href="javascript:alert(1)">a</mi></math>', 'a'],
  ['a<!-- comment --><![CDATA[b]]>', 'a'],
  ['1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
])('%s is made safe', (html, safe) => expect(safeHtml(html)).toBe(safe));

test('safe HTML retains headings, lists, tables, links and pictures', () => {
  const html =
    '<h2>A</h2><ul><li><b>b</b></li></ul><table><tbody><tr><td colspan="2">c</td></tr></tbody></table>' +
    '<a href="https://event.example/">d</a><a href="mailto:a@example.com">e</a><img src="https://event.example/f.png" alt="f" /><del>g</del>';
  expect(safeHtml(html)).toBe(html);
});

const fragment = fc.constantFrom(
  '<',
  '>',
  '"',
  "'",
  '/',
  '=',
  ' ',
  '\n',
  '\0',
  '&#x6a;',
  '&lt;',
  'javascript:',
  'script',
  '<script>',
  '</script>',
  '<svg/onload=',
  'onerror=',
  '<img src=',
  '<a href=',
  '<iframe',
  '<style>',
  '</style>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<math>',
  '<p>',
  '</p>',
  '<noscript>',
  '<textarea>',
  '<title>',
  'alert(1)',
  'x',
  '\\',
  '`',
);

test('no HTML yields safe HTML that contains anything executable', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 40 }), (parts) => {
      const safe = safeHtml(parts.join(''));
      const tags = safe.match(/<[^>]*>/g) ?? [];
      for (const tag of tags) {
        expect(tag).toMatch(/^<\/?[a-z][a-z0-9]*(\s+[a-z]+="[^"]*")*\s*\/?>$/);
        expect(tag).not.toMatch(/^<\/?(script|style|iframe|svg|math|object|embed|form|meta|base|link|noscript|textarea)\b/);
        expect(tag.replace(/"[^"]*"/g, '')).not.toMatch(/\bon|style/);
        expect(tag).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):/i);
      }
      expect(safe.replace(/<[^>]*>/g, '')).not.toContain('<');
    }),
    { numRuns: 300 },
  );
});

test('plain text has the words, one line for each block, without addresses, pictures and scripts', () => {
  const html =
    '<h2>Title</h2><p>One <b>two</b>&nbsp;three &amp; four</p><p><a href="https://event.example/">link</a><img src="x" alt="picture"></p><script>alert(1)</script><style>p{}</style>';
  const text = textOf(html);
  expect(text.split(/\n+/)).toEqual(['Title', 'One two\u00a0three & four', 'link']);
});

test('plain text separates the cells of a table by tabs, and its rows by lines', () => {
  const html =
    '<table><thead><tr><th>Time</th><th>Hall</th></tr></thead><tbody><tr><td>09:00</td><td>Main</td></tr><tr><td></td><td>B</td></tr></tbody></table><p>after</p>';
  expect(textOf(html)).toBe('Time\tHall\n09:00\tMain\n\tB\n\nafter');
});

test('plain text indents quotations and lists', () => {
  expect(textOf('<blockquote>a<blockquote>b</blockquote></blockquote>')).toBe('> a\n> \n> > b');
  expect(textOf('<p>a</p><ul><li>b<ol><li>c<li>d</ol></ul>')).toBe('a\n\n * b\n   1. c\n   2. d');
});

test.each(['<blockquote>', '<ul><li>', '<ol><li>'])('%s may be nested ten times: plain text indents each level', (level) => {
  expect(
    textOf(`${level.repeat(10)}a<br>b`)
      .split('\n')
      .at(-1),
  ).toMatch(/^(?:> |   ){1,10}.*b$/);
  expect(() => safeHtml(level.repeat(11))).toThrow(UnusableHtmlError);
});

test('HTML that is too deep or too long is refused by a limit, and does not overflow the stack', () => {
  expect(() => safeHtml('<b>'.repeat(20_000))).toThrow(UnusableHtmlError);
  expect(() => safeHtml('<ul><li>'.repeat(20_000))).toThrow(UnusableHtmlError);
  expect(safeHtml(`${'<b>'.repeat(400)}a`)).toContain('a');
  expect(textOf(`${'<div>'.repeat(400)}a`)).toBe('a');
  expect(() => safeHtml('<p>a</p>'.repeat(100_000))).toThrow(UnusableHtmlError);
});

test('siblings without end tags do not count as depth', () => {
  const html = `<ul>${'<li>a<br><img src="https://event.example/f.png">'.repeat(2_000)}</ul>${'<p>b'.repeat(2_000)}`;
  expect(safeHtml(html)).toContain('<p>b</p>');
});

test.each([
  ['<p>a</p><constructor>b</constructor>', 'a\n\nb'],
  ['<p>a</p><ol type="I" start="10000"><li>b</ol>', 'a\n\n 10000. b'],
])('plain text of %s has its words', (html, text) => expect(textOf(html)).toBe(text));

test('8 MB of picture data do not count towards the length', () => {
  const html = `<p>a</p><img src="data:image/png;base64,${'A'.repeat(8_000_000)}" alt="b"><p>c</p>`;
  expect(safeHtml(html)).toBe('<p>a</p><img alt="b" /><p>c</p>');
  expect(textOf(html)).toBe('a\n\nc');
});

test('plain text of plain text is unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('one', '会场', 'a-b', '12:30'), { minLength: 1 }), (words) =>
      expect(textOf(words.join(' '))).toBe(words.join(' ')),
    ),
  );
});
