/*
 * What is stored of an ssoLogin. Every order of two is tested in sso-logins.model.test.ts, lost replies in test/faults/mutations.test.ts and
 * test/faults/registration.test.ts, and the fields of its result in test/graph/types/sso-login.
 */

import { WriteLocks } from '../../src/domain/at-most-once/write-locks.js';
import { SsoLogins } from '../../src/domain/sso-logins.js';
import { ssoLogin } from '../../src/endpoint/sso-login.js';
import { createMemoryOutcomes } from '../../src/storage/memory/memory-outcomes.js';
import { activityId } from '../endpoint/sampled-endpoints.js';
import { attendeesNotRead, upstreamOf } from './service.js';

const key = JSON.stringify([String(activityId), '/api/participant/sso_login', '13800138000']);

test.each(['/api/participant/sso_login', '/api/v2/participant/sso_login'])(
  'the key of a stored ssoLogin stays the same, also if the path of the endpoint is %s',
  async (path) => {
    const replaced = jest.replaceProperty(ssoLogin, 'path', path);
    const store = createMemoryOutcomes(Date.now);
    const storedWhileSent: Promise<unknown>[] = [];
    const { upstream } = upstreamOf(() => {
      storedWhileSent.push(store.read(key));
      return { code: 0, msg: 'full' };
    });
    const locks = new WriteLocks({ store, now: Date.now });
    await new SsoLogins(upstream, activityId, attendeesNotRead, locks).login({ mobile: '+86 138-0013-8000', addIfMissing: true });
    replaced.restore();
    expect(await Promise.all(storedWhileSent)).toEqual([expect.objectContaining({ running: true })]);
  },
);
