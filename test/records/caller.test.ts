import { dataScopes, documentedScopes, isPersonalScope, isSelfScope } from '../../src/records/caller.js';

test('the scopes for personal data are those of attendees and of check-in', () => {
  expect(documentedScopes.filter(isPersonalScope)).toEqual(['attendees:read', 'attendees:pii', 'attendees:write', 'checkin:read']);
});

test("the scopes for the caller's own record are those that only tokens have", () => {
  expect(documentedScopes.filter(isSelfScope)).toEqual(['self:read', 'self:register', 'self:sso']);
});

test('a caller without authentication has every scope but the one that lifts the restriction to trusted documents', () => {
  expect(documentedScopes.filter((scope) => !dataScopes.has(scope))).toEqual(['documents:any']);
});

test('no name makes the scope of a bound operation one for personal data, or one of self', () => {
  expect({ isPersonalScope: isPersonalScope('operations:people'), isSelfScope: isSelfScope('operations:self') }).toEqual({
    isPersonalScope: false,
    isSelfScope: false,
  });
});
