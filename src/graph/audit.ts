/*
 * The audit of one operation: the reads, writes and denials of personal data, as entries that contain no value; and how the fields that
 * lead to people record their reads.
 */

import {
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isObjectType,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { isSelfScope, type Caller, type Scope } from '../records/caller.js';
import { OutcomeUnknownError } from '../records/errors.js';
import { accessOf, concernsPeople, containedIn, returnedTypes, typeAccessOf, type ResolvedAccess } from './access/access.js';
import { isSelf, unwrappedRecord } from './access/enforce-access.js';
import { memoizedBySelection, selectedFields } from './execution/selection.js';
import { kindOf } from './type-names.js';

/** One entry of the audit: what an operation did with personal data, or was denied. It contains names and numbers, never a value. */
export interface AuditEntry {
  /** Coordinates such as `Attendee.name`. */
  readonly fields: readonly string[];
  /** The number of objects read, written or denied. */
  readonly count: number;
  readonly outcome: ReadOutcome | WriteOutcome | 'forbidden';
}

/** The fields that an operation has read of people, and of how many. */
export type AuditedReads = Pick<AuditEntry, 'fields' | 'count'>;

/** How an operation that read data of people ended as a whole. */
export type ReadOutcome = 'ok' | 'partial' | 'failed';
/** How a write ended that has a result: done, by the word that fits the mutation, or with user errors, whose cause may be the service. */
export type WriteResultOutcome = 'registered' | 'replayed' | 'issued' | 'done' | 'refused' | 'rejected';
type WriteOutcome = WriteResultOutcome | 'unknown' | 'failed';

/** Collects the audit entries of one operation. */
export class Audit {
  readonly #fields = new Set<string>();
  readonly #objects = new Set<object>();
  /** Objects that executions have read whose result this operation shares. */
  #sharedObjects = 0;
  readonly #denied: string[] = [];
  readonly #writes: { readonly fields: readonly string[]; readonly count: number; outcome: WriteOutcome }[] = [];

  /** Records fields that are read, even if no object is found. */
  reading(fields: readonly string[]): void {
    for (const field of fields) this.#fields.add(field);
  }

  /** Records an object whose fields the response contains. The same object counts once. */
  found(object: object): void {
    this.#objects.add(object);
  }

  /** The reads of the operation so far. */
  get reads(): AuditedReads {
    return { fields: [...this.#fields], count: this.#objects.size + this.#sharedObjects };
  }

  /** Records the reads of another operation whose result this one shares. */
  addReads({ fields, count }: AuditedReads): void {
    this.reading(fields);
    this.#sharedObjects += count;
  }

  /** Records a field that the caller lacks a scope for. */
  denied(field: string): void {
    this.#denied.push(field);
  }

  /**
   * Sends a write and records its outcome, which is `unknown` until it has ended: an operation may be abandoned before. A write that throws
   * is `unknown` or `failed`.
   * @param count the number of objects that it concerns
   * @param send begins the write
   * @param outcomeOf returns the outcome of a write that has a result
   */
  async write<Result>(
    { coordinate, count = 1 }: { readonly coordinate: string; readonly count?: number },
    send: () => Promise<Result>,
    outcomeOf: (result: Result) => WriteResultOutcome,
  ): Promise<Result> {
    const write = { fields: [coordinate], count, outcome: 'unknown' as WriteOutcome };
    this.#writes.push(write);
    try {
      const result = await send();
      write.outcome = outcomeOf(result);
      return result;
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) write.outcome = 'failed';
      throw error;
    }
  }

  /** Returns the entries: one per write, then one for all reads, then one for all denials. */
  entries(readOutcome: ReadOutcome): readonly AuditEntry[] {
    const entries: AuditEntry[] = [...this.#writes];
    const { fields, count } = this.reads;
    if (fields.length > 0) entries.push({ fields, count, outcome: readOutcome });
    if (this.#denied.length > 0) entries.push({ fields: [...new Set(this.#denied)], count: this.#denied.length, outcome: 'forbidden' });
    return entries;
  }
}

/*
 * The reads: which fields of people an operation read, and of how many people.
 *
 * An entry begins where a field leads from something impersonal to people, such as `Activity.attendees`, not at the fields of each person.
 * For `attendees(first: 100) { nodes { name mobile } }`, for example, it has the fields `Attendee.name` and `Attendee.mobile` and the
 * number 100. The fields follow from the selection, minus those that the caller lacks the scope for; the number follows from the result. So
 * a page of 100 attendees with 20 fields costs one walk over 20 selections and 100 insertions into a set, instead of 2,000 calls.
 */

/** The parts of an operation that the audit needs. The context of every operation has both. */
interface AuditContext {
  readonly caller: Caller;
  readonly audit: Audit;
}

/** Makes a field record what it reads of people, if it leads to them from elsewhere. */
export function installReadAudit(schema: GraphQLSchema, type: GraphQLObjectType, field: GraphQLField<unknown, AuditContext>): void {
  // The field that leads to a container of people is audited, so the fields inside the container are not audited again.
  if (containedIn(type) !== null || !returnedTypes(schema, field.type).some(concernsPeople)) return;
  const { resolve = defaultFieldResolver } = field;
  const { scopes, self } = accessOf(field)!;
  const leadsToSelf = scopes.some(isSelfScope);
  const selectionOf = memoizedBySelection(auditedSelection);
  field.resolve = (source, args, context: AuditContext, info) => {
    const result = resolve(source, args, context, info);
    const selected = selectionOf(info);
    const own = leadsToSelf || (self !== null && isSelf(source));
    const fields = permittedFields(selected, context.caller.scopes, own);
    if (fields.length === 0) return result;
    context.audit.reading(fields);
    return recorded(result, selected, context.audit);
  };
}

/** The people and their fields that a field reads by its selection. */
interface AuditedSelection {
  readonly fields: readonly ResolvedAccess[];
  /** The member of the field's objects that contains the people; null if the objects are the people. */
  readonly container: string | null;
  /** The kinds of records that are people, if the field returns records of several types; null if all of its objects are people. */
  readonly kinds: ReadonlySet<string> | null;
}

function auditedSelection(info: GraphQLResolveInfo): AuditedSelection {
  const found = new Set<ResolvedAccess>();
  const returned = getNamedType(info.returnType);
  const types = returnedTypes(info.schema, info.returnType).filter(concernsPeople);
  for (const type of types) addAuditedFields(found, info.fieldNodes, type, info);
  return {
    fields: [...found],
    container: containedIn(returned),
    kinds: isAbstractType(returned) ? new Set(types.map(kindOf)) : null,
  };
}

/** Adds the fields that nodes select on a type of people, or on those that it contains, unless they only identify a person. */
function addAuditedFields(
  found: Set<ResolvedAccess>,
  nodes: readonly FieldNode[],
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
): void {
  for (const [name, selected] of selectedFields(nodes, type, info)) {
    const field = type.getFields()[name];
    if (!field) continue;
    const contained = getNamedType(field.type);
    const access = accessOf(field);
    if (typeAccessOf(type)!.people === 'described') {
      // A field that a user of the library adds has no access.
      if (access && !access.identifies) found.add(access);
    } else if (isObjectType(contained) && concernsPeople(contained)) addAuditedFields(found, selected, contained, info);
  }
}

/** The coordinates of the fields that the caller may read. The others are denied, not read. */
function permittedFields({ fields }: AuditedSelection, granted: ReadonlySet<Scope>, own: boolean): readonly string[] {
  const permitted = fields.filter(({ self, scopes }) => (own && self !== null) || scopes.every((scope) => granted.has(scope)));
  return permitted.map(({ coordinate }) => coordinate);
}

/**
 * Records the people of a result: of a value, a list, or a promise of one; of a page, those that it contains.
 * @returns the result, whose promises end when the people are recorded
 */
function recorded(result: unknown, selected: Pick<AuditedSelection, 'container' | 'kinds'>, audit: Audit): unknown {
  if (result instanceof Promise) return result.then((value: unknown) => recorded(value, selected, audit));
  if (Array.isArray(result)) return result.map((item: unknown) => recorded(item, selected, audit));
  if (typeof result !== 'object' || result === null || result instanceof Error) return result;
  const { container, kinds } = selected;
  if (container !== null) recorded((result as Readonly<Record<string, unknown>>)[container], allObjects, audit);
  else if (kinds === null || kinds.has((result as { readonly kind: string }).kind)) audit.found(unwrappedRecord(result));
  return result;
}

/** All objects of a container are people. */
const allObjects = { container: null, kinds: null };
