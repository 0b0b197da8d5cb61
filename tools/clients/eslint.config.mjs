/*
 * graphql-eslint's recommended rules for schemas, applied to the schema for clients. Each deviation is explained here.
 * Run `npm run build` first.
 */

import graphql from '@graphql-eslint/eslint-plugin';
import { typePolicies } from '../../dist/apollo-client.js';

const schema = 'schema/event-graph.client.graphql';

/** Types without an id by design: parts of objects that have one, pages and payloads. Clients merge them by these policies. */
const withoutId = Object.keys(typePolicies).filter((name) => 'merge' in typePolicies[name]);

export default [
  {
    files: ['schema/*.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      '@graphql-eslint/strict-id-in-types': ['error', { exceptions: { types: withoutId } }],
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          DirectiveDefinition: true,
          rootField: true,
          // All subgraphs of a supergraph share the root types, so none of them describes these. Their fields have descriptions.
          ignoredSelectors: ['ObjectTypeDefinition[name.value=/^(Query|Mutation|Subscription)$/]'],
        },
      ],
    },
  },
];
