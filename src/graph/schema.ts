import 'reflect-metadata';
import { isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';
import { enforceAccess } from './access/enforce-access.js';
import { ActivityResolver, defaultFirst } from './activity.resolver.js';
import { ArticleResolver } from './article.resolver.js';
import { AttendeeResolver } from './attendee.resolver.js';
import { CategoryResolver } from './category.resolver.js';
import { CheckInLookupResolver, CheckInMatchResolver } from './check-in.resolver.js';
import { recordTypes } from './federation/entities.js';
import { asSubgraph } from './federation/federation.js';
import { QueryResolver } from './query.resolver.js';
import { AttendeeRegistrationResolver, RegistrationResolver } from './registration.resolver.js';
import { withRelayNode } from './federation/relay-node.js';
import { subgraphSdl } from './federation/sdl.js';
import { SsoLoginResolver } from './sso-login.resolver.js';
import { StockFeedResolver } from './stock-feed.resolver.js';
import { prefixTypes } from './federation/type-names.js';

export interface SchemaOptions {
  /** The largest `first`; where it is below the usual default, it is the default too. */
  readonly maxPageSize: number;
  /** Put before the name of every type of ours; null for none. */
  readonly typePrefix?: string | null;
  /** Whether entities implement Relay's Node. */
  readonly relayNode?: boolean;
  /** Whether the SDL publishes @authenticated and @requiresScopes. The graph enforces them either way. */
  readonly authDirectives: boolean;
}

export interface Subgraph {
  /** Executable, with `_service` and `_entities`. */
  readonly schema: GraphQLSchema;
  /** What `_service` answers: the schema as other tools read it. */
  readonly sdl: string;
}

const noTopics: PubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('There are no topics.');
  },
};

/** Builds the graph from the TypeGraphQL classes. */
export function createSubgraph({ maxPageSize, authDirectives, typePrefix = null, relayNode = false }: SchemaOptions): Subgraph {
  const classes = buildSchemaSync({
    resolvers: [
      QueryResolver,
      ActivityResolver,
      AttendeeResolver,
      ArticleResolver,
      CategoryResolver,
      CheckInLookupResolver,
      CheckInMatchResolver,
      RegistrationResolver,
      AttendeeRegistrationResolver,
      SsoLoginResolver,
      StockFeedResolver,
    ],
    validate: false,
    // Subscriptions subscribe by themselves, but TypeGraphQL asks for topics all the same.
    pubSub: noTopics,
    nullableByDefault: false,
  });
  settle(classes, maxPageSize);
  enforceAccess(classes);
  const named = typePrefix === null ? classes : prefixTypes(classes, typePrefix);
  for (const type of Object.values(named.getTypeMap())) if (isInterfaceType(type)) type.resolveType = recordTypes(named);
  const schema = relayNode ? withRelayNode(named) : named;
  const sdl = subgraphSdl(schema, { authDirectives });
  return { schema: asSubgraph(schema, sdl), sdl };
}

/** Puts right what TypeGraphQL has no words for: records are no instances of its classes, one input is @oneOf, one default is a setting. */
function settle(schema: GraphQLSchema, maxPageSize: number): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isObjectType(type)) type.isTypeOf = undefined;
    if (isInputObjectType(type) && type.name === 'AttendeeLookup') type.isOneOf = true;
    if (isObjectType(type) && type.name === 'Activity') {
      type.getFields().attendees!.args.find(({ name }) => name === 'first')!.defaultValue = Math.min(defaultFirst, maxPageSize);
    }
  }
}
