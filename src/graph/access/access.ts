import {
  defaultFieldResolver,
  getNamedType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { ForbiddenError } from '../../model/errors.js';
import type { Scope } from '../../model/caller.js';
import { accessTable, type Access } from './access-table.js';
import { auditRead, isAudited } from './audited-reads.js';
import type { GraphContext } from '../context.js';

/** What a field takes. @throws where the table has no row for it: nothing is readable by default. */
export function accessOf(typeName: string, fieldName: string): Access {
  for (const [access, names] of Object.entries(accessTable[typeName]?.fields ?? {})) {
    if (names.split(' ').includes(fieldName)) return access as Access;
  }
  throw new Error(`${typeName}.${fieldName} has no row in the access table; say who may read it.`);
}

/** Whether an object of this type may be had at all. */
export function reachOf(typeName: string): Access {
  const row = accessTable[typeName];
  if (!row) throw new Error(`${typeName} has no row in the access table; say who may reach it.`);
  return row.reach;
}

/**
 * Makes a schema enforce the table: a field that takes a scope beyond what reaching its object took checks it before it
 * resolves, and one that leads to people notes what it reads of them. Fields that take no more cost nothing more.
 */
export function enforceAccess(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) enforceField(type, field);
  }
}

function enforceField(type: GraphQLObjectType, field: GraphQLField<unknown, GraphContext>): void {
  const access = accessOf(type.name, field.name);
  const returned = getNamedType(field.type);
  const beyond = isObjectType(returned) ? reachOf(returned.name) : 'open';
  if (isScope(beyond) && beyond !== access && beyond !== reachOf(type.name)) {
    throw new Error(`${type.name}.${field.name} gives a ${returned.name}, so its row must be ${beyond}.`);
  }
  const leadsToPeople = isAudited(returned.name) && !isAudited(type.name);
  if (leadsToPeople && access === reachOf(type.name))
    throw new Error(`${type.name}.${field.name} gives people out, so reaching its object must take another scope.`);
  if (!isScope(access) || access === reachOf(type.name)) return;
  if (isNonNullType(field.type)) throw new Error(`${type.name}.${field.name} takes a scope of its own, so it must be nullable.`);
  const resolve = field.resolve ?? defaultFieldResolver;
  const coordinate = `${type.name}.${field.name}`;
  const isRead = isAudited(returned.name);
  field.resolve = (source, args, context: GraphContext, info) => {
    if (!context.caller.scopes.has(access)) throw forbidden(context, access, coordinate);
    const result: unknown = resolve(source, args, context, info);
    return isRead ? auditRead(result, context, info) : result;
  };
  const { subscribe } = field;
  if (!subscribe) return;
  field.subscribe = (source, args, context: GraphContext, info) => {
    if (!context.caller.scopes.has(access)) throw forbidden(context, access, coordinate);
    return subscribe(source, args, context, info);
  };
}

/** The error for a caller who lacks a scope, noted in the audit. */
export function forbidden({ audit }: Pick<GraphContext, 'audit'>, scope: Scope, coordinate: string): ForbiddenError {
  audit.refused(coordinate);
  return new ForbiddenError([scope]);
}

export function isScope(access: Access): access is Scope {
  return access !== 'open' && access !== 'authenticated';
}
