/* The scope that callers without authentication lack, and that no name of a bound operation makes its scope personal or of self. */

import { dataScopes, documentedScopes, isPersonalScope, isSelfScope } from '../../src/records/caller.js';

test('a caller without authentication has every scope but the one that lifts the restriction to trusted documents', () => {
  expect(documentedScopes.filter((scope) => !dataScopes.has(scope))).toEqual(['documents:any']);
});

test('no name makes the scope of a bound operation one for personal data, or one of self', () => {
  expect({ isPersonalScope: isPersonalScope('operations:people'), isSelfScope: isSelfScope('operations:self') }).toEqual({
    isPersonalScope: false,
    isSelfScope: false,
  });
});
