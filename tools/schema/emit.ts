/*
 * Writes the SDL for composers, stitching gateways and clients, the type policies of client, and the JSON Schema of operations files. With
 * --check it writes nothing and fails if a committed file is stale.
 */

import { buildSchema } from 'graphql';
import * as z from 'zod';
import { operationsSchema } from '../../src/config/operations-format.js';
import { clientSdl, stitchingSdl } from '../../src/graph/federation/sdl.js';
import { createSubgraph } from '../../src/graph/schema/schema.js';
import { writeGeneratedFiles } from '../generated-files.mjs';
import { typePoliciesOf } from './type-policies.js';

const header = '# Generated from the code by `npm run schema`; do not edit.\n';

await writeGeneratedFiles('schema', () => {
  const subgraph = createSubgraph({ maxPageSize: 100, authDirectives: true });
  const withNode = createSubgraph({ maxPageSize: 100, authDirectives: true, relayNode: true });
  return {
    'schema/event-graph.graphql': header + subgraph.sdl,
    // For gateways that refuse @authenticated and @requiresScopes. The graph enforces the scopes itself.
    'schema/event-graph.no-auth.graphql': header + createSubgraph({ maxPageSize: 100, authDirectives: false }).sdl,
    'schema/event-graph.stitching.graphql': header + stitchingSdl(subgraph.schema),
    'schema/event-graph.client.graphql': `${header}\n${clientSdl(subgraph.schema)}`,
    // With Node, whose types are harmless to a cache over a graph without it.
    'client/src/policies.generated.ts': typePoliciesOf(buildSchema(clientSdl(withNode.schema))),
    'schema/operations-file.schema.json': `${JSON.stringify(z.toJSONSchema(operationsSchema, { target: 'draft-7', io: 'input' }), null, 2)}\n`,
  };
});
