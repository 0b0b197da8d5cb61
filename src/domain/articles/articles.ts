import { setImmediate } from 'node:timers/promises';
import type { Article, ArticleList } from '../../records/article.js';
import type { ActivityId, ServiceId } from '../../records/ids.js';
import { listArticles } from '../../service/endpoints.js';
import { EntityList, recordsGroupedBy } from '../broken-values.js';
import type { OperationUpstream } from '../reads/upstream.js';

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
    this.#byCategory ??= this.all().then(({ items }) => recordsGroupedBy(items, (article) => article.categoryServiceId));
    return (await this.#byCategory).get(id) ?? [];
  }
}

/** The formats of an article's body that need a conversion. */
type ConvertedFormat = 'SAFE_HTML' | 'TEXT';

/** A conversion's result, or the error for HTML that cannot be converted. */
type Converted = string | Error;
/** The results, or the conversions in progress, of one article. */
type ByFormat = { [Format in ConvertedFormat]?: Converted | Promise<Converted> };

/**
 * Converts article bodies to safe HTML or text, once for each record and format, for all GraphQL operations. The results
 * are held weakly by the record, which lives as long as its entry in the content cache.
 *
 * A conversion is synchronous, at about 4 MB/s. Conversions run one at a time, and the event loop handles other work
 * between two of them. The libraries that convert are loaded with the first body: they take 3 MB, and not every client selects a body.
 */
export class ConvertedBodies {
  readonly #conversions = new WeakMap<Article, ByFormat>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Returns the body of an article in a format; null for an article without a body.
   * @throws UpstreamInvalidResponseError for HTML beyond the limits
   */
  of(article: Article, format: ConvertedFormat): string | null | Promise<string> {
    const known = this.#conversions.get(article)?.[format];
    if (known !== undefined) return known instanceof Promise ? known.then(convertedBody) : convertedBody(known);
    const html = article.rawHtml;
    return html === null ? null : this.#convert(article, html, format).then(convertedBody);
  }

  #convert(article: Article, html: string, format: ConvertedFormat): Promise<Converted> {
    let byFormat = this.#conversions.get(article);
    if (!byFormat) this.#conversions.set(article, (byFormat = {}));
    const results = byFormat;
    const conversion = this.#enqueue(async () => {
      const { plainText, safeHtml, UnusableHtmlError } = await import('./safe-html.js');
      const tryConvert = (convert: (html: string) => string): Converted => {
        try {
          return convert(html);
        } catch (error) {
          if (error instanceof UnusableHtmlError) return article.invalidBody(error.expected);
          throw error;
        }
      };
      // The sanitiser refuses HTML that is too deep, so HTML is converted to text only if the sanitiser accepts it.
      const known = results.SAFE_HTML;
      const safe = known === undefined || known instanceof Promise ? tryConvert(safeHtml) : known;
      results.SAFE_HTML = safe;
      if (format === 'SAFE_HTML' || safe instanceof Error) return safe;
      await setImmediate();
      return tryConvert(plainText);
    }).then((converted) => (results[format] = converted));
    return (results[format] = conversion);
  }

  #enqueue<T>(convert: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => setImmediate()).then(convert);
    this.#last = result.catch(() => {});
    return result;
  }
}

function convertedBody(converted: Converted): string {
  if (typeof converted === 'string') return converted;
  throw converted;
}
