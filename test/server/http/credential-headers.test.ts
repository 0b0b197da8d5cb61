import { credentialHeaders } from '../../../src/server/http/credential-headers.js';

test('headers that may contain a credential are listed with all their values, whatever their case', () => {
  expect(
    credentialHeaders(['X-API-Key', 'a', 'Authorization', 'Bearer b', 'x-api-key', 'c', 'ROUTER-AUTHORIZATION', 'd', 'X-Hook-Secret', 'e']),
  ).toEqual({
    'x-api-key': ['a', 'c'],
    authorization: ['Bearer b'],
    'router-authorization': ['d'],
    'x-hook-secret': ['e'],
  });
});

test('headers that contain no credential are not listed', () => {
  expect(credentialHeaders(['host', 'a', 'cookie', 'b', '__proto__', 'c'])).toEqual({});
});
