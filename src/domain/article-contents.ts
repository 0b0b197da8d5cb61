import { setImmediate } from 'node:timers/promises';
import type { Article } from '../model/article.js';
import { plainText, safeHtml, UnusableHtml } from './article-content.js';

export type ConvertedFormat = 'SAFE_HTML' | 'TEXT';

/** A conversion's result, or the error for HTML that cannot be converted. */
type Converted = string | Error;
type ByFormat = { [Format in ConvertedFormat]?: Converted | Promise<Converted> };

/**
 * Article bodies made safe, or made text: once for each record and format, for all operations. Articles come from a
 * cache, so a record lives as long as its cache entry, and what was made of it as long as the record.
 *
 * Conversion is synchronous at about 4 MB/s. Conversions therefore run one after another, and the event loop gets its
 * turn between two of them.
 */
export class ArticleContents {
  readonly #converted = new WeakMap<Article, ByFormat>();
  #last: Promise<unknown> = Promise.resolve();

  /** @returns null for an article without a body. @throws UpstreamInvalidResponseError for HTML beyond the limits */
  of(article: Article, format: ConvertedFormat): string | null | Promise<string> {
    const known = this.#converted.get(article)?.[format];
    if (known !== undefined) return known instanceof Promise ? known.then(valueOf) : valueOf(known);
    const html = article.rawHtml;
    return html === null ? null : this.#convert(article, html, format).then(valueOf);
  }

  #convert(article: Article, html: string, format: ConvertedFormat): Promise<Converted> {
    let byFormat = this.#converted.get(article);
    if (!byFormat) this.#converted.set(article, (byFormat = {}));
    const made = byFormat;
    const converting = this.#inTurn(async () => {
      // The sanitiser is what stops at HTML that is too deep: text is made only of what it accepts.
      const before = made.SAFE_HTML;
      const safe = before === undefined || before instanceof Promise ? attempt(article, html, safeHtml) : before;
      made.SAFE_HTML = safe;
      if (format === 'SAFE_HTML' || safe instanceof Error) return safe;
      await setImmediate();
      return attempt(article, html, plainText);
    }).then((converted) => (made[format] = converted));
    return (made[format] = converting);
  }

  #inTurn<T>(convert: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => setImmediate()).then(convert);
    this.#last = turn.catch(() => {});
    return turn;
  }
}

function attempt(article: Article, html: string, convert: (html: string) => string): Converted {
  try {
    return convert(html);
  } catch (error) {
    if (error instanceof UnusableHtml) return article.invalidBody(error.expected);
    throw error;
  }
}

function valueOf(converted: Converted): string {
  if (typeof converted === 'string') return converted;
  throw converted;
}
