import { composeServices as composeByApollo } from '@apollo/composition';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { buildSchema, isInputObjectType, isObjectType, parse } from 'graphql';
import { entityTypeNames } from '../../../src/graph/entity-types.js';
import { createSubgraph } from '../../../src/graph/schema.js';

/** Another team's subgraph, which adds to our entities by their ids alone. */
const badges = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
  type Query { badge(id: ID!): Badge }
  type Badge @key(fields: "id") { id: ID! attendee: Attendee! }
  type Attendee @key(fields: "id") { id: ID! badge: Badge }
  type Activity @key(fields: "id") { id: ID! title: String! badges(first: Int): BadgeConnection! }
  type BadgeConnection { nodes: [Badge!]! pageInfo: PageInfo! }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`;

type Service = { readonly name: string; readonly sdl: string };

/** Composes each list of services once: the tests look at different parts of one result. */
function once<Result>(compose: (services: readonly Service[]) => Result): (services: readonly Service[]) => Result {
  const results = new Map<string, Result>();
  return (services) => {
    const key = JSON.stringify(services);
    const result = results.get(key) ?? compose(services);
    results.set(key, result);
    return result;
  };
}

function byApollo(services: readonly Service[]): { errors: string[]; supergraph: string; hints: string[] } {
  const result = composeByApollo(services.map(({ name, sdl }) => ({ name, typeDefs: parse(sdl), url: `http://${name}.example` })));
  return {
    errors: (result.errors ?? []).map(({ message }) => message),
    supergraph: result.supergraphSdl ?? '',
    hints: (result.hints ?? []).map(({ message }) => message),
  };
}

function byGuild(services: readonly Service[]): { errors: string[]; supergraph: string } {
  const result = composeByGuild(services.map(({ name, sdl }) => ({ name, typeDefs: parse(sdl), url: `http://${name}.example` })));
  return { errors: (result.errors ?? []).map(({ message }) => message), supergraph: result.supergraphSdl ?? '' };
}

const composers = { '@apollo/composition': once(byApollo), '@theguild/federation-composition': once(byGuild) };

describe.each(Object.entries(composers))('composed by %s', (name, compose) => {
  describe.each([true, false])('with the directives of access %p', (authDirectives) => {
    const events = { name: 'events', sdl: createSubgraph({ maxPageSize: 100, authDirectives }).sdl };

    test('composes the subgraph alone', () => {
      const { errors, supergraph } = compose([events]);
      expect(errors).toEqual([]);
      for (const entity of entityTypeNames)
        expect(supergraph).toMatch(new RegExp(`type ${entity}\\b[^{]*@join__type\\(graph: EVENTS, key: "id"\\)`));
    });

    test('composes it with a subgraph that extends Attendee and Activity and shares PageInfo', () => {
      const { errors, supergraph } = compose([events, { name: 'badges', sdl: badges }]);
      expect(errors).toEqual([]);
      const schema = buildSchema(supergraph, { assumeValid: true });
      const fieldsOf = (type: string) => {
        const found = schema.getType(type);
        return isObjectType(found) ? Object.keys(found.getFields()) : [];
      };
      expect(fieldsOf('Attendee')).toEqual(expect.arrayContaining(['id', 'name', 'badge']));
      expect(fieldsOf('Activity')).toEqual(expect.arrayContaining(['id', 'attendees', 'title', 'badges']));
      expect(fieldsOf('Query')).toEqual(expect.arrayContaining(['activity', 'badge']));
      expect(fieldsOf('Query')).not.toContain('_entities');
    });

    test('preserves access and the tags of personal data', () => {
      const { supergraph } = compose([events]);
      expect(supergraph.includes('@requiresScopes(scopes: [["attendees:pii"], ["self:read"]])')).toBe(authDirectives);
      expect(supergraph).toMatch(/idCardNumber: String .*@tag\(name: "pii"\)/);
    });
  });

  test('preserves @oneOf if it supports it', () => {
    const { supergraph } = compose([{ name: 'events', sdl: createSubgraph({ maxPageSize: 100, authDirectives: true }).sdl }]);
    const lookup = buildSchema(supergraph, { assumeValid: true }).getType('AttendeeLookup');
    const preserved = /input AttendeeLookup\b[^{]*@oneOf/.test(supergraph);
    expect(isInputObjectType(lookup)).toBe(true);
    if (name === '@apollo/composition') expect(preserved).toBe(true);
    if (preserved) expect(isInputObjectType(lookup) && lookup.isOneOf).toBe(true);
  });
});

test('_service returns the SDL that composes', async () => {
  const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  const { graphql } = await import('graphql');
  const { data } = await graphql({ schema, source: '{ _service { sdl } }' });
  expect(data).toEqual({ _service: { sdl } });
});
