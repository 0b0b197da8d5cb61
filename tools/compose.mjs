/*
 * Composes the subgraphs of a configuration (by default schema/supergraph.yaml) into a supergraph in the same folder:
 * `npm run compose [-- <configuration> [<supergraph>]]`. If they do not compose, it prints the errors and exits with 1.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { parse as parseYaml } from 'yaml';

const [configuration = 'schema/supergraph.yaml', output = configuration.replace(/\.ya?ml$/, '') + '.graphql'] = process.argv.slice(2);
const { subgraphs } = parseYaml(readFileSync(configuration, 'utf8'));
const services = Object.entries(subgraphs).map(([name, { routing_url: url, schema }]) => ({
  name,
  url,
  typeDefs: parse(readFileSync(resolve(dirname(configuration), schema.file), 'utf8')),
}));
const { supergraphSdl, errors } = composeServices(services);
if (supergraphSdl) {
  writeFileSync(output, supergraphSdl);
  console.log(`wrote ${relative('', resolve(output))}: ${services.map(({ name, url }) => `${name} at ${url}`).join(', ')}`);
} else {
  for (const { message } of errors) console.error(message);
  process.exitCode = 1;
}
