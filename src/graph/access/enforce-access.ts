/*
 * What surrounds the resolver of a field: the check of its scopes, and the audit of what it reads of people. For example:
 *
 *     Attendee.name      is not checked: `Activity.attendees` checks attendees:read, which its objects require
 *     Attendee.mobile    checks attendees:pii for each attendee, unless it is the caller's own record (`isSelf`)
 *
 * The check comes first, so that what is denied is not audited as read. Denials are audited too.
 */

import {
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isObjectType,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql';
import { isSelfScope, type Caller, type Scope } from '../../records/caller.js';
import { ForbiddenError, type DeniedUse } from '../../records/errors.js';
import type { Audit } from '../audit.js';
import { setLacksScope } from '../execution/plan.js';
import { memoizedBySelection, selectedFields } from '../execution/selection.js';
import { bareName, kindOf } from '../type-names.js';
import { accessOf, concernsPeople, containedIn, returnedTypes, typeAccessOf, type ResolvedAccess, type SelfUse } from './access.js';

/** The parts of an operation that access needs. The context of every operation has both. */
interface AccessContext {
  readonly caller: Caller;
  readonly audit: Audit;
}

/**
 * Makes a field check the scopes that its object does not require, before it is resolved. A field without such scopes keeps its resolver:
 * the scope was checked when the object was obtained.
 */
export function installScopeCheck(field: GraphQLField<unknown, AccessContext, Readonly<Record<string, unknown>>>): void {
  const access = accessOf(field)!;
  const { checked, self, selfUse } = access;
  if (checked.length === 0) return;
  const { resolve = defaultFieldResolver, subscribe } = field;
  const lacksScope = scopeCheck(checked);
  const isOpenToSelf = self !== null && selfUse === null;
  // The executor then needs no resolver for the callers that may read the field.
  if (!field.resolve) setLacksScope(field, lacksScope);
  field.resolve = (source, args, context: AccessContext, info) => {
    if (!lacksScope(context) || (isOpenToSelf && isSelf(source))) return resolve(source, args, context, info);
    const input = selfUse && selfInput(selfUse, args['input'], context.caller);
    if (input === null) throw denial(access, context);
    return resolve(source, { input }, context, info);
  };
  if (!subscribe) return;
  field.subscribe = (source, args, context: AccessContext, info) => {
    if (lacksScope(context)) throw denial(access, context);
    return subscribe(source, args, context, info);
  };
}

/**
 * Returns a function that checks whether the caller of an operation lacks one of the required scopes. It remembers its last answer, because
 * it is asked for each object of a page; but no caller, who may be a person. The scopes of a caller are a Set that is never changed:
 * the library copies those that it is given.
 */
function scopeCheck(required: readonly Scope[]): (context: AccessContext) => boolean {
  let asked: Caller['scopes'] | undefined;
  let lacks = true;
  return ({ caller: { scopes } }) => {
    if (scopes !== asked) [asked, lacks] = [scopes, !required.every((scope) => scopes.has(scope))];
    return lacks;
  };
}

/** The input by which a caller may use a mutation for itself; null if it may not, or if the input concerns others. */
function selfInput({ scope, narrow }: SelfUse, input: unknown, { scopes, attendee }: Caller): object | null {
  const mobile = attendee?.mobile ?? null;
  return mobile !== null && scopes.has(scope) ? narrow(input as never, mobile) : null;
}

function denial({ coordinate, checked, selfUse }: ResolvedAccess, context: AccessContext): ForbiddenError {
  const { scopes, attendee } = context.caller;
  const missing = checked.filter((scope) => !scopes.has(scope));
  if (selfUse === null || !scopes.has(selfUse.scope)) {
    return forbidden(context, missing, coordinate, /^(Mutation|Subscription)\./.test(coordinate) ? deniedOperation : undefined);
  }
  const advice = attendee?.mobile
    ? `. Send this number ${selfUse.expected}.`
    : ', and your credential names none. Ask the operator for one that does.';
  return forbidden(
    context,
    missing,
    coordinate,
    `With the scope ${selfUse.scope}, this mutation is only for your own mobile number${advice}`,
  );
}

/**
 * Returns the error for a caller who lacks scopes, and records the denial in the audit.
 * @param use what requires them, if it is less than the field; or the whole message
 */
export function forbidden(
  { audit }: AccessContext,
  scopes: readonly Scope[],
  coordinate: string,
  use?: DeniedUse | string,
): ForbiddenError {
  audit.denied(coordinate);
  return new ForbiddenError(scopes, use);
}

/** Checks the scope that an argument requires beside those of its field. @throws ForbiddenError, and records the denial in the audit */
export function assertArgumentScope(context: AccessContext, scope: Scope, coordinate: string, use: DeniedUse): void {
  const { scopes, fieldsOnly = false } = context.caller;
  if (fieldsOnly || !scopes.has(scope)) throw forbidden(context, [scope], coordinate, use);
}

/** Without the field of a mutation or a subscription there is nothing left to send. */
const deniedOperation: DeniedUse = { subject: 'This field', instead: 'Use another credential' };
const deniedRecord: DeniedUse = { subject: 'This record', instead: 'Remove the field' };

/** Returns the error for a caller who may not obtain the objects of a type, and records the denial. null: it may obtain them */
export function forbiddenObject(context: AccessContext, type: GraphQLNamedType): ForbiddenError | null {
  const { scope } = typeAccessOf(type)!;
  const isOpen = scope === 'public' || scope === 'authenticated' || context.caller.scopes.has(scope);
  return isOpen ? null : forbidden(context, [scope], bareName(type), deniedRecord);
}

/*
 * The reads: which fields of people an operation read, and of how many people.
 *
 * An entry begins where a field leads from something impersonal to people, such as `Activity.attendees`, not at the fields of each person.
 * For `attendees(first: 100) { nodes { name mobile } }`, for example, it has the fields `Attendee.name` and `Attendee.mobile` and the
 * number 100. The fields follow from the selection, minus those that the caller lacks the scope for; the number follows from the result. So
 * a page of 100 attendees with 20 fields costs 100 insertions into a set, instead of 2,000 calls. Its selection is walked once for a plan.
 */

/** Makes a field record what it reads of people, if it leads to them from elsewhere. */
export function installReadAudit(schema: GraphQLSchema, type: GraphQLObjectType, field: GraphQLField<unknown, AccessContext>): void {
  // The field that leads to a container of people is audited, so the fields inside the container are not audited again.
  if (containedIn(type) !== null || !returnedTypes(schema, field.type).some(concernsPeople)) return;
  const { resolve = defaultFieldResolver } = field;
  const { scopes, self } = accessOf(field)!;
  const leadsToSelf = scopes.some(isSelfScope);
  const selectionOf = memoizedBySelection(auditedSelection);
  field.resolve = (source, args, context: AccessContext, info) => {
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

/*
 * The caller's own record: the attendee that the caller is, reached by `Activity.viewer` or after its registration. `self:read` opens its
 * fields, unless they state another scope.
 *
 * The resolvers of these two mark a record as the caller's own by a wrapper, for one response. Only the wrapper opens its fields, not the
 * record inside: other operations, and other fields of the same one, may return that record too, and its fields take the usual scopes there.
 */

/** The records by their wrappers. */
const wrapped = new WeakMap<object, object>();

/**
 * Wraps a record as the caller's own. The wrapper has the fields of the record. It is a proxy, because getters read private members, which
 * only the record itself has, not an object that inherits from it. A proxy is slow, but an operation has two at most.
 */
export function asSelf<T extends object>(record: T): T {
  const own = new Proxy(record, { get: (target, name): unknown => Reflect.get(target, name) });
  wrapped.set(own, record);
  return own;
}

/** Whether an object is one that the caller reads as its own: its attendee, or the registration of it. */
export const isSelf = (source: unknown): boolean => typeof source === 'object' && source !== null && wrapped.has(source);

/** The record of a caller's own; any other object is itself. */
const unwrappedRecord = (source: object): object => wrapped.get(source) ?? source;
