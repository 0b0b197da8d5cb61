/* Whether a document reads content only, so that its response may be stored by HTTP caches. */

import { BREAK, TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql';
import { accessOf } from './access.js';

/** Whether a document, its fragments included, selects only fields that `content:read` covers: nothing personal, nothing secret. */
export function selectsContentOnly(document: DocumentNode, schema: GraphQLSchema): boolean {
  let only = true;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const field = types.getFieldDef();
        const isContent = (field && accessOf(field))?.scopes.every((scope) => scope === 'content:read');
        if (isContent || name.value === '__typename') return undefined;
        only = false;
        return BREAK;
      },
    }),
  );
  return only;
}
