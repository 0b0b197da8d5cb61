/* What a cost row states of a field: its reads, its calls and how many objects it returns. The rows are in cost-table.ts. */

import type { CachedKind } from '../../model/cached-kind.js';

/** The cost rows by coordinate, such as `Activity.schedule`. A field without a row has no resolver: it reads a property of its object. */
export type Costs = ReadonlyMap<string, FieldCost>;

/** The weight of one call to the service; an object of the response weighs 1. */
export const callCost = 10;

/** The assumed length of a list whose length no argument determines. */
export const assumedListSize = 10;

/**
 * The reads that a field causes. The ReadPlanner has a case for each.
 * - A new noun has content, pages, and shared or single calls.
 * - `attendees`, `self attendee`, `page items`, `references` and `registration` are planned for certain fields only. check-reads.ts names
 *   these fields, and refuses the reads elsewhere.
 */
export type FieldReads =
  | 'none'
  /** A list of content, read once per activity however many fields need it. */
  | ContentReads
  /** A page of a list, or the number of its records alone. */
  | PageReads
  /**
   * The number of records of a list, as a field of its page. If nothing else of the page is selected, a call for the number alone replaces
   * the read of the page.
   */
  | 'record count'
  /** The attendees of a page. They are in the page; the fields that only get-one returns take one call each. */
  | 'page items'
  /** Attendees by id or by contact, in the arguments. */
  | 'attendees'
  /** The attendee that the caller is. */
  | 'self attendee'
  /** The attendee that another record refers to. */
  | 'linked attendee'
  /** A field that only get-one returns. The field that leads to the attendee plans the call, once for all such fields. */
  | 'attendee detail'
  /** Records of any kind by global id. */
  | 'references'
  /** The form, then the write. */
  | 'registration'
  /** A call for each object that the field is selected on. The field shares it with equal arguments, under any alias. */
  | 'shared call'
  /** A call for each object that the field is selected on, and for each alias. */
  | 'single call'
  /** A call for each use of a bound operation. */
  | 'bound operation'
  /** Attendees inside the result of a bound operation: a call only for fields that only get-one returns. */
  | 'bound attendees';

/**
 * A list of content, and the use of each argument of the field. If the row states no use of an argument, the program does not start. The
 * argument that names the activity is `FieldCost.activity`.
 */
export interface ContentReads {
  readonly content: CachedKind;
  /** Arguments that are sent, by the member of the endpoint's input. Each value of theirs is a call of its own. */
  readonly input?: Readonly<Record<string, string>>;
  /** Arguments that select from the records of the list, which is the same for all their values. They cause no call. */
  readonly filters?: readonly string[];
}

/** A page. Equal pages of a list are one read. An argument that is neither the length (`size`) nor stated here selects another list. */
export interface PageReads {
  /** Arguments that state where the page begins. 0 is the same as no argument. */
  readonly pageFrom: readonly string[];
}

/** How many objects a field returns if its type does not determine the number: a list, or a page with a list of objects. */
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
  /**
   * The argument that names the activity of the reads and of the objects returned, such as `activityId`, or its member, such as
   * `input.activityId`. Omitted: the activity of the object that the field is selected on, which in the root types is the default one.
   */
  readonly activity?: string;
  /** Required for lists of objects, and for objects that have an argument which may state a length. Omitted: one object. */
  readonly size?: FieldSize;
  /**
   * Calls per object that the SDL publishes in @cost. 0 where the plan shares the call with other fields, which the directive
   * cannot express.
   */
  readonly calls: number;
  /** The weight of a field that returns a value but is expensive to resolve. Omitted: 0. */
  readonly objects?: number;
}
