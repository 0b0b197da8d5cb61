/* Which changes of the graph break those who use it. Graphs are compared by their SDL, as `npm run schema` writes it. */

import { BreakingChangeType, buildASTSchema, findBreakingChanges, findDangerousChanges, parse } from 'graphql';
import { federationChanges } from './federation-changes.js';
import type { BreakingChange } from './report.js';

const refused = 'Operations that use it are refused.';
const otherValues = 'Clients receive or send values that their types do not allow, such as null.';
const required = 'Operations without it are refused.';

/** What the changes that graphql-js finds break, where it is not that operations are refused. */
const effects: Partial<Record<BreakingChangeType, string>> = {
  [BreakingChangeType.TYPE_CHANGED_KIND]: otherValues,
  [BreakingChangeType.FIELD_CHANGED_KIND]: otherValues,
  [BreakingChangeType.ARG_CHANGED_KIND]: otherValues,
  [BreakingChangeType.REQUIRED_ARG_ADDED]: required,
  [BreakingChangeType.REQUIRED_INPUT_FIELD_ADDED]: required,
};

/** Returns the changes that break clients by the types, or gateways and callers by the directives of federation. */
export function breakingChanges(before: string, after: string): readonly BreakingChange[] {
  const ofTypes = findBreakingChanges(schemaOf(before), schemaOf(after)).map(({ type, description }) => ({
    description,
    effect: effects[type] ?? refused,
  }));
  return [...ofTypes, ...federationChanges(before, after)];
}

/** Returns the changes that may surprise clients, such as a further enum value, as sentences. */
export function dangerousChanges(before: string, after: string): readonly string[] {
  return findDangerousChanges(schemaOf(before), schemaOf(after)).map(({ description }) => description);
}

// The SDL does not define the directives of federation.
const schemaOf = (sdl: string) => buildASTSchema(parse(sdl), { assumeValidSDL: true });
