/*
 * What a field reads of the service, stated by the decorator `@Reads` beside the field. operation-cost.ts computes the cost of an operation from it:
 *
 *     @Reads({ content: 'tickets' })                            Activity.tickets: a list of content
 *     @Reads({ page: { first: 'first', from: … } })             Activity.attendees: one page
 *     @Reads({ ids: 'by.id', activity: 'activityId' })          Query.attendee: records by id, of the activity that an argument names
 *     @Reads({ calls: 1, activity: 'input.activityId' })        Mutation.ssoLogin: a call for each object that the field is selected on
 *     @Reads(nothing)                                           Attendee.qrCodeUrl
 */

import { getNamedType, isInputObjectType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { ContentKind } from '../../records/content-kind.js';

/** What a field reads. A path such as `input.activityId` names an argument, or a member of one. */
export interface FieldReads {
  /** The calls for each object that the field is selected on. */
  readonly calls?: number;
  /** A list of content: one call for each activity, however many fields of the operation need it. */
  readonly content?: ContentKind;
  /** Of `content`: the arguments that are sent, by the member of the endpoint's input. Each value of theirs is another list. */
  readonly input?: Readonly<Record<string, string>>;
  /** A page of a list: one call, or two where no page of the service covers it. */
  readonly page?: PageReads;
  /** The path of ids of attendees: together one call for each page of them. Without a value there, one call. */
  readonly ids?: string;
  /** The attendee that the object refers to. The objects of one list share their calls. */
  readonly link?: true;
  /** Only get-one returns the field: one call for each object, which all such fields share. */
  readonly getOne?: true;
  /** The argument with global ids of records of any kind. */
  readonly references?: string;
  /** Activities, which take no call: those of the argument of this name, or with `true` all that are served to the caller. */
  readonly activities?: string | true;
  /** The path of the activity that is read. Omitted: that of the object, which in the root types is the default one. */
  readonly activity?: string;
  /** The arguments with ids of records. A global id among them names the activity, if `activity` does not. */
  readonly idArguments?: readonly string[];
  /** The objects that the value counts as, because it is expensive to compute. */
  readonly weight?: number;
  /**
   * The objects that the field is selected on usually come in a list, and share one call. The directive `@cost`, a weight of each object, omits
   * such a call. The limits of an operation do not.
   */
  readonly shared?: true;
}

export interface PageReads {
  /** The argument that is the length of the page. */
  readonly first: string;
  /** The arguments that state where the page begins: each with the function that returns the offset, or null for an invalid value. */
  readonly from: Readonly<Record<string, (value: unknown) => number | null>>;
  /** The field of the page that needs no records: the number of all of them. */
  readonly count: string;
}

/** For a resolver that neither calls the service nor computes for long. */
export const nothing: FieldReads = {};

/** States what a field reads. A resolver without it ends the start of the program. */
export const Reads = (reads: FieldReads) => Extensions({ [key]: reads });

type Field = Pick<GraphQLField<unknown, unknown>, 'extensions'>;

export const readsOf = ({ extensions }: Field): FieldReads | undefined => extensions[key] as FieldReads | undefined;

/** States what a field without a decorator reads. */
export function setReads(field: { -readonly [Member in keyof Field]: Field[Member] }, reads: FieldReads): void {
  field.extensions = { ...field.extensions, [key]: reads };
}

const key = 'eventGraphReads';

/**
 * Checks that every resolver states what it reads, with paths that the field has. A resolver that states nothing would count as free.
 * @throws Error that names the field
 */
export function assertReads(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const reads = readsOf(field);
      const coordinate = `${type.name}.${field.name}`;
      if (reads !== undefined) assertPaths(coordinate, field, reads);
      else if (field.resolve || field.subscribe)
        throw new Error(`${coordinate} has a resolver that does not state what it reads. Add @Reads(…), or @Reads(nothing).`);
    }
  }
}

function assertPaths(coordinate: string, field: GraphQLField<unknown, unknown>, reads: FieldReads): void {
  for (const path of pathsOf(reads)) {
    const [name, member] = path.split('.');
    const argument = field.args.find((given) => given.name === name);
    const type = argument && getNamedType(argument.type);
    if (!type || (member !== undefined && !(isInputObjectType(type) && type.getFields()[member])))
      throw new Error(`${coordinate} has no argument ${path}, which its @Reads(…) names.`);
  }
}

/** The paths that the reads of a field name. */
function pathsOf({ activity, activities, ids, references, page, input = {}, idArguments = [] }: FieldReads): readonly string[] {
  const named = [
    activity,
    activities,
    ids,
    references,
    page?.first,
    ...Object.keys(page?.from ?? {}),
    ...Object.values(input),
    ...idArguments,
  ];
  return named.filter((path) => typeof path === 'string');
}
