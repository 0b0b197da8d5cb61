/*
 * The content of a cost row: the reads of a field, and the number of objects that it returns. Three rows of cost-table.ts:
 *
 *     Activity.attendees   { reads: { kind: 'page', from: { after: offsetAfter, offset: wholeOffset } }, size: { pageOf: 'first' } }
 *     Query.attendee       { reads: { kind: 'lookup', of: 'attendee', id: 'by.id' }, activity: 'activityId' }
 *     Article.content      { reads: { kind: 'none' }, weight: 1 }
 *
 * `attendees` reads a page: `after` and `offset` state where it begins, `first` how long it is. `attendee` looks one attendee up, by the id in
 * `by.id`, in the activity in `activityId`. `content` makes no call, but resolving it costs as much as an object.
 */

import type { GraphQLSchema } from 'graphql';
import type { ContentKind } from '../../model/content-kind.js';
import type { LookupKind } from '../../model/ids.js';

/** The cost rows by coordinate, such as `Activity.schedule`. A field without a row has no resolver: it reads a property of its object. */
export type CostRows = ReadonlyMap<string, FieldCost>;

/** The weight of one call to the service; an object of the response weighs 1. */
export const callCost = 10;

/** The assumed length of a list whose length no argument determines. */
export const assumedListSize = 10;

/**
 * The reads that a field causes, by their kind. `ReadKind` in planned-reads.ts lists what is planned for each.
 *
 * These files handle each kind, and one that lacks a kind does not compile or fails the linter: read-planner.ts plans its calls,
 * returned-objects.ts states its objects, cost-directives.ts publishes its calls, assert-reads.ts and assert-get-one.ts check the row.
 */
export type FieldReads =
  /** Nothing. */
  | { readonly kind: 'none' }
  /**
   * Activities, which take no call. The calls of the fields below them are counted
   * - for the activities that an argument names (`activity` or `size` of the row): `{ activity(id: "1002") { tickets { name } } }` has 1 call;
   * - without such an argument, for the activities of the object: `{ attendee(by: { id: "7" }) { activity { tickets { name } } } }` has 2 calls;
   * - if it is a list, for ten activities, the object's included: `{ activities { tickets { name } } }` has 10 calls.
   */
  | { readonly kind: 'activities' }
  /** A list of content, such as `tickets`: one call per activity, however many fields need it. */
  | ContentRow
  /** A page of a list, such as `attendees(first: 20)`, or the number of its records alone. */
  | PageRow
  /** The number of records, as a field of a page. For `{ attendees { totalCount } }`, a call for the number alone replaces the page. */
  | { readonly kind: 'recordCount' }
  /** The records of a page, or the record of an edge. They are in the page; fields that only get-one returns take a call for each. */
  | { readonly kind: 'pageItems' }
  /** The edges of a page. They stand for the page: the fields below them are planned as fields of the page. */
  | { readonly kind: 'pageEdges' }
  | LookupRow
  | LinkRow
  /** A field that only get-one returns, such as `points`. The field that leads to its object plans the call, once for all such fields. */
  | { readonly kind: 'getOne' }
  | ReferenceRow
  /**
   * A call for each object that the field is selected on. Fields with equal arguments share it, under any alias:
   * `{ categories { children { name } more: children { intro } } }` has 11 calls: one for the list, and one for each of ten categories.
   */
  | { readonly kind: 'callPerObject' }
  /**
   * A call for each object that the field is selected on, and for each alias: `mutation { a: ssoLogin(…) { … } b: ssoLogin(…) { … } }` has 2
   * calls, even with equal arguments.
   */
  | { readonly kind: 'callPerAlias' }
  | CheckedCallRow
  /** A call for each use of a bound field that reads. */
  | { readonly kind: 'boundRead' }
  | BoundWriteRow
  /** Records inside the result of a bound field: a call only for fields that only get-one returns. */
  | { readonly kind: 'boundRecords' };

/**
 * A list of content, and the use of each argument of the field. If the row states no use of an argument, the program does not start. The
 * argument that names the activity is `FieldCost.activity`.
 */
export interface ContentRow {
  readonly kind: 'content';
  readonly list: ContentKind;
  /** Arguments that are sent, by the member of the endpoint's input. Each value of theirs is a call of its own. */
  readonly input?: Readonly<Record<string, string>>;
  /** Arguments that select from the records of the list, which is the same for all their values. They cause no call. */
  readonly filters?: readonly string[];
  readonly omittedFromCostDirective?: OmittedFromCostDirective;
}

/**
 * A page: a range of a list, which the service returns in one page of its own, or in two. Equal pages of the service are one read. An argument
 * that is neither the length (`size`) nor stated here selects another list.
 */
export interface PageRow {
  readonly kind: 'page';
  /**
   * Arguments that state where the range begins, each with a function that returns the offset from its value, or null for an invalid value.
   * Without such an argument the offset is 0.
   */
  readonly from: Readonly<Record<string, (value: unknown) => number | null>>;
}

/**
 * Records of one kind by id. Whether one call returns many of them is stated by `lookups` in src/model/ids.ts. The ids are the items of
 * the argument in `size`, or the argument in `id`. Without both, the record is the caller's own.
 */
export interface LookupRow {
  readonly kind: 'lookup';
  readonly of: LookupKind;
  /** The argument that has the id, or its member, such as `by.id`. Each value of its other members takes a call of its own. */
  readonly id?: string;
}

/** The record of one kind that another record refers to. */
export interface LinkRow {
  readonly kind: 'link';
  readonly to: LookupKind;
  readonly omittedFromCostDirective?: OmittedFromCostDirective;
}

/**
 * The objects that the field is selected on usually come in a list, and share one call. @cost is a weight of each object and cannot express
 * that, so the call is not in it. The plan does not depend on it.
 */
type OmittedFromCostDirective = true;

/** Records of any kind by global id. */
export interface ReferenceRow {
  readonly kind: 'references';
  /** The argument that has the id; or a list of objects with the member `id`, which is also the argument in `size`. */
  readonly argument: string;
}

/**
 * A list of content, and then a call for each alias: a write whose input is checked against the list. For example,
 * `mutation { a: addAttendees(…) { … } b: addAttendees(…) { … } }` has 3 calls: the form once, and two writes.
 */
export interface CheckedCallRow {
  readonly kind: 'checkedCall';
  readonly list: ContentKind;
}

/** A call for each use of a bound field that writes. */
export interface BoundWriteRow {
  readonly kind: 'boundWrite';
  /** The arguments that have ids of records, with their defaults. Without the argument `activityId`, a global id among them names the activity. */
  readonly ids: ReadonlyMap<string, unknown>;
}

/**
 * The number of objects that a field returns, as far as it is known before execution. `attendees(first: 100) { nodes { id } }` returns 100
 * objects: `attendees` has `{ pageOf: 'first' }`, because it returns one page, and `nodes` has `page`, because it is a list of that page.
 */
export type FieldSize =
  /** Not known. A list counts as ten objects. An object counts as one: its arguments do not determine a number. */
  | 'assumed'
  /** One object for each item of this argument, such as `ids`. */
  | { readonly itemsOf: string }
  /** One object, a page. The value of this argument, such as `first`, is the length of the lists in the page. */
  | { readonly pageOf: string }
  /** The length of the page that contains this list. */
  | 'page';

/** The argument whose items are the objects of a field. */
export const itemsOf = (size: FieldSize | undefined): string | undefined =>
  typeof size === 'object' && 'itemsOf' in size ? size.itemsOf : undefined;

/** The argument that is the length of the page that a field returns. */
export const pageOf = (size: FieldSize | undefined): string | undefined =>
  typeof size === 'object' && 'pageOf' in size ? size.pageOf : undefined;

export interface FieldCost {
  readonly reads: FieldReads;
  /**
   * The argument that names the activity of the reads and of the objects returned, such as `activityId`, or its member, such as
   * `input.activityId`. Omitted: the activity of the object that the field is selected on, which in the root types is the default one.
   */
  readonly activity?: string;
  /** Required for lists of objects, and for objects that have an argument which may state a length. Omitted: one object. */
  readonly size?: FieldSize;
  /** The cost of a field that returns a value but is expensive to resolve, in objects; 0 if omitted. */
  readonly weight?: number;
}

/** The types that have a field which only get-one returns. */
export function typesWithGetOneFields(costs: CostRows): ReadonlySet<string> {
  return new Set(
    [...costs].flatMap(([coordinate, { reads }]) => (reads.kind === 'getOne' ? [coordinate.slice(0, coordinate.indexOf('.'))] : [])),
  );
}

/** The cost rows of a schema. None if it has been given none: then a field with a resolver fails the check of the rows. */
export function costRowsOf({ extensions }: Pick<GraphQLSchema, 'extensions'>): CostRows {
  return (extensions[extension] as CostRows | undefined) ?? noRows;
}

export function setCostRows(schema: GraphQLSchema, rows: CostRows): void {
  schema.extensions = { ...schema.extensions, [extension]: rows };
}

const extension = 'eventGraphCosts';
const noRows: CostRows = new Map();
