/* The media types of GraphQL over HTTP: which one a response has, and whether a request is JSON. */

export const graphqlResponse = 'application/graphql-response+json; charset=utf-8';
export const json = 'application/json; charset=utf-8';
export type MediaType = typeof graphqlResponse | typeof json;

/** Returns the media type of the response for an Accept header, or null if neither of the two is acceptable. */
export function negotiate(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return json;
  const ranges = accept.split(',').map(parseRange);
  const offers = ([json, graphqlResponse] as const).map((type) => ({ type, ...qualityOf(type, ranges) }));
  const [best] = offers.filter((offer) => offer.quality > 0).toSorted((a, b) => b.quality - a.quality || a.rank - b.rank);
  return best?.type ?? null;
}

/** Whether a content type is JSON in UTF-8. */
export const isJson = (contentType: string | undefined): boolean =>
  contentType === 'application/json' ||
  /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?(?:;[ \t]*)?$/i.test(contentType ?? '');

interface MediaRange {
  readonly name: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  let quality = 1;
  for (const parameter of parameters) {
    const [key, value = ''] = parameter.split('=');
    if (key === 'q') quality = Number(value) || 0;
    else if (key === 'charset' && value.replaceAll('"', '') !== 'utf-8') quality = 0;
  }
  return { name, quality };
}

/** Returns the quality of the most specific range that matches. `rank` orders equal qualities: named types first, in the header's order. */
function qualityOf(type: MediaType, ranges: readonly MediaRange[]): { quality: number; rank: number } {
  const bare = type.slice(0, type.indexOf(';'));
  for (const [generality, name] of [bare, 'application/*', '*/*'].entries()) {
    const index = ranges.findIndex((range) => range.name === name);
    if (index !== -1) return { quality: ranges[index]!.quality, rank: generality * ranges.length + index };
  }
  return { quality: 0, rank: 0 };
}
