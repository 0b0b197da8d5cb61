import { defineConfig } from '@graphql-hive/gateway';

/** What the subgraph `events` gets beside the operation: the caller's own credential, and the secret by which it knows its router. */
export const gatewayConfig = defineConfig({
  propagateHeaders: {
    fromClientToSubgraphs: ({ request, subgraphName }) => {
      if (subgraphName !== 'events') return {};
      const authorization = request.headers.get('authorization');
      const routerSecret = process.env.ROUTER_SECRET;
      return { ...(authorization && { authorization }), ...(routerSecret && { 'router-authorization': routerSecret }) };
    },
  },
});
