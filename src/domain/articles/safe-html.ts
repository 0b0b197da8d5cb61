/* The bodies of articles: HTML made safe, and as plain text, within limits of length and depth. */

import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import sanitizeHtml from 'sanitize-html';
import { memoized } from '../../primitives/values.js';

/**
 * The maximum length of an article's HTML, in characters: conversion is synchronous, and this length takes about 0.1 s. HTML of nothing but
 * tags without ends takes 0.4 s as text.
 */
const maxHtmlLength = 256 * 1024;

/** The maximum depth of an article's HTML: the parser's time is quadratic in the depth, and the conversion to text recurses. */
const maxHtmlDepth = 500;

/**
 * The maximum depth of lists and quotations, which plain text indents. Each level adds its indentation to all lines inside it, so with
 * hundreds of levels both the time and the length would be hundreds of times as large.
 */
const maxIndentedDepth = 10;
const indentedTags: ReadonlySet<string> = new Set(['ul', 'ol', 'blockquote']);

/** The HTML exceeds one of the limits, and cannot be converted. `expected` is the limit in words. */
export class UnusableHtmlError extends Error {
  constructor(readonly expected: string) {
    super(`Expected ${expected}.`);
  }
}

/** Returns HTML without scripts, styles, forms and frames. Headings, lists, tables, links and pictures remain. @throws UnusableHtmlError */
export function safeHtml(html: string): string {
  return sanitizeHtml(withinLength(html), {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins'],
    allowedAttributes: {
      ol: ['start'],
      a: ['href', 'title'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    ...withinDepth(),
  });
}

/**
 * Returns the text of HTML that `safeHtml` has returned: one line for each block or table row, and tabs between cells. Addresses of
 * links and pictures are left out.
 */
export const plainText = (safe: string): string => converter()(safe).trim();

/** Returns the conversion to text. Its selectors are compiled at the first article: that takes longer than converting a short article. */
const converter = memoized(() =>
  compile({
    wordwrap: false,
    formatters: { row },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'tr', format: 'row' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }),
);

/** Removes picture data from HTML that is too long: both conversions drop such pictures, so their bytes need not be parsed. */
function withinLength(html: string): string {
  if (html.length <= maxHtmlLength) return html;
  const withoutData = withoutPictureData(html);
  if (withoutData.length > maxHtmlLength)
    throw new UnusableHtmlError(`HTML of at most ${maxHtmlLength} characters, not counting embedded pictures`);
  return withoutData;
}

const pictureData = /data:image\/[\w.+-]{1,40};base64,/g;

/** Finds the end of each picture's data by a search, because one regular expression for all of it overflows the stack on megabytes. */
function withoutPictureData(html: string): string {
  const dataEnd = /[^\w+/=%-]/g;
  let rest = '';
  let from = 0;
  for (const { index, 0: start } of html.matchAll(pictureData)) {
    if (index < from) continue;
    rest += html.slice(from, index + start.length);
    dataEnd.lastIndex = index + start.length;
    from = dataEnd.exec(html)?.index ?? html.length;
  }
  return rest + html.slice(from);
}

/** Parser callbacks that count the open elements, and throw UnusableHtmlError as soon as they exceed a limit. */
function withinDepth(): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0;
  let indentedDepth = 0;
  return {
    onOpenTag(name) {
      if (++depth > maxHtmlDepth) throw new UnusableHtmlError(`HTML nested at most ${maxHtmlDepth} deep`);
      if (indentedTags.has(name) && ++indentedDepth > maxIndentedDepth)
        throw new UnusableHtmlError(`lists and quotations nested at most ${maxIndentedDepth} deep`);
    },
    onCloseTag(name) {
      depth -= 1;
      if (indentedTags.has(name)) indentedDepth -= 1;
    },
  };
}

/** A row of a table as a line. Tabs separate its cells, as in a browser's innerText. */
const row: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  let cells = 0;
  for (const child of element.children) {
    if (isCell(child) && ++cells > 1) builder.addLiteral('\t');
    walk([child], builder);
  }
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const isCell = ({ name }: DomNode): boolean => name === 'td' || name === 'th';
