import { getNamedType, TypeInfo, visit, visitWithTypeInfo, BREAK, type DocumentNode, type GraphQLSchema } from 'graphql';
import { accessTable, fieldAccess } from './access-table.js';
import { bareName } from '../names/type-names.js';

/** Whether a document, its fragments included, selects only fields that `content:read` covers: nothing personal, nothing secret. */
export function selectsContentOnly(document: DocumentNode, schema: GraphQLSchema): boolean {
  let only = true;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const parent = types.getParentType();
        if (name.value === '__typename' || name.value === '_entities') return undefined;
        if (parent && isContent(bareName(getNamedType(parent)), name.value)) return undefined;
        only = false;
        return BREAK;
      },
    }),
  );
  return only;
}

function isContent(typeName: string, fieldName: string): boolean {
  if (!accessTable.has(typeName) || fieldName.startsWith('_')) return false;
  const access = fieldAccess(typeName, fieldName);
  return access === 'content:read' || access === 'authenticated' || access === 'open';
}
