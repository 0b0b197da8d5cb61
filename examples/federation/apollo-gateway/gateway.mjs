import { readFileSync } from 'node:fs';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';

/** Sends two headers to the subgraph `events`: the caller's credential, and the secret that identifies the gateway. */
class Events extends RemoteGraphQLDataSource {
  willSendRequest({ request, context }) {
    if (context.authorization) request.http.headers.set('authorization', context.authorization);
    if (process.env.ROUTER_SECRET) request.http.headers.set('router-authorization', process.env.ROUTER_SECRET);
  }
}

const gateway = new ApolloGateway({
  supergraphSdl: readFileSync(process.argv[2], 'utf8'),
  buildService: ({ name, url }) => (name === 'events' ? new Events({ url }) : new RemoteGraphQLDataSource({ url })),
});
const { url } = await startStandaloneServer(new ApolloServer({ gateway }), {
  listen: { host: '127.0.0.1', port: Number(process.env.PORT ?? 4200) },
  context: async ({ req }) => ({ authorization: req.headers.authorization }),
});
console.log(`The gateway is ready at ${url}`);
