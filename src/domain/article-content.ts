import { convert, type DomNode, type FormatCallback } from 'html-to-text';
import sanitizeHtml from 'sanitize-html';

/** The most HTML that is converted in one article: conversion is synchronous, and this much takes about 0.1 s. */
export const maxHtmlLength = 256 * 1024;

/** The deepest HTML that is converted: the parser's time is quadratic in the depth, and the text's recursion follows it. */
export const maxHtmlDepth = 500;

/** The HTML cannot be converted: it exceeds one of the limits. */
export class UnusableHtml extends Error {
  constructor(readonly expected: string) {
    super(`Expected ${expected}.`);
  }
}

/** Returns the service's HTML without anything that could run or restyle the page; pictures stay. @throws UnusableHtml */
export function safeHtml(html: string): string {
  return sanitizeHtml(withinLength(html), {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'del', 'ins'],
    allowedAttributes: {
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

/** Returns the text of HTML that safeHtml accepts: a line a block or table row, tabs between cells, without links' addresses and pictures. @throws UnusableHtml for its length */
export function plainText(html: string): string {
  return convert(withinLength(html), {
    wordwrap: false,
    formatters: { cell, row },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'tr', format: 'row' },
      { selector: 'td', format: 'cell' },
      { selector: 'th', format: 'cell' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }).trim();
}

/** Both conversions drop pictures that are written into the HTML as data: their bytes need not be parsed. */
function withinLength(html: string): string {
  if (html.length <= maxHtmlLength) return html;
  const withoutData = withoutPictureData(html);
  if (withoutData.length > maxHtmlLength) throw new UnusableHtml(`HTML of at most ${maxHtmlLength} characters beside picture data`);
  return withoutData;
}

const pictureData = /data:image\/[\w.+-]{1,40};base64,/g;

/** Searches for the end of each picture's data: an expression that matches all of it would overflow its stack on megabytes. */
function withoutPictureData(html: string): string {
  const dataEnd = /[^\w+/=%-]/g;
  let kept = '';
  let from = 0;
  for (const { index, 0: start } of html.matchAll(pictureData)) {
    if (index < from) continue;
    kept += html.slice(from, index + start.length);
    dataEnd.lastIndex = index + start.length;
    from = dataEnd.exec(html)?.index ?? html.length;
  }
  return kept + html.slice(from);
}

/** Counts the open elements while the parser runs, so that it stops at once beyond the limit. */
function withinDepth(): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0;
  return {
    onOpenTag() {
      if (++depth > maxHtmlDepth) throw new UnusableHtml(`HTML nested at most ${maxHtmlDepth} deep`);
    },
    onCloseTag() {
      depth -= 1;
    },
  };
}

const row: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** A tab between the cells of a row, as a browser's innerText has it. */
const cell: FormatCallback = (element, walk, builder) => {
  if (follows(element, isCell)) builder.addLiteral('\t');
  walk(element.children, builder);
};

const isCell = ({ name }: DomNode): boolean => name === 'td' || name === 'th';

function follows(element: DomNode, matches: (node: DomNode) => boolean): boolean {
  let before = previous(element);
  while (before && !matches(before)) before = previous(before);
  return before !== null;
}

/** The parser links siblings, which the library's types leave out. */
const previous = (node: DomNode & { readonly prev?: DomNode | null }): DomNode | null => node.prev ?? null;
