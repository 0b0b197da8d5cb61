/*
 * The check of a field's scopes before it is resolved, and the errors of denials, each recorded in the audit. For example:
 *
 *     Attendee.name      is not checked: `Activity.attendees` checks attendees:read, which its objects require
 *     Attendee.mobile    checks attendees:pii for each attendee, unless it is the caller's own record (`isSelf`)
 *
 * It is installed around the audit of reads: what is denied is not recorded as read.
 */

import { defaultFieldResolver, type GraphQLField, type GraphQLNamedType } from 'graphql';
import type { Caller, Scope } from '../../records/caller.js';
import { ForbiddenError, type DeniedUse } from '../../records/errors.js';
import { setLacksScope } from '../execution/plan.js';
import { bareName } from '../type-names.js';
import { accessOf, typeAccessOf, type ResolvedAccess, type SelfUse } from './access.js';

/** The parts of an operation that access needs: its caller, and the record of denials. The context of every operation has both. */
interface AccessContext {
  readonly caller: Caller;
  /** `denied` records a field, or a type, that the caller lacks a scope for. */
  readonly audit: { denied(coordinate: string): void };
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
  if (selfUse === null || !scopes.has(selfUse.scope)) return forbidden(context, missing, coordinate);
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

const deniedRecord: DeniedUse = { subject: 'This record', instead: 'Remove the field' };

/** Returns the error for a caller who may not obtain the objects of a type, and records the denial. null: it may obtain them */
export function forbiddenObject(context: AccessContext, type: GraphQLNamedType): ForbiddenError | null {
  const { scope } = typeAccessOf(type)!;
  const isOpen = scope === 'public' || scope === 'authenticated' || context.caller.scopes.has(scope);
  return isOpen ? null : forbidden(context, [scope], bareName(type), deniedRecord);
}

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
export const unwrappedRecord = (source: object): object => wrapped.get(source) ?? source;
