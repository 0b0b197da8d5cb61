import type { GraphQLSchema } from 'graphql';
import type { ContentInputMember } from '../../domain/reads/content-reads.js';
import type { CachedKind } from '../../model/cached-kind.js';
import type { FieldsOf } from '../access/access-rows.js';
import type { FederationQueryFields, RelayQueryFields } from '../names/added-fields.js';
import type { ActivityResolver } from '../types/activity/activity.resolver.js';
import type { ArticleResolver } from '../types/article/article.resolver.js';
import type { AttendeeConnectionType, AttendeeEdgeType } from '../types/attendee/attendee-connection.type.js';
import type { AttendeeResolver } from '../types/attendee/attendee.resolver.js';
import type { CategoryResolver } from '../types/category/category.resolver.js';
import type { CheckInEventResolver } from '../types/check-in/check-in-event.resolver.js';
import type { CheckInFeedResolver } from '../types/check-in/check-in-feed.resolver.js';
import type { CheckInLookupResolver, CheckInMatchResolver } from '../types/check-in/check-in.resolver.js';
import type { QueryResolver } from '../types/query.resolver.js';
import type { AttendeeRegistrationResolver, RegistrationResolver } from '../types/registration/registration.resolver.js';
import type { SsoLoginResolver } from '../types/sso-login/sso-login.resolver.js';
import type { StockFeedResolver } from '../types/stock/stock-feed.resolver.js';

/** The cost rows by coordinate, such as `Activity.schedule`. A field without a row has no resolver: it reads a property of its object. */
export type Costs = ReadonlyMap<string, FieldCost>;

/** The weight of one call to the service; an object of the response weighs 1. */
export const callCost = 10;

/** The assumed length of a list whose length no argument determines. */
export const assumedListSize = 10;

/** The reads that a field causes. The ReadPlanner has a case for each. */
export type FieldReads =
  | 'none'
  /** A list of content, read once per activity however many fields need it. */
  | ContentReads
  /** A page of attendees, or their number alone. */
  | 'page'
  /** The attendees of a page. They are in the page; the fields that only get-one returns take one call each. */
  | 'page items'
  /** Attendees by id or by contact, in the arguments. */
  | 'attendees'
  /** The attendee that the caller is. */
  | 'own attendee'
  /** The attendee that another record refers to. */
  | 'linked attendee'
  /** A field that only get-one returns. The field that leads to the attendee plans the call, once for all such fields. */
  | 'attendee detail'
  /** Records of any kind by global id. */
  | 'references'
  /** The subcategories of a category. */
  | 'children'
  | 'check-in'
  /** The form, then the write. */
  | 'registration'
  /** A call that nothing shares. */
  | 'single call'
  /** A call for each use of a bound operation. */
  | 'bound operation'
  /** Attendees inside the result of a bound operation: a call only for fields that only get-one returns. */
  | 'bound attendees';

/** A list of content, and what becomes of the arguments of the field. Every argument has a place, or the program does not start. */
export interface ContentReads {
  readonly content: CachedKind;
  /** Arguments that are sent, by the member of the endpoint's input. Each value of theirs is a call of its own. */
  readonly input?: Readonly<Record<string, string>>;
  /** Arguments that select from the records of the list. They cause no call. */
  readonly filters?: readonly string[];
}

/** How many objects a field returns whose type leaves it open: a list, or a page with a list of objects. */
export type FieldSize =
  /** Ten for a list, because nothing states its length. One for an object, whose arguments state no length. */
  | 'assumed'
  /** As many as the items of this argument, such as `ids`. */
  | { readonly itemsOf: string }
  /** A page, whose length is this argument, such as `first`. Its own lists of objects have the size `page`. */
  | { readonly pageOf: string }
  /** The length of the page that the list belongs to. */
  | 'page';

/** What a field costs. */
export interface FieldCost {
  readonly reads: FieldReads;
  /** Required for lists of objects, and for objects that have an argument which may state a length. One object if omitted. */
  readonly size?: FieldSize;
  /**
   * Calls per object that the SDL publishes in @cost. 0 where the plan shares the call with other fields, which the directive
   * cannot express.
   */
  readonly calls: number;
  /** The weight of a field that returns a value but is expensive to resolve. 0 if omitted. */
  readonly objects?: number;
}

/** A row for every field of a resolver class: a field without one does not compile. */
type CostRows<Resolvers> = Readonly<Record<FieldsOf<Resolvers>, FieldCost>>;

/** For fields whose resolvers neither call the service nor compute for long. */
const free: FieldCost = { reads: 'none', calls: 0 };
/** For lists of content. The compiler checks that the endpoint of the kind has the members of `input`. */
function content<Kind extends CachedKind>(kind: Kind, args: ArgumentsOf<ContentInputMember<Kind>> = {}): FieldCost {
  return { reads: { content: kind, ...args }, calls: 1, size: 'assumed' };
}
interface ArgumentsOf<Member extends string> extends Pick<ContentReads, 'filters'> {
  readonly input?: [Member] extends [never] ? never : Readonly<Record<Member, string>>;
}

const query: CostRows<QueryResolver | CheckInLookupResolver | RelayQueryFields | FederationQueryFields> = {
  activity: free,
  activities: { ...free, size: 'assumed' },
  activitiesByIds: { ...free, size: { itemsOf: 'ids' } },
  attendee: { reads: 'attendees', calls: 1 },
  attendeesByIds: { reads: 'attendees', calls: 1, size: { itemsOf: 'ids' } },
  checkInLookup: { reads: 'check-in', calls: 1, size: 'assumed' },
  node: { reads: 'references', calls: 1 },
  _entities: { reads: 'references', calls: 0, size: { itemsOf: 'representations' } },
  _service: free,
};

const mutation: CostRows<RegistrationResolver | SsoLoginResolver> = {
  addAttendees: { reads: 'registration', calls: 2 },
  ssoLogin: { reads: 'single call', calls: 1 },
};

const subscription: CostRows<StockFeedResolver | CheckInFeedResolver> = {
  ticketStock: { reads: 'single call', calls: 1, size: 'assumed' },
  goodsStock: { reads: 'single call', calls: 1, size: 'assumed' },
  // The service pushes them.
  checkIns: free,
};

const activity: CostRows<ActivityResolver> = {
  formFields: content('fields', { filters: ['includeHidden'] }),
  attendees: { reads: 'page', calls: 1, size: { pageOf: 'first' } },
  attendee: { reads: 'attendees', calls: 1 },
  viewer: { reads: 'own attendee', calls: 1 },
  schedule: content('schedule', { filters: ['from', 'to'] }),
  articles: content('articles'),
  article: { reads: { content: 'articles', filters: ['id'] }, calls: 1 },
  categories: content('categories', { input: { parentId: 'parentId' } }),
  tickets: content('tickets'),
  goods: content('goods', { input: { goodsId: 'id' } }),
};

const attendee: CostRows<AttendeeResolver> = {
  activity: free,
  companyTaxId: { reads: 'attendee detail', calls: 1 },
  customFields: { ...content('fields'), calls: 0 },
  customField: { reads: { content: 'fields', filters: ['name'] }, calls: 0 },
  // Free, although an attendee whose form answers do not decode in the list takes a get-one: that is not known in advance.
  content: free,
  qrCodeUrl: free,
  otherChannel: { reads: 'attendee detail', calls: 1 },
  points: { reads: 'attendee detail', calls: 1 },
};

const article: CostRows<ArticleResolver> = {
  // Sanitising a body takes as long as writing many objects.
  content: { reads: 'none', calls: 0, objects: 1 },
  category: { reads: { content: 'categories' }, calls: 0 },
};

const category: CostRows<CategoryResolver> = {
  children: { reads: 'children', calls: 1, size: 'assumed' },
  articles: { ...content('articles'), calls: 0 },
};

const checkInMatch: CostRows<CheckInMatchResolver> = { attendee: { reads: 'linked attendee', calls: 0 } };
const checkInEvent: CostRows<CheckInEventResolver> = { attendee: { reads: 'linked attendee', calls: 1 } };
const attendeeRegistration: CostRows<AttendeeRegistrationResolver> = { attendee: { reads: 'linked attendee', calls: 0 } };

// These have no resolver. Their rows state the length of lists, and plan the get-one calls of the attendees that they lead to.
const attendeeConnection: Partial<CostRows<AttendeeConnectionType>> = {
  edges: { ...free, size: 'page' },
  nodes: { reads: 'page items', calls: 0, size: 'page' },
};
const attendeeEdge: Partial<CostRows<AttendeeEdgeType>> = { node: { reads: 'page items', calls: 0 } };

const byType = {
  Query: query,
  Mutation: mutation,
  Subscription: subscription,
  Activity: activity,
  Attendee: attendee,
  Article: article,
  Category: category,
  CheckInMatch: checkInMatch,
  CheckInEvent: checkInEvent,
  AttendeeRegistration: attendeeRegistration,
  AttendeeConnection: attendeeConnection,
  AttendeeEdge: attendeeEdge,
};

type Rows = typeof byType;

/**
 * A field that the cost table can have a row for, such as `Activity.attendees`. The planner compares coordinates of this type, so that one
 * which no field has does not compile.
 */
export type CostCoordinate = { [Type in keyof Rows]: `${Type}.${keyof Rows[Type] & string}` }[keyof Rows];

/** The cost rows of the documented fields. */
export const costTable: Costs = new Map(
  Object.entries(byType).flatMap(([typeName, rows]) =>
    Object.entries<FieldCost>(rows).map(([fieldName, cost]) => [`${typeName}.${fieldName}`, cost] as const),
  ),
);

/** The cost rows of a schema: the documented ones, and those of the operations that are bound in it. */
export function costsOf({ extensions }: Pick<GraphQLSchema, 'extensions'>): Costs {
  return (extensions[extension] as Costs | undefined) ?? costTable;
}

/** Gives a schema rows besides the documented ones. */
export function setCosts(schema: GraphQLSchema, costs: Costs): void {
  schema.extensions = { ...schema.extensions, [extension]: costs };
}

const extension = 'eventGraphCosts';
