/*
 * The audit of reads: which fields of people an operation read, and of how many people.
 *
 * An entry begins where a field leads from something impersonal to people, such as `Activity.attendees`, not at the fields of each person.
 * For `attendees(first: 100) { nodes { name mobile } }`, for example, it has the fields `Attendee.name` and `Attendee.mobile` and the number
 * 100. The fields follow from the selection, minus those that the caller lacks the scope for; the number follows from the result. So a page
 * of 100 attendees with 20 fields costs one walk over 20 selections and 100 insertions into a set, instead of 2,000 calls.
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
import { isSelfScope, type Scope } from '../../records/caller.js';
import { scopesOf, type AccessRows, accessRowsOf, containedIn, fieldAccess, fieldSelfAccess, peopleOf } from '../access/access.js';
import { isSelf, unwrappedRecord } from '../access/self-attendee.js';
import type { GraphContext } from '../context.js';
import { kindsOf } from '../entity-types.js';
import { rememberedOfSelection, selectedFields } from '../selection.js';
import { bareName } from '../type-names.js';
import type { Audit } from './audit.js';

/** Wraps each field of a schema that leads to people, so that the audit records what is read of them. */
export function attachReadAudit(schema: GraphQLSchema): void {
  const rows = accessRowsOf(schema);
  const recordRead = createReadRecorder(rows);
  for (const type of Object.values(schema.getTypeMap())) {
    // The field that leads to a container of people is audited, so the fields inside the container are not audited again.
    if (!isObjectType(type) || type.name.startsWith('__') || containedIn(type.name, rows) !== null) continue;
    for (const field of Object.values(type.getFields()))
      if (typesOf(getNamedType(field.type), schema).some(({ name }) => isAudited(name, rows))) attachToField(type, field, rows, recordRead);
  }
}

function attachToField(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, GraphContext>,
  rows: AccessRows,
  recordRead: RecordRead,
): void {
  const { resolve = defaultFieldResolver } = field;
  const leadsToSelf = scopesOf(fieldAccess(type.name, field.name, rows)).some(isSelfScope);
  const isOpenToSelf = fieldSelfAccess(type.name, field.name, rows) !== null;
  field.resolve = (source, args, context: GraphContext, info) =>
    recordRead(resolve(source, args, context, info), context, info, leadsToSelf || (isOpenToSelf && isSelf(source)));
}

/** The object types that a field can return: the members of its interface or union, else its own type. */
function typesOf(returned: GraphQLNamedType, schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return isAbstractType(returned) ? schema.getPossibleTypes(returned) : [returned];
}

/** Whether a field that leads to the objects of a type is audited: they describe or contain people, and no audit entry covers them yet. */
function isAudited(typeName: string, rows: AccessRows): boolean {
  return typeof peopleOf(typeName, rows) === 'object';
}

/**
 * Creates a function that records in the audit what a field reads of people: the names of the fields from its selection,
 * the number of objects from its result.
 * @param rows the access rows of the schema
 * @returns a function that returns the field's result; for a promise, one that resolves once the objects are recorded
 */
export function createReadRecorder(rows: AccessRows): RecordRead {
  const selectionOf = rememberedOfSelection((info) => auditedSelection(info, rows));
  return (result, context, info, own = false) => {
    const selected = selectionOf(info);
    const fields = permittedFields(selected, context.caller.scopes, own);
    if (fields.length === 0) return result;
    context.audit.reading(fields);
    return recordObjects(result, selected, context.audit);
  };
}

/** A function that records what a read returns of people. @param own whether the result is the caller's own record */
export type RecordRead = (result: unknown, context: GraphContext, info: GraphQLResolveInfo, own?: boolean) => unknown;

/** A field of a person that a selection contains, such as `Attendee.name`, and the scopes that reading it requires. */
interface AuditedField {
  readonly typeName: string;
  readonly coordinate: string;
  readonly scopes: readonly Scope[];
  /** Whether a scope `self:*` opens it in the caller's own record. */
  readonly isOpenToSelf: boolean;
}

/** The people and their fields that a field reads by its selection. */
interface AuditedSelection {
  readonly fields: readonly AuditedField[];
  /** The coordinates of the fields: the same frozen list in each operation, for callers who may read all of them. */
  readonly coordinates: readonly string[];
  /** The scopes that reading all of the fields requires. */
  readonly scopes: readonly Scope[];
  /** The member of the field's objects that contains the people; null if the objects are the people. */
  readonly container: string | null;
  /** The kinds of records that are people, if the field returns records of several types; null if all of its objects are people. */
  readonly kinds: ReadonlySet<string> | null;
}

function auditedSelection(info: GraphQLResolveInfo, rows: AccessRows): AuditedSelection {
  const fieldsByCoordinate = new Map<string, AuditedField>();
  const returned = getNamedType(info.returnType);
  for (const type of typesOf(returned, info.schema))
    if (isObjectType(type) && isAudited(bareName(type), rows)) addAuditedFields(fieldsByCoordinate, info.fieldNodes, type, info, rows);
  const fields = [...fieldsByCoordinate.values()];
  return {
    fields,
    coordinates: Object.freeze([...fieldsByCoordinate.keys()]),
    scopes: [...new Set(fields.flatMap(({ scopes }) => scopes))],
    container: containedIn(bareName(returned), rows),
    kinds: isAbstractType(returned) ? kindsOf(new Set(fields.map(({ typeName }) => typeName))) : null,
  };
}

/** The coordinates of the fields that the caller may read. The others are denied, not read. */
function permittedFields({ fields, coordinates, scopes }: AuditedSelection, granted: ReadonlySet<Scope>, own: boolean): readonly string[] {
  if (scopes.every((scope) => granted.has(scope))) return coordinates;
  return fields
    .filter((field) => (own && field.isOpenToSelf) || field.scopes.every((scope) => granted.has(scope)))
    .map(({ coordinate }) => coordinate);
}

/** Adds the audited fields that nodes select on a type, by their coordinates. */
function addAuditedFields(
  fields: Map<string, AuditedField>,
  nodes: readonly FieldNode[],
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
  rows: AccessRows,
): void {
  const typeName = bareName(type);
  const people = peopleOf(typeName, rows);
  for (const [name, selected] of selectedFields(nodes, type, info)) {
    if (typeof people === 'object' && 'identifiedBy' in people) {
      const coordinate = `${typeName}.${name}`;
      if (name !== '__typename' && !people.identifiedBy.includes(name))
        fields.set(coordinate, {
          typeName,
          coordinate,
          scopes: scopesOf(fieldAccess(typeName, name, rows)),
          isOpenToSelf: fieldSelfAccess(typeName, name, rows) !== null,
        });
      continue;
    }
    const field = type.getFields()[name];
    const contained = field && getNamedType(field.type);
    if (isObjectType(contained) && isAudited(bareName(contained), rows)) addAuditedFields(fields, selected, contained, info, rows);
  }
}

/** Records the objects of a result: of a value, a list, or a promise of one; of a page, those that it contains. */
function recordObjects(result: unknown, selected: AuditedSelection, audit: Audit): unknown {
  if (typeof result !== 'object' || result === null || result instanceof Error) return result;
  if (result instanceof Promise) {
    return result.then((value: unknown) => {
      void recordObjects(value, selected, audit);
      return value;
    });
  }
  for (const item of Array.isArray(result) ? (result as readonly unknown[]) : [result]) {
    if (item instanceof Promise) item.then((value) => recordObject(value, selected, audit), ignoreRejection);
    else recordObject(item, selected, audit);
  }
  return result;
}

/** The executor awaits the same promise and reports its rejection. */
const ignoreRejection = (): void => {};

function recordObject(value: unknown, { container, kinds }: AuditedSelection, audit: Audit): void {
  if (typeof value !== 'object' || value === null || value instanceof Error) return;
  if (container !== null) return recordContained((value as Readonly<Record<string, unknown>>)[container], audit);
  if (kinds === null || kinds.has((value as { readonly kind: string }).kind)) audit.found(unwrappedRecord(value));
}

/** Records what a container has in the field that its access rows name: one person or a list, none of them the caller's own record. */
function recordContained(people: unknown, audit: Audit): void {
  const list: readonly unknown[] = Array.isArray(people) ? people : [people];
  for (const person of list) if (typeof person === 'object' && person !== null) audit.found(person);
}
