/* The required scopes, in the descriptions that clients read in the schema. */

import type { GraphQLSchema } from 'graphql';
import type { Scope, SelfScope } from '../../records/caller.js';
import { objectFieldsOf, objectTypesOf } from '../type-names.js';
import { accessOf, scopesOf, typeAccessOf } from './access.js';

/**
 * Adds the required scopes to the descriptions of types and fields. A field that requires no other scope than its object has no such
 * sentence: the description of the type has it.
 */
export function describeScopes(schema: GraphQLSchema): void {
  for (const type of objectTypesOf(schema)) {
    const { scope, self = null } = typeAccessOf(type)!;
    appendRequirement(type, scopesOf(scope), self);
  }
  for (const { field } of objectFieldsOf(schema)) {
    const { checked, self } = accessOf(field)!;
    appendRequirement(field, checked, self);
  }
}

/** The right that a scope gives in place of another one. */
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
