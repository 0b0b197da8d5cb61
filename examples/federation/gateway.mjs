import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { listen } from '../listen.mjs';

/**
 * Starts a gateway over a supergraph. With each request it sends two headers to the subgraph `events`, and to no other one: the
 * caller's credential, unchanged, and the secret that identifies the gateway, if one is set (AUTH_ROUTER_SECRETS of Event Graph).
 */
export function startGateway({ supergraphSdl, port = 0, routerSecret, firstQuery }) {
  const forwarded = ['authorization', 'x-api-key'];
  const eventsHeaders = (request) => ({
    ...Object.fromEntries(forwarded.map((name) => [name, request?.context?.headers[name]]).filter(([, value]) => value !== undefined)),
    ...(routerSecret && { 'router-authorization': routerSecret }),
  });
  const schema = getStitchedSchemaFromSupergraphSdl({
    supergraphSdl,
    httpExecutorOpts: ({ name }) => (name.toLowerCase() === 'events' ? { headers: eventsHeaders } : {}),
  });
  return listen({ port, schema, firstQuery, context: ({ headers }) => ({ headers }) });
}
