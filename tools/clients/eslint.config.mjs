import graphql from '@graphql-eslint/eslint-plugin';
import { typePolicies } from '../../dist/apollo-client.js';

/*
 * graphql-eslint's recommended rules for schemas, over the schema that clients see. What is not as recommended is
 * explained here. Needs `npm run build` first.
 */

const schema = 'schema/event-graph.client.graphql';

/** Types that are on purpose without an id: parts of something that has one, pages, and results. Clients merge them by this table. */
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
          // The root types are shared by all subgraphs of a supergraph: none of them says what they are. Their fields are described.
          ignoredSelectors: ['ObjectTypeDefinition[name.value=/^(Query|Mutation|Subscription)$/]'],
        },
      ],
    },
  },
];
