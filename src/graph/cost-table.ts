/** What a call to the service weighs beside an object of the answer. */
export const callCost = 10;

/** How many items a list is taken for where no argument tells. */
export const assumedListSize = 10;

/** Fields that count as objects although they are values: sanitising an article's body costs as much as many objects. */
export const objectsOfField: Readonly<Record<string, number>> = { 'Article.content': 1 };

/** Calls that a field plans for each object that it is selected on. */
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

/** Calls that a field plans once for an operation, on however many objects it is selected; fields with one name share it. */
export const sharedCallOfField: Readonly<Record<string, string>> = {
  'Attendee.customFields': 'form',
  'Attendee.customField': 'form',
  'Article.category': 'categories',
  'Category.articles': 'articles',
  'CheckInMatch.attendee': 'attendees',
  'AttendeeRegistration.attendee': 'attendees',
};

/** Fields of an attendee that one more call gives, all of them together, where the attendee came in a list. */
export const getOneFields: ReadonlySet<string> = new Set(['companyTaxId', 'otherChannel', 'points']);

/** Fields that look attendees up one by one: there that call takes the place of the batched one. */
export const lookUpFields: ReadonlySet<string> = new Set(['Query.attendee', 'Activity.attendee']);
