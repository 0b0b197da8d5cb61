import { getNamedType, TypeInfo, visit, visitWithTypeInfo, BREAK, type DocumentNode, type GraphQLSchema } from 'graphql';
import { scopesOf } from './access-rows.js';
import { accessRowsOf, fieldAccess, type AccessRows } from './access-table.js';
import { bareName } from '../names/type-names.js';

/** Whether a document, its fragments included, selects only fields that `content:read` covers: nothing personal, nothing secret. */
export function selectsContentOnly(document: DocumentNode, schema: GraphQLSchema): boolean {
  let only = true;
  const types = new TypeInfo(schema);
  const rows = accessRowsOf(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const parent = types.getParentType();
        if (name.value === '__typename' || name.value === '_entities') return undefined;
        if (parent && isContent(bareName(getNamedType(parent)), name.value, rows)) return undefined;
        only = false;
        return BREAK;
      },
    }),
  );
  return only;
}

function isContent(typeName: string, fieldName: string, rows: AccessRows): boolean {
  if (!rows.has(typeName) || fieldName.startsWith('_')) return false;
  return scopesOf(fieldAccess(typeName, fieldName, rows)).every((scope) => scope === 'content:read');
}
