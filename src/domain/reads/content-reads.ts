import { listArticles } from '../../endpoint/article.js';
import { listCategories } from '../../endpoint/category.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import { getFormFields } from '../../endpoint/form-field.js';
import { listSchedule } from '../../endpoint/schedule.js';
import { listGoods, listTickets } from '../../endpoint/stock.js';
import type { CachedKind } from '../../model/cached-kind.js';
import { parseServiceId, type ActivityId } from '../../model/ids.js';
import type { Upstream } from './upstream.js';

/** A read of content, as planned from the text and arguments of a GraphQL operation before it is executed. */
export interface ContentRead {
  readonly kind: CachedKind;
  /** Empty for the default activity. */
  readonly activityId: string;
  readonly input: ContentInput;
}

/** The input of a read of content: a text for each member that is given, such as `goodsId`. Without members, the whole list is read. */
export type ContentInput = Readonly<Record<string, string>>;

/** The endpoint of each kind of content, with a parser for each member of its input. */
const contentLists = {
  fields: wholeList(getFormFields),
  schedule: wholeList(listSchedule),
  articles: wholeList(listArticles),
  categories: list(listCategories, { parentId: parseServiceId }),
  tickets: wholeList(listTickets),
  goods: list(listGoods, { goodsId: parseServiceId }),
};
const byKind: Readonly<Record<CachedKind, ContentList>> = contentLists;

/** The members of the input that the endpoint of a kind of content has. */
export type ContentInputMember<Kind extends CachedKind> = Kind extends keyof typeof contentLists
  ? keyof (typeof contentLists)[Kind]['parsers'] & string
  : never;

/** True if the cache would serve a read now. */
export function isCached(upstream: Upstream, activityId: ActivityId, { kind, input }: ContentRead): boolean {
  return byKind[kind].isCached(upstream, activityId, input);
}

interface ContentList<Parsers = unknown> {
  readonly parsers: Parsers;
  readonly isCached: (upstream: Upstream, activityId: ActivityId, texts: ContentInput) => boolean;
}

/** Returns null for a text that the domain refuses without a call. */
type Parser<Value> = (text: string) => Value | null;

/** A list without parameters. */
function wholeList(endpoint: Endpoint<void, unknown>): ContentList<object> {
  return { parsers: {}, isCached: (upstream, activityId) => upstream.isCached(endpoint, activityId, undefined) };
}

/** A list that its input may restrict. @param parsers of the members of the input */
function list<Input extends object>(
  endpoint: Endpoint<Input, unknown>,
  parsers: { readonly [Member in keyof Input]-?: Parser<Exclude<Input[Member], undefined>> },
): ContentList<typeof parsers> {
  return {
    parsers,
    isCached: (upstream, activityId, texts) => {
      const input: Partial<Input> = {};
      for (const member in parsers) {
        const text = texts[member];
        if (text === undefined) continue;
        const value = parsers[member](text);
        if (value === null) return false;
        input[member] = value;
      }
      return upstream.isCached(endpoint, activityId, input as Input);
    },
  };
}
