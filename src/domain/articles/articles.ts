/* The articles of an activity, and their bodies as safe HTML or text. */

import { setImmediate } from 'node:timers/promises';
import type { Article, ArticleList } from '../../records/article.js';
import type { ActivityId, ServiceId } from '../../records/ids.js';
import { listArticles } from '../../service/endpoints.js';
import { EntityList, recordsGroupedBy } from '../record-lists.js';
import { type OperationUpstream } from '../upstream.js';

/** The articles of one activity for one GraphQL operation (§4.7). */
export class Articles extends EntityList<Article, ArticleList> {
  #byCategory: Promise<ReadonlyMap<ServiceId, readonly Article[]>> | undefined;

  constructor(upstream: OperationUpstream, activityId: ActivityId) {
    super(
      () => upstream.read(listArticles, activityId, undefined),
      ({ items }) => items,
    );
  }

  /** Returns the articles of a category. @throws UpstreamError */
  async inCategory(id: ServiceId): Promise<readonly Article[]> {
    this.#byCategory ??= this.read().then(({ items }) => recordsGroupedBy(items, (article) => article.categoryServiceId));
    return (await this.#byCategory).get(id) ?? [];
  }
}

/** The formats of an article's body that need a conversion. */
type ConvertedFormat = 'SAFE_HTML' | 'TEXT';

/**
 * Converts article bodies to safe HTML or text, once for each record and format, for all GraphQL operations. The results
 * are held weakly by the record, which lives as long as its entry in the content cache.
 *
 * A conversion is synchronous, at about 4 MB/s. Conversions run one at a time, and the event loop handles other work
 * between two of them. The libraries that convert are loaded with the first body: they take 3 MB, and not every client selects a body.
 */
export class ConvertedBodies {
  readonly #converted = new WeakMap<Article, { [Format in ConvertedFormat]?: string | Promise<string> }>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Returns the body of an article in a format; null for an article without a body.
   * @throws UpstreamInvalidResponseError for HTML beyond the limits
   */
  bodyOf(article: Article, format: ConvertedFormat): string | Promise<string> | null {
    const known = this.#converted.get(article)?.[format];
    if (known !== undefined) return known;
    const html = article.rawHtml;
    return html === null ? null : this.#inFormat(article, html, format);
  }

  #inFormat(article: Article, html: string, format: ConvertedFormat): string | Promise<string> {
    const byFormat = this.#converted.get(article) ?? {};
    this.#converted.set(article, byFormat);
    return (byFormat[format] ??= this.#convert(article, html, format).then((text) => (byFormat[format] = text)));
  }

  async #convert(article: Article, html: string, format: ConvertedFormat): Promise<string> {
    // Text is made of the safe HTML, which is within the limits of length and depth.
    const source = format === 'TEXT' ? await this.#inFormat(article, html, 'SAFE_HTML') : html;
    const conversion = this.#last.then(async () => {
      await setImmediate();
      const { plainText, safeHtml, UnusableHtmlError } = await import('./safe-html.js');
      try {
        return format === 'TEXT' ? plainText(source) : safeHtml(source);
      } catch (error) {
        throw error instanceof UnusableHtmlError ? article.invalidBody(error.expected) : error;
      }
    });
    this.#last = conversion.catch(() => {});
    return conversion;
  }
}
