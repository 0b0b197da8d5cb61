import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { listen } from '../listen.mjs';

/**
 * A gateway over a supergraph, in one file. What Event Graph must know of each request travels in headers: the caller's own
 * credential, passed on as it came, and the secret by which Event Graph knows its router, where one is set
 * (AUTH_ROUTER_SECRETS there). Only the subgraph `events` gets either.
 */
export function startGateway({ supergraphSdl, port = 0, routerSecret, firstQuery }) {
  const passedOn = ['authorization', 'x-api-key'];
  const eventsHeaders = (request) => ({
    ...Object.fromEntries(passedOn.map((name) => [name, request?.context?.headers[name]]).filter(([, value]) => value !== undefined)),
    ...(routerSecret && { 'router-authorization': routerSecret }),
  });
  const schema = getStitchedSchemaFromSupergraphSdl({
    supergraphSdl,
    httpExecutorOpts: ({ name }) => (name.toLowerCase() === 'events' ? { headers: eventsHeaders } : {}),
  });
  return listen({ port, schema, firstQuery, context: ({ headers }) => ({ headers }) });
}
