import { isObjectType, type GraphQLSchema } from 'graphql';
import type { Scope, SelfScope } from '../../records/caller.js';
import { scopesOf } from './access.js';
import { accessRowsOf, fieldAccess, fieldSelfAccess, objectAccess, selfAccess } from './schema-access.js';

/**
 * Adds the required scopes to the descriptions of types and fields, from the access rows. A field that requires no other scope than its
 * object has no such sentence: the description of the type has it.
 */
export function describeScopes(schema: GraphQLSchema): void {
  const rows = accessRowsOf(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const ofObject = scopesOf(objectAccess(type.name, rows));
    appendRequirement(type, ofObject, selfAccess(type.name, rows));
    for (const field of Object.values(type.getFields())) {
      const required = scopesOf(fieldAccess(type.name, field.name, rows)).filter((scope) => !ofObject.includes(scope));
      appendRequirement(field, required, fieldSelfAccess(type.name, field.name, rows));
    }
  }
}

/** What a scope permits in place of another one. */
const permittedBy: Readonly<Record<SelfScope, string>> = {
  'self:read': "the caller's own record",
  'self:register': "the caller's own mobile number only",
  'self:sso': "the caller's own mobile number only",
};

function appendRequirement(described: { description?: string | null | undefined }, scopes: readonly Scope[], self: SelfScope | null): void {
  if (scopes.length === 0) return;
  const names = scopes.map((scope) => `\`${scope}\``).join(' and ');
  const alternative = self === null ? '' : `, or \`${self}\` for ${permittedBy[self]}`;
  const requirement = `Requires the ${scopes.length === 1 ? 'scope' : 'scopes'} ${names}${alternative}.`;
  described.description = described.description ? `${described.description}\n${requirement}` : requirement;
}
