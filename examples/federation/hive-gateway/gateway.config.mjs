/**
 * Sends two headers to the subgraph `events`: the caller's credential, and the secret that identifies the gateway.
 *
 * @type {import('@graphql-hive/gateway').GatewayConfig}
 */
export const gatewayConfig = {
  propagateHeaders: {
    fromClientToSubgraphs: ({ request, subgraphName }) => {
      if (subgraphName !== 'events') return {};
      const authorization = request.headers.get('authorization');
      const routerSecret = process.env.ROUTER_SECRET;
      return { ...(authorization && { authorization }), ...(routerSecret && { 'router-authorization': routerSecret }) };
    },
  },
};
