import { isObjectType } from 'graphql';
import type { Scope } from '../../records/caller.js';
import { type DocumentedGraph, boundRecords, type BoundRecord } from '../../records/operations-file.js';
import { scopesOf, objectAccess } from '../access/access.js';
import { declaredSchema, documentedAccess } from '../types/declared-schema.js';

/** Returns the parts of the graph that an operations file must fit. */
export function extractDocumentedGraph(): DocumentedGraph {
  const schema = declaredSchema();
  const fieldsOf = (name: string): ReadonlySet<string> => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`The schema has no object type ${name}.`);
    return new Set(Object.keys(type.getFields()));
  };
  const scopeOf = (record: BoundRecord): readonly (readonly [BoundRecord, Scope])[] =>
    scopesOf(objectAccess(record, documentedAccess())).map((scope) => [record, scope] as const);
  return {
    types: new Set([...Object.keys(schema.getTypeMap()), 'Node']),
    fields: { Activity: fieldsOf('Activity'), Mutation: fieldsOf('Mutation') },
    recordScopes: Object.fromEntries(boundRecords.flatMap(scopeOf)) as Record<BoundRecord, Scope>,
  };
}
