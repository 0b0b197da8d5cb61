/* Servers of library users: GraphQL Yoga and Apollo Server. */

import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { createYoga } from 'graphql-yoga';
import type { EventGraph } from '../../src/index.js';
import { closedAfterwards } from '../support/afterwards.js';
import { httpServer } from '../support/http-server.js';

/** A server of a library user over the graph, set up as its own documentation shows. */
export interface ForeignServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The context of each request: what createContext returns, or what a test puts in its place. */
export type ContextOf = (signal?: AbortSignal) => object;

export async function yogaOver({ schema }: Pick<EventGraph, 'schema'>, contextOf: ContextOf): Promise<ForeignServer> {
  const yoga = createYoga({ schema, context: ({ request }) => contextOf(request.signal), logging: false });
  const server = await httpServer((request, response) => void yoga(request, response));
  return { ...server, url: server.url + yoga.graphqlEndpoint };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export async function apolloOver({ schema }: Pick<EventGraph, 'schema'>, contextOf: ContextOf): Promise<ForeignServer> {
  const server = new ApolloServer({ schema, logger: silent });
  const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' }, context: async () => contextOf() });
  return closedAfterwards({ url, close: () => server.stop() });
}
