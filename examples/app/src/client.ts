import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { relayStylePagination } from '@apollo/client/utilities';
import { generatePersistedQueryIdsFromManifest } from '@apollo/persisted-query-lists';
// In a project of your own: from 'event-graph/apollo-client'.
import { possibleTypes, typePolicies } from '../../../src/apollo-client.js';

const graph = document.querySelector<HTMLMetaElement>('meta[name=graph]')!.content;

// The graph executes only the documents of the manifest, so a request contains the id of its document in place of the text.
const trusted = new PersistedQueryLink(
  generatePersistedQueryIdsFromManifest({ loadManifest: () => import('../persisted-query-manifest.json') }),
);

export const client = new ApolloClient({
  // In production add the user's credential: headers: { authorization: `Bearer ${token}` }.
  link: trusted.concat(new HttpLink({ uri: graph })),
  cache: new InMemoryCache({
    possibleTypes,
    typePolicies: {
      ...typePolicies,
      Activity: { fields: { ...typePolicies.Activity.fields, attendees: relayStylePagination(['offset']) } },
    },
  }),
});
