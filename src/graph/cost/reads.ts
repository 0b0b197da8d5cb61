/*
 * What a field reads of the service, stated by the decorator `@Reads` beside the field. operation-cost.ts
 * computes the cost of an operation from it:
 *
 *     @Reads({ content: 'tickets' })                            Activity.tickets: a list of content
 *     @Reads({ page: offsetOf })                                Activity.attendees: one page
 *     @Reads({ lookUp: 'attendee', by: 'by.id' })               Activity.attendee: a record by its id
 *     @Reads({ link: true })                                    CheckInEvent.attendee: the attendee whose id the event has
 *     @Reads({ detail: true })                                  Attendee.points
 *     @Reads({ calls: 1, activity: 'input.activityId' })        Query.checkInLookup: a call for each object that the field is selected on
 *     @Reads(nothing)                                           Attendee.qrCodeUrl
 */

import type { GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { ContentKind } from '../../records/content-kind.js';
import type { Extensible } from '../execution/plan.js';
import { bareName, objectFieldsOf } from '../type-names.js';

/** The statement of what a field reads: one of these. A path such as `input.activityId` names an argument, or a member of one. */
export type FieldReads = CallReads | ContentReads | PageReads | LookUpReads | LinkReads | DetailReads;

interface CallReads {
  /** The calls for each object that the field is selected on. */
  readonly calls: number;
  /** The path of the activity, if the objects returned may belong to another one than the object that the field is selected on. */
  readonly activity?: string;
  /** The objects that the value counts as, because it is expensive to compute, or large. */
  readonly weight?: number;
}

interface ContentReads extends CountedPerList {
  /** A list of content: one call for each activity, however many fields of the operation need it. */
  readonly content: ContentKind;
  /** The arguments that are sent, by the member of the endpoint's input. Each value of theirs is another list. */
  readonly input?: Readonly<Record<string, string>>;
}

interface PageReads {
  /**
   * A page of a list, whose length is the argument `first`: one call, or two where no page of the service covers it. Returns its offset.
   */
  readonly page: (args: Readonly<Record<string, unknown>>) => number | null;
}

export interface LookUpReads {
  /** The kind of the records that ids without one name. Attendees of one activity take a call for each page of ids. */
  readonly lookUp: 'attendee' | 'activity';
  /**
   * The path of the ids. Without a value there, one record is read by another key, or is the default activity. Omitted: all activities that are served to the caller.
   */
  readonly by?: string;
  /** The path of the activity of ids that name none. Omitted: that of the object, which in the root types is the default one. */
  readonly activity?: string;
}

interface LinkReads extends CountedPerList {
  /** One attendee for each object, whose id the object has. The ids of all objects are looked up together. */
  readonly link: true;
}

interface DetailReads {
  /** A detail field: one call for each object, which all such fields share. */
  readonly detail: true;
}

interface CountedPerList {
  /**
   * The objects that the field is selected on usually come in a list, and share one call. The directive `@cost`, a weight of each object,
   * omits such a call. The limits of an operation do not.
   */
  readonly shared?: true;
}

/** For a resolver that neither calls the service nor computes for long. */
export const nothing: FieldReads = { calls: 0 };

/** States what a field reads. `assertReadsStated` refuses a resolver without it. */
export const Reads = (reads: FieldReads) => Extensions({ [key]: reads });

export const readsOf = ({ extensions }: Extensible): FieldReads | undefined => extensions[key] as FieldReads | undefined;

/** @throws Error for a resolver that does not state what it reads: it would count as free */
export function assertReadsStated(schema: GraphQLSchema): void {
  for (const { type, field } of objectFieldsOf(schema))
    if ((field.resolve ?? field.subscribe) && !readsOf(field))
      throw new Error(`${bareName(type)}.${field.name} does not state what it reads. Add @Reads(…), or @Reads(nothing).`);
}

/** States what a field without a decorator reads. */
export function setReads(field: Extensible, reads: FieldReads): void {
  field.extensions = { ...field.extensions, [key]: reads };
}

const key = 'eventGraphReads';
