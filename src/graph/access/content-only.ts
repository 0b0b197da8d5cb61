import { BREAK, getNamedType, TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql';
import { bareName } from '../type-names.js';
import { scopesOf, type AccessRows, accessRowsOf, fieldAccess } from './access.js';

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
  const fields = rows.get(typeName)?.fields ?? {};
  return Object.hasOwn(fields, fieldName) && scopesOf(fieldAccess(typeName, fieldName, rows)).every((scope) => scope === 'content:read');
}
