import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { generatePersistedQueryIdsFromManifest } from '@apollo/persisted-query-lists';
import { possibleTypes, typePolicies, withoutFailedFields } from 'event-graph-client';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import { map } from 'rxjs';
import { bearerToken, onChange } from './session.js';

const graph = document.querySelector<HTMLMetaElement>('meta[name=graph]')!.content;

// The graph executes only the documents of the manifest, so a request contains the id of its document in place of the text.
const trusted = new PersistedQueryLink(
  generatePersistedQueryIdsFromManifest({ loadManifest: () => import('../persisted-query-manifest.json') }),
);

// A null without its error would mean that there is nothing: the cache must not have it.
const withoutFailed = new ApolloLink((operation, forward) => forward(operation).pipe(map(withoutFailedFields)));

const withToken = new SetContextLink(async ({ headers }) => ({
  headers: { ...(headers as Record<string, string>), authorization: `Bearer ${await bearerToken()}` },
}));

const webSocket = createClient({
  url: graph.replace(/^http/, 'ws'),
  connectionParams: async () => ({ authorization: `Bearer ${await bearerToken()}` }),
  retryAttempts: Infinity,
  // The graph ends a connection with 4403 when its token expires. The next one has a new token.
  shouldRetry: () => true,
});

export const client = new ApolloClient({
  link: withoutFailed
    .concat(trusted)
    .split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(webSocket),
      withToken.concat(new HttpLink({ uri: graph })),
    ),
  cache: new InMemoryCache({ possibleTypes, typePolicies }),
});

// What the last user read must not be shown to the next one, and subscriptions connect again with the new token.
onChange(() => {
  webSocket.terminate();
  void client.clearStore();
});
