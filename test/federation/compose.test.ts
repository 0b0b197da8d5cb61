/* Composition with another subgraph, for each configuration of the schema. */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { federateSubgraphs } from '@wundergraph/composition';
import { buildSchema, isInputObjectType, isObjectType, parse, printSchema } from 'graphql';
import { parse as parseYaml } from 'yaml';
import { entityTypeNames } from '../../src/graph/type-names.js';
import { temporaryFile, temporaryFolder } from '../support/temporary-files.js';
import { composers } from './supergraph.js';

type Configuration = { subgraphs: Record<string, { routing_url: string; schema: { file: string } }> };

/** Another team's subgraph, which adds to our entities by their ids alone. */
const seats = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable", "@override"])
  type Query { seat(id: ID!): Seat }
  type Seat @key(fields: "id") { id: ID! attendee: Attendee! }
  type Attendee @key(fields: "id") { id: ID! seat: Seat }
  scalar Date
  type Activity @key(fields: "id") { id: ID! title: String! name: String! @shareable startsOn: Date @shareable place: String @override(from: "events") seats(first: Int): SeatConnection! }
  type SeatConnection { nodes: [Seat!]! pageInfo: PageInfo! }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`;

/** Returns the subgraphs of a configuration with their SDL. */
function servicesOf(configuration: string) {
  const { subgraphs } = parseYaml(readFileSync(configuration, 'utf8')) as Configuration;
  return Object.entries(subgraphs).map(([name, { routing_url: url, schema }]) => ({
    name,
    url,
    sdl: readFileSync(resolve(dirname(configuration), schema.file), 'utf8'),
  }));
}

/** Returns the graph of a supergraph for WunderGraph Cosmo, whose own configuration is no SDL. @throws Error with the composition errors */
function composeByCosmo(services: readonly { name: string; url: string; sdl: string }[]): string {
  const result = federateSubgraphs({
    subgraphs: services.map(({ name, url, sdl }) => ({ name, url, definitions: parse(sdl) })),
    version: '1',
  });
  if (!result.success) throw new Error(result.errors.map(({ message }) => message).join('\n'));
  return printSchema(result.federatedGraphSchema);
}

function fieldsOf(supergraph: string, typeName: string): string[] {
  const type = buildSchema(supergraph, { assumeValid: true }).getType(typeName);
  return isObjectType(type) ? Object.keys(type.getFields()) : [];
}

const configurations = ['supergraph.yaml', 'supergraph.no-auth.yaml'];

const allComposers = [...Object.entries(composers), ['@wundergraph/composition', composeByCosmo] as const];

test('npm run compose composes schema/supergraph.yaml', () => {
  const output = temporaryFile('supergraph.graphql');
  const printed = execFileSync(process.execPath, ['tools/compose.mjs', 'schema/supergraph.yaml', output], { encoding: 'utf8' });
  expect(printed).toMatch(/^wrote .*: events at http:\/\/127\.0\.0\.1:4000\/graphql, badges at http:\/\/127\.0\.0\.1:4002\/graphql\n$/);
  expect(fieldsOf(readFileSync(output, 'utf8'), 'Attendee')).toEqual(expect.arrayContaining(['id', 'name', 'badge']));
});

describe.each(configurations)('the configuration schema/%s', (file) => {
  const services = servicesOf(join('schema', file));

  test.each(allComposers)('%s adds the field of badges to attendees, and keeps the directives of access', (composer, compose) => {
    const supergraph = compose(services);
    expect(fieldsOf(supergraph, 'Attendee')).toEqual(expect.arrayContaining(['id', 'name', 'badge']));
    // The graph of Cosmo is printed without directives.
    if (!composer.startsWith('@wundergraph')) expect(/@requiresScopes\(|@authenticated\b/.test(supergraph)).toBe(!file.includes('no-auth'));
  });
});

const [events, openEvents] = configurations.map((file) => servicesOf(join('schema', file)).find(({ name }) => name === 'events')!);

describe.each(allComposers)('composed by %s', (composer, compose) => {
  test('another subgraph can extend `Attendee` and `Activity`, and share `PageInfo` and what an activity is called', () => {
    const supergraph = compose([events!, { name: 'seats', url: 'http://seats.example', sdl: seats }]);
    expect(fieldsOf(supergraph, 'Attendee')).toEqual(expect.arrayContaining(['id', 'name', 'seat']));
    expect(fieldsOf(supergraph, 'Activity')).toEqual(expect.arrayContaining(['id', 'name', 'attendees', 'title', 'seats']));
    expect(fieldsOf(supergraph, 'Query')).toEqual(expect.arrayContaining(['activity', 'seat']));
    expect(fieldsOf(supergraph, 'Query')).not.toContain('_entities');
  });

  test('a field that requires a guarded one composes as in docs/federation.md, and not without the directives of access', () => {
    const shown = /^type Attendee [^}]*@requires[^}]*^}/m.exec(readFileSync('docs/federation.md', 'utf8'))![0];
    const greetings = (type: string) => ({
      name: 'greetings',
      url: 'http://greetings.example',
      sdl: `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@external", "@requires", "@authenticated", "@requiresScopes"])
      type Query { greetings: [Attendee!]! } ${type}`,
    });
    expect(fieldsOf(compose([events!, greetings(shown)]), 'Attendee')).toContain('greeting');
    const bare = greetings(shown.replace(/ @requiresScopes.*/, ''));
    expect(fieldsOf(compose([openEvents!, bare]), 'Attendee')).toContain('greeting');
    // Cosmo does not have this rule.
    if (!composer.startsWith('@wundergraph')) expect(() => compose([events!, bare])).toThrow('Attendee.greeting');
  });
});

describe.each(Object.entries(composers))('the supergraph of %s', (composer, compose) => {
  let alone: string;
  beforeAll(() => (alone = compose([events!])));

  test('the graph alone has a key for each entity', () => {
    for (const entity of entityTypeNames)
      expect(alone).toMatch(new RegExp(`type ${entity}\\b[^{]*@join__type\\(graph: EVENTS, key: "id"\\)`));
  });

  test('access, the tags of personal data and the costs are preserved', () => {
    for (const directive of [/cost\(weight: 11\)/i, /listSize\(/i]) expect(alone).toMatch(directive);
    expect(alone).toContain('@requiresScopes(scopes: [["attendees:pii"], ["self:read"]])');
    expect(alone).toMatch(/idCardNumber: String .*@tag\(name: "pii"\)/);
  });

  test('`@oneOf` is preserved if the composer supports it', () => {
    const lookup = buildSchema(alone, { assumeValid: true }).getType('AttendeeLookup');
    const preserved = /input AttendeeLookup\b[^{]*@oneOf/.test(alone);
    expect(isInputObjectType(lookup)).toBe(true);
    if (composer === '@apollo/composition') expect(preserved).toBe(true);
    if (preserved) expect(isInputObjectType(lookup) && lookup.isOneOf).toBe(true);
  });
});

test('npm run compose prints why subgraphs do not compose, and writes nothing', () => {
  const subgraph = (type: string) => `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3") type Query { value: ${type} }`;
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.graphql'), subgraph('Int'));
  writeFileSync(join(folder, 'b.graphql'), subgraph('String'));
  const part = (name: string) => `  ${name}: { routing_url: 'http://${name}.example', schema: { file: ./${name}.graphql } }`;
  writeFileSync(join(folder, 'bad.yaml'), ['subgraphs:', part('a'), part('b')].join('\n'));
  const { status, stderr, stdout } = spawnSync(process.execPath, ['tools/compose.mjs', join(folder, 'bad.yaml')], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('Query.value');
  expect(() => readFileSync(join(folder, 'bad.graphql'))).toThrow('ENOENT');
});
