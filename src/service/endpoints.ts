import type { ContentKind } from '../records/content-kind.js';
import * as documented from './documented-endpoints.js';
import type { ContentEndpoint, Endpoint } from './endpoint.js';

export type Endpoints = typeof documented;

/** The endpoints of §4, by name, in the order of their sections. The REST client has a method for each, and the tests have an input for each. */
export const endpoints = Object.fromEntries(
  Object.entries(documented).toSorted(([, one], [, other]) => positionOf(one) - positionOf(other)),
) as Endpoints;

/** The number of an endpoint's section in §4: 10 for §4.10. */
function positionOf({ section }: { readonly section: string }): number {
  return Number(section.split('.')[1]);
}

export type InputOf<Name extends keyof Endpoints> = Endpoints[Name] extends Endpoint<infer Input, infer _> ? Input : never;

/** The kind of content that an endpoint returns; never for other endpoints. */
type KindOf<Name extends keyof Endpoints> = Endpoints[Name] extends ContentEndpoint<infer Kind, infer _Input, infer _Output> ? Kind : never;

/** The name of the endpoint of each kind of content. A kind without an endpoint does not compile. */
type ContentNames = { readonly [Name in keyof Endpoints as KindOf<Name>]: Name };

/** The input of the endpoint of a kind of content: void, or members that restrict the list. */
export type ContentInputOf<Kind extends ContentKind> = InputOf<ContentNames[Kind]>;

/** The kinds of content whose endpoint has an input. */
export type RestrictedKind = { [Kind in ContentKind]: ContentInputOf<Kind> extends void ? never : Kind }[ContentKind];

/** The names of the endpoints of content that have no input. */
export type WholeListName = ContentNames[Exclude<ContentKind, RestrictedKind>];

export function contentEndpoint(kind: ContentKind): Endpoint<unknown, unknown> {
  return byKind.get(kind)!;
}

const byKind = new Map(
  (Object.values(endpoints) as readonly Endpoint<unknown, unknown>[]).map((endpoint) => [endpoint.cachedAs, endpoint]),
);
