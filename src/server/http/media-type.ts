/*
 * Media types by RFC 9110: which one a response has (Accept, 12.5.1), and which one a body has (Content-Type, 8.3).
 *
 * Libraries such as negotiator do not match `application/json;v=2` with `application/json`, and refuse
 * `application/json;`. Clients send both.
 */

export const graphqlResponse = 'application/graphql-response+json; charset=utf-8';
export const applicationJson = 'application/json; charset=utf-8';
export const eventStream = 'text/event-stream; charset=utf-8';
export const html = 'text/html; charset=utf-8';
/** A media type of a response. All of them are UTF-8. */
export type MediaType = typeof graphqlResponse | typeof applicationJson | typeof eventStream | typeof html;

/**
 * Returns the media type that an Accept header prefers, or null if none is acceptable. Of equal ones it is the one that the header names,
 * or names first. A header that is absent or empty accepts everything.
 * @param offered in the order of the server's preference
 */
export function negotiate<Type extends MediaType>(accept: string | undefined, offered: readonly [Type, ...Type[]]): Type | null {
  const [first] = offered;
  if (accept === undefined || accept === '*/*' || first === `${accept}; charset=utf-8`) return first;
  const ranges = parts(accept, ',').map(parseMediaType);
  if (ranges.length === 0) return first;
  const [best] = offered
    .flatMap((type) => matchOf(type, ranges) ?? [])
    .toSorted((a, b) => b.quality - a.quality || a.generality - b.generality || a.index - b.index);
  return best?.type ?? null;
}

/** Whether a Content-Type is JSON in UTF-8. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  const { name, isUtf8 } = parseMediaType(contentType ?? '');
  return name === 'application/json' && isUtf8;
}

/** Returns the name of a Content-Type, such as `multipart/form-data`, in lower case; an empty string if the header is missing. */
export const typeName = (contentType: string | undefined): string => parseMediaType(contentType ?? '').name;

/** A media type of a Content-Type, or a range of media types of an Accept header. */
interface ParsedMediaType {
  /** In lower case, such as `application/json` or `text/*`. */
  readonly name: string;
  /** Whether no other charset is named. */
  readonly isUtf8: boolean;
  /** The weight of the range: 0 excludes it. */
  readonly quality: number;
}

function parseMediaType(text: string): ParsedMediaType {
  const [name = '', ...parameters] = parts(text, ';').map((part) => part.toLowerCase());
  let [isUtf8, quality] = [true, 1];
  for (const parameter of parameters) {
    const [key, value = ''] = parameter.split('=').map((part) => part.trim().replaceAll('"', ''));
    if (key === 'charset') isUtf8 = value === 'utf-8' || value === 'utf8';
    else if (key === 'q') quality = Math.min(Number(value) || 0, 1);
  }
  // Clients in Java write `*` for `*/*`, and `application/*+json`.
  return { name: name === '*' ? '*/*' : name.replace('/*+json', '/*'), isUtf8, quality };
}

/** Returns the parts of a header between separators, without empty ones. */
const parts = (text: string, separator: ',' | ';'): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Returns the most specific range that matches a media type; of equally specific ones the one with the
 * highest quality. null if that excludes it.
 */
function matchOf<Type extends MediaType>(type: Type, ranges: readonly ParsedMediaType[]) {
  const name = type.slice(0, type.indexOf(';'));
  const names = [name, `${name.slice(0, name.indexOf('/'))}/*`, '*/*'];
  const [match] = ranges
    .map((range, index) => ({ type, index, quality: range.quality, generality: range.isUtf8 ? names.indexOf(range.name) : -1 }))
    .filter(({ generality }) => generality >= 0)
    .toSorted((a, b) => a.generality - b.generality || b.quality - a.quality);
  return match && match.quality > 0 ? match : null;
}
