/*
 * A minimal subgraph of another team. It knows attendees and activities by their ids, and adds a field to each.
 * `node examples/federation/badges.mjs` serves it at PORT, by default 4002.
 */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildASTSchema, parse } from 'graphql';
import { listen } from '../listen.mjs';

export const sdl = readFileSync(new URL('badges.graphql', import.meta.url), 'utf8');

const federation = `
  scalar _Any
  type _Service { sdl: String }
  union _Entity = Badge | Attendee | Activity
  extend type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
`;

/** The ids of the attendees whose badges are printed, with consecutive numbers. */
export const printed = (count = 200) => Array.from({ length: count }, (_, index) => `attendee:1001:${700_001 + index}`);

/** Serves the badges of attendees. */
export async function startBadges({ port = 0, attendeeIds = printed() } = {}) {
  const badges = attendeeIds.map((attendeeId, index) => badge(`badge:${index + 1}`, attendeeId));
  // graphql-js needs no resolvers here: it reads the properties of these objects, and calls those that are functions.
  function badge(id, attendeeId) {
    return {
      __typename: 'Badge',
      id,
      title: `Badge no. ${id.split(':')[1]}`,
      attendee: () => entity({ __typename: 'Attendee', id: attendeeId }),
    };
  }
  function entity({ __typename, id }) {
    if (__typename === 'Badge') return badges.find((each) => each.id === id) ?? null;
    if (__typename === 'Attendee') return { __typename, id, badge: badges[attendeeIds.indexOf(id)] ?? null };
    return {
      __typename,
      id,
      badges: ({ first }) => badges.filter((_, index) => attendeeIds[index].startsWith(`attendee:${id}:`)).slice(0, first),
    };
  }
  return listen({
    port,
    schema: buildASTSchema(parse(sdl + federation), { assumeValidSDL: true }),
    rootValue: {
      badges: ({ first }) => badges.slice(0, first),
      _service: { sdl },
      _entities: ({ representations }) => representations.map(entity),
    },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  void startBadges({ port: Number(process.env.PORT ?? 4002) }).then(({ url }) => console.log(`The subgraph of badges is ready at ${url}`));
}
