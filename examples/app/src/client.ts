import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
// In a project of your own: from 'event-graph/apollo-client'.
import { possibleTypes, typePolicies } from '../../../src/apollo-client.js';

const graph = document.querySelector<HTMLMetaElement>('meta[name=graph]')!.content;

export const client = new ApolloClient({
  // In production add the user's credential: headers: { authorization: `Bearer ${token}` }.
  link: new HttpLink({ uri: graph }),
  cache: new InMemoryCache({
    possibleTypes,
    typePolicies: {
      ...typePolicies,
      Activity: { fields: { ...typePolicies.Activity.fields, attendees: relayStylePagination(['offset']) } },
    },
  }),
});
