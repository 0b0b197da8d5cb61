/*
 * What a field reads of the service, stated by the decorator `@Reads` beside the field. operation-cost.ts
 * computes the cost of an operation from it:
 *
 *     @Reads({ content: 'tickets' })                            Activity.tickets: a list of content
 *     @Reads({ page: offsetOf })                                Activity.attendees: one page
 *     @Reads({ lookUp: 'attendee', by: 'by.id' })               Activity.attendee: a record by its id
 *     @Reads({ getOne: true })                                  Attendee.points
 *     @Reads({ calls: 1, activity: 'input.activityId' })        Query.checkInLookup: a call for each object that the field is selected on
 *     @Reads(nothing)                                           Attendee.qrCodeUrl
 */

import { getNamedType, isInputObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { ContentKind } from '../../records/content-kind.js';
import type { Extensible } from '../executor-extensions.js';
import { objectFieldsOf } from '../type-names.js';

/** The statement of what a field reads: one of these. A path such as `input.activityId` names an argument, or a member of one. */
export type FieldReads = CallReads | ContentReads | PageReads | LookUpReads | LinkReads | GetOneReads;

interface CallReads {
  /** The calls for each object that the field is selected on. */
  readonly calls: number;
  /** The path of the activity, if the objects returned may belong to another one than the object that the field is selected on. */
  readonly activity?: string;
  /** The objects that the value counts as, because it is expensive to compute. */
  readonly weight?: number;
}

interface ContentReads extends SharedByList {
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
   * The path of the ids. Without a value there, one record is read by another key. Omitted: all activities that are served to the caller.
   */
  readonly by?: string;
  /** The path of the activity of ids that name none. Omitted: that of the object, which in the root types is the default one. */
  readonly activity?: string;
}

interface LinkReads extends SharedByList {
  /** The attendee that the object refers to. The objects come in one list, and share its calls. */
  readonly link: true;
}

interface GetOneReads {
  /** Only get-one returns the field: one call for each object, which all such fields share. */
  readonly getOne: true;
}

interface SharedByList {
  /**
   * The objects that the field is selected on usually come in a list, and share one call. The directive `@cost`, a weight of each object,
   * omits such a call. The limits of an operation do not.
   */
  readonly shared?: true;
}

/** For a resolver that neither calls the service nor computes for long. */
export const nothing: FieldReads = { calls: 0 };

/** States what a field reads. A resolver without it ends the start of the program. */
export const Reads = (reads: FieldReads) => Extensions({ [key]: reads });

export const readsOf = ({ extensions }: Extensible): FieldReads | undefined => extensions[key] as FieldReads | undefined;

/** States what a field without a decorator reads. */
export function setReads(field: Extensible, reads: FieldReads): void {
  field.extensions = { ...field.extensions, [key]: reads };
}

const key = 'eventGraphReads';

/**
 * Checks that every resolver states what it reads, with paths that the field has. A resolver that states nothing would count as free.
 * @throws Error that names the field
 */
export function assertReadsStated(schema: GraphQLSchema): void {
  for (const { type, field } of objectFieldsOf(schema)) {
    const reads = readsOf(field);
    const coordinate = `${type.name}.${field.name}`;
    if (reads !== undefined) assertPaths(coordinate, field, reads);
    else if (field.resolve || field.subscribe)
      throw new Error(`${coordinate} has a resolver that does not state what it reads. Add @Reads(…), or @Reads(nothing).`);
  }
}

function assertPaths(coordinate: string, field: GraphQLField<unknown, unknown>, reads: FieldReads): void {
  const { by, activity, input = {} } = reads as Partial<LookUpReads & ContentReads>;
  for (const path of [by, activity, ...Object.values(input)]) {
    const [name, member] = path?.split('.') ?? [];
    const argument = field.args.find((given) => given.name === name);
    const type = argument && getNamedType(argument.type);
    const hasPath = type && (member === undefined || (isInputObjectType(type) && type.getFields()[member]));
    if (path !== undefined && !hasPath) throw new Error(`${coordinate} has no argument ${path}, which its @Reads(…) names.`);
  }
}
