/*
 * Whether a document reads content only. Its response is then the same for all callers with the same rights: it may be stored here
 * (server/operations/shared-results.ts) and by HTTP caches, and be shared between callers.
 */

import { BREAK, TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql';
import { accessOf } from './access.js';

/** Whether a document, its fragments included, selects only fields that need `content:read` or no scope: nothing personal or secret. */
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
