/* Callers with each kind of rights. */

import { dataScopes, type Caller, type Scope } from '../../../src/records/caller.js';
import type { ActivityId } from '../../../src/records/ids.js';

export const own = '10000700001';
const attendee = { kind: 'id', value: '700001', mobile: own } as const;
const rightsOf = (scopes: Iterable<Scope>, others: Partial<Caller> = {}): Caller => ({ name: 'test', scopes: new Set(scopes), ...others });
export const all = rightsOf(dataScopes, { attendee });
export const callers: readonly [string, Caller][] = [
  ['no scope', rightsOf([])],
  ['self:*', rightsOf(['self:read', 'self:register', 'self:sso'], { attendee })],
  ['an activity', rightsOf(['content:read', 'attendees:read'], { activities: new Set([1001 as ActivityId]) })],
  ['content only', rightsOf(['content:read', 'content:meeting'])],
  ['all except self:*', rightsOf([...dataScopes].filter((scope) => !scope.startsWith('self:')))],
  ['all scopes', all],
  ...[...dataScopes].map((scope): [string, Caller] => [`${scope} alone`, rightsOf([scope], { attendee })]),
];
