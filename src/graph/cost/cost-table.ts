import type { ContentKind } from '../../domain/content-reads.js';

/** What a call to the service weighs beside an object of the answer. */
export const callCost = 10;

/** How many items a list is taken for where no argument tells. */
export const assumedListSize = 10;

/** Fields that count as objects although they are values: sanitising an article's body costs as much as many objects. */
export const objectsOfField: Readonly<Record<string, number>> = { 'Article.content': 1 };

/** Calls that a field plans for each object that it is selected on, as they are published; the planner counts shared ones once. */
export const callsOfField: Readonly<Record<string, number>> = {
  'Query.attendee': 1,
  'Query.checkInLookup': 1,
  'Query.node': 1,
  'Mutation.addAttendees': 2,
  'Mutation.ssoLogin': 1,
  'Subscription.ticketStock': 1,
  'Subscription.goodsStock': 1,
  'Activity.formFields': 1,
  'Activity.attendees': 1,
  'Activity.attendee': 1,
  'Activity.schedule': 1,
  'Activity.articles': 1,
  'Activity.article': 1,
  'Activity.categories': 1,
  'Activity.tickets': 1,
  'Activity.goods': 1,
  'Category.children': 1,
};

/** Fields that read a list of content, once for an activity however often they are selected. */
export const contentOfField: Readonly<Record<string, ContentKind>> = {
  'Activity.formFields': 'fields',
  'Activity.schedule': 'schedule',
  'Activity.articles': 'articles',
  'Activity.article': 'articles',
  'Activity.categories': 'categories',
  'Activity.tickets': 'tickets',
  'Activity.goods': 'goods',
  'Attendee.customFields': 'fields',
  'Attendee.customField': 'fields',
  'Article.category': 'categories',
  'Category.articles': 'articles',
};

/** Fields of an attendee that one more call gives, all of them together, where the attendee came in a list. */
export const getOneFields: ReadonlySet<string> = new Set(['companyTaxId', 'otherChannel', 'points']);

/** Fields of a page that its total alone does without. */
export const fieldsOfAPage: ReadonlySet<string> = new Set(['edges', 'nodes', 'pageInfo']);
