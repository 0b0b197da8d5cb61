import type { ContentKind } from '../../records/content-kind.js';
import { parseServiceId, type ActivityId } from '../../records/ids.js';
import { contentEndpoint, type ContentInputOf, type RestrictedKind } from '../../service/endpoints.js';
import type { OperationUpstream } from './upstream.js';

/** A read of content, as planned from the text and arguments of a GraphQL operation before it is executed. */
export interface ContentRead {
  readonly kind: ContentKind;
  /** null for the default activity of the caller. */
  readonly activityId: string | null;
  readonly input: ContentInput;
}

/** The input of a read of content: a string for each member that is given, such as `goodsId`. Without members, the whole list is read. */
export type ContentInput = Readonly<Record<string, string>>;

/** Returns the value of a member of an input; null for a text that is no valid value, for which the domain makes no call. */
type Parser<Value> = (text: string) => Value | null;
type InputParsers<Input> = { readonly [Member in keyof Input]-?: Parser<Exclude<Input[Member], undefined>> };

/** A parser for each member of the input of a kind of content. A kind whose endpoint has no input needs no row. */
const inputParsers: { readonly [Kind in RestrictedKind]: InputParsers<ContentInputOf<Kind>> } = {
  categories: { parentId: parseServiceId },
  goods: { goodsId: parseServiceId },
};
const parsersByKind: { readonly [Kind in ContentKind]?: Readonly<Record<string, Parser<unknown>>> } = inputParsers;

/** The members of the input that the endpoint of a kind of content has. */
export type ContentInputMember<Kind extends ContentKind> = keyof ContentInputOf<Kind> & string;

/** Whether the cache would serve a read now. */
export function isCached(upstream: OperationUpstream, activityId: ActivityId, { kind, input: texts }: ContentRead): boolean {
  const parsers = parsersByKind[kind];
  if (parsers === undefined) return upstream.isCached(contentEndpoint(kind), activityId, undefined);
  const input: Record<string, unknown> = {};
  for (const member in parsers) {
    const text = texts[member];
    if (text === undefined) continue;
    const value = parsers[member]!(text);
    if (value === null) return false;
    input[member] = value;
  }
  return upstream.isCached(contentEndpoint(kind), activityId, input);
}
