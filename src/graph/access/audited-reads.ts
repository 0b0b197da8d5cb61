import { getNamedType, isAbstractType, isObjectType, type FieldNode, type GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import { accessTable } from './access-table.js';
import type { Audit } from './audit.js';
import type { GraphContext } from '../context.js';
import { selectedFields } from '../selection.js';
import { bareName } from '../federation/type-names.js';

/** Types whose objects are about one person, with the fields that only identify it: to read no more than these is not audited. */
const identifying: Readonly<Record<string, ReadonlySet<string>>> = {
  Attendee: new Set(['__typename', 'id', 'serviceId', 'activityId', 'activity']),
  CheckInMatch: new Set(['__typename', 'attendeeId', 'attendee']),
};
/** Types that hold attendees: what is selected below them is read of attendees. */
const holders: ReadonlySet<string> = new Set(['AttendeeConnection', 'AttendeeEdge']);

/** Whether a field of this type gives out objects that are about people. */
export const isAudited = (typeName: string): boolean => typeName in identifying || holders.has(typeName);

/**
 * Notes in the audit what a field reads of people: which fields, from its selection, and how many objects, from its
 * result. Works on the field that leads to people and not on each value, so it costs the same for any number of fields.
 */
export function auditRead(result: unknown, context: GraphContext, info: GraphQLResolveInfo): unknown {
  const fields = new Set<string>();
  const returned = getNamedType(info.returnType);
  const types = isAbstractType(returned) ? info.schema.getPossibleTypes(returned) : [returned];
  for (const type of types) if (isObjectType(type) && isAudited(bareName(type))) collect(info.fieldNodes, type, context, info, fields);
  if (fields.size === 0) return result;
  context.audit.reading(fields);
  return noted(result, context.audit);
}

function collect(
  nodes: readonly FieldNode[],
  type: GraphQLObjectType,
  context: GraphContext,
  info: GraphQLResolveInfo,
  fields: Set<string>,
): void {
  const typeName = bareName(type);
  for (const [name, selected] of selectedFields(nodes, type, info)) {
    const known = identifying[typeName];
    if (known) {
      if (!known.has(name) && isPermitted(typeName, name, context)) fields.add(`${typeName}.${name}`);
      continue;
    }
    const next = type.getFields()[name];
    const held = next && getNamedType(next.type);
    if (isObjectType(held) && isAudited(bareName(held))) collect(selected, held, context, info, fields);
  }
}

/** A field that the caller lacks a scope for is not read. */
function isPermitted(typeName: string, fieldName: string, { caller }: GraphContext): boolean {
  const access = accessOfFields.get(`${typeName}.${fieldName}`);
  return access !== undefined && (access === 'open' || access === 'authenticated' || (caller.scopes as ReadonlySet<string>).has(access));
}

const accessOfFields = new Map(
  Object.keys(identifying).flatMap((typeName) =>
    Object.entries(accessTable[typeName]!.fields).flatMap(([access, names]) =>
      names.split(' ').map((name) => [`${typeName}.${name}`, access] as const),
    ),
  ),
);

/** Notes the objects of a result: of a value, a list, a page, or a promise of one. */
function noted(result: unknown, audit: Audit): unknown {
  if (typeof result !== 'object' || result === null || result instanceof Error) return result;
  if (result instanceof Promise) {
    return result.then((value: unknown) => {
      void noted(value, audit);
      return value;
    });
  }
  for (const item of Array.isArray(result) ? (result as readonly unknown[]) : [result]) {
    if (item instanceof Promise) item.then((value) => noteObject(value, audit), ignored);
    else noteObject(item, audit);
  }
  return result;
}

/** Whoever resolves the list meets the failure too. */
const ignored = (): void => {};

function noteObject(value: unknown, audit: Audit): void {
  if (typeof value !== 'object' || value === null || value instanceof Error) return;
  const { nodes, kind } = value as { readonly nodes?: readonly object[]; readonly kind?: string };
  if (nodes !== undefined) for (const node of nodes) audit.found(node);
  else if (kind === 'attendee' || kind === undefined) audit.found(value);
}
