export const graphqlResponse = 'application/graphql-response+json; charset=utf-8';
export const json = 'application/json; charset=utf-8';
export type MediaType = typeof graphqlResponse | typeof json;

/** The media type of the answer by the Accept header. null: neither of the two is acceptable. */
export function negotiate(accept: string | undefined): MediaType | null {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return json;
  const ranges = accept.split(',').map(parseRange);
  const offers = ([json, graphqlResponse] as const).map((type) => ({ type, ...qualityOf(type, ranges) }));
  const [best] = offers.filter((offer) => offer.quality > 0).toSorted((a, b) => b.quality - a.quality || a.place - b.place);
  return best?.type ?? null;
}

/** Whether a request's body is JSON in UTF-8. */
export const isJson = (contentType: string | undefined): boolean =>
  /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?(?:;[ \t]*)?$/i.test(contentType ?? '');

interface Range {
  readonly name: string;
  readonly quality: number;
}

function parseRange(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  let quality = 1;
  for (const parameter of parameters) {
    const [key, value = ''] = parameter.split('=');
    if (key === 'q') quality = Number(value) || 0;
    else if (key === 'charset' && value.replaceAll('"', '') !== 'utf-8') quality = 0;
  }
  return { name, quality };
}

/** By the most specific range that matches. Its place breaks ties: named types first, in the header's order. */
function qualityOf(type: MediaType, ranges: readonly Range[]): { quality: number; place: number } {
  const bare = type.slice(0, type.indexOf(';'));
  for (const [rank, name] of [bare, 'application/*', '*/*'].entries()) {
    const place = ranges.findIndex((range) => range.name === name);
    if (place !== -1) return { quality: ranges[place]!.quality, place: rank * ranges.length + place };
  }
  return { quality: 0, place: 0 };
}
