/*
 * graphql-eslint's recommended rules for schemas, applied to the schema for clients. Each deviation is explained here.
 */

import graphql from '@graphql-eslint/eslint-plugin';

const schema = 'schema/event-graph.client.graphql';

export default [
  {
    files: ['schema/*.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      // Parts of objects that have an id, pages and payloads have none by design. Clients merge them by the policies of client/src.
      '@graphql-eslint/strict-id-in-types': 'off',
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          DirectiveDefinition: true,
          rootField: true,
        },
      ],
    },
  },
];
