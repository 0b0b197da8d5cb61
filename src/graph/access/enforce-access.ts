import {
  defaultFieldResolver,
  getNamedType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { isScope, type Access } from './access-rows.js';
import { fieldAccess, objectAccess } from './access-table.js';
import { createAuditRead, isAudited, type AuditRead } from './audit-read.js';
import { forbidden } from './forbidden.js';
import type { GraphContext } from '../context.js';

/**
 * Makes a schema enforce the access rows. A field that requires another scope than its object gets a resolver that checks the
 * scope first. Every other field keeps its resolver: the scope was checked when the object was obtained.
 * A field that returns attendees also records in the audit which of their fields are read.
 * @throws Error for a field or a type without a row, and for a row that contradicts the type of its field
 */
export function enforceAccess(schema: GraphQLSchema): void {
  const auditRead = createAuditRead();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) enforceField(type, field, auditRead);
  }
}

function enforceField(type: GraphQLObjectType, field: GraphQLField<unknown, GraphContext>, auditRead: AuditRead): void {
  const scope = fieldAccess(type.name, field.name);
  checkRow(type, field, scope);
  if (!isScope(scope) || scope === objectAccess(type.name)) return;
  const { resolve = defaultFieldResolver, subscribe } = field;
  const coordinate = `${type.name}.${field.name}`;
  const isRead = isAudited(getNamedType(field.type).name);
  // The scope is a constant of the closure: checking a value takes one Set look-up and no table look-up.
  field.resolve = (source, args, context: GraphContext, info) => {
    if (!context.caller.scopes.has(scope)) throw forbidden(context, scope, coordinate);
    const result: unknown = resolve(source, args, context, info);
    return isRead ? auditRead(result, context, info) : result;
  };
  if (!subscribe) return;
  field.subscribe = (source, args, context: GraphContext, info) => {
    if (!context.caller.scopes.has(scope)) throw forbidden(context, scope, coordinate);
    return subscribe(source, args, context, info);
  };
}

/** Checks that a row fits the field's type. */
function checkRow(type: GraphQLObjectType, field: GraphQLField<unknown, GraphContext>, access: Access): void {
  const coordinate = `${type.name}.${field.name}`;
  const own = objectAccess(type.name);
  const returned = getNamedType(field.type);
  const required = isObjectType(returned) ? objectAccess(returned.name) : 'open';
  // Otherwise the field would be a way around the scope that the returned type requires.
  if (isScope(required) && required !== access && required !== own) {
    throw new Error(`${coordinate} returns ${returned.name}, which requires ${required}, so its access row must be ${required}.`);
  }
  // The audit is attached to the check of the scope, so the field that leads to attendees must have one.
  if (isAudited(returned.name) && !isAudited(type.name) && access === own) {
    throw new Error(`${coordinate} returns ${returned.name}, so its access row must be another scope than ${type.name} requires.`);
  }
  // A refusal is an error at the field. In a field that is not nullable it would discard the object around it.
  if (isScope(access) && access !== own && isNonNullType(field.type)) {
    throw new Error(`${coordinate} requires ${access}, but its object does not, so the field must be nullable.`);
  }
}
