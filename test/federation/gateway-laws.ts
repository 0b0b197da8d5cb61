/* What a gateway does that sends the credential of its caller and a router secret, as each of examples/federation is configured. */

import { hookSecret, push, subscriber } from '../support/check-ins.js';
import { apiKey, everyScopeKey } from '../support/program.js';
import { startSupergraph, type GatewayOptions, type Running, type Supergraph } from './supergraph.js';

const readerKey = 'key-that-reads-names-only';
/** Identifies the gateway: the variable ROUTER_SECRET of its program. */
export const routerSecret = 'a-secret-that-the-router-shares-with-us';

interface GatewayUnderTest {
  readonly startGateway: (options: GatewayOptions) => Promise<Running>;
  /** False if it refuses supergraphs with the directives of access. */
  readonly directives?: boolean;
  readonly subscriptions?: boolean;
}

export function describeGateway(name: string, { startGateway, directives = true, subscriptions = true }: GatewayUnderTest): void {
  describe(name, () => {
    let supergraph: Supergraph;
    beforeAll(async () => {
      const ids = ['attendee:1001:700001', 'attendee:1001:999999999', 'attendee:1001:700002'];
      const env = {
        CHECK_IN_HOOK_SECRETS: hookSecret,
        CHECK_IN_HOOK_ATTENDEE: '/participant/id',
        AUTH_ROUTER_SECRETS: routerSecret,
        AUTH_API_KEYS: [
          apiKey('app', everyScopeKey, 'content:read attendees:read checkin:read'),
          apiKey('reader', readerKey, 'attendees:read content:read'),
        ].join(),
        FEDERATION_AUTH_DIRECTIVES: String(directives),
      };
      supergraph = await startSupergraph('@theguild/federation-composition', ids, { env, routerSecret, startGateway });
    });

    test('the gateway joins both subgraphs, and a reference to no attendee affects its own position only', async () => {
      const { data, errors } = await supergraph.run(
        '{ badges { title attendee { name } } activity { badges(first: 1) { title } } }',
        readerKey,
      );
      // Hive Gateway adds an error at the reference that is null.
      expect(errors.filter(({ path }) => path?.slice(0, 2).join('.') !== 'badges.1')).toEqual([]);
      expect(data).toEqual({
        badges: [
          { title: 'Badge no. 1', attendee: { name: '王伟' } },
          { title: 'Badge no. 2', attendee: null },
          { title: 'Badge no. 3', attendee: { name: 'Zoë Müller' } },
        ],
        activity: { badges: [{ title: 'Badge no. 1' }] },
      });
      // The reference to no attendee is asked for once more, because the service may have used fewer ids than were sent.
      expect(supergraph.calls()).toEqual(['participant/getList 1', 'participant/getList 3']);
    });

    test("the gateway forwards the caller's credential: a field beyond its scopes is null with FORBIDDEN", async () => {
      const { data, errors } = await supergraph.run('{ badges(first: 1) { attendee { name mobile } } }', readerKey);
      expect(data.badges).toEqual([{ attendee: { name: '王伟', mobile: null } }]);
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    });

    test('the gateway gets nothing of Event Graph for a caller without a valid credential', async () => {
      const { data, errors } = await supergraph.run('{ badges(first: 1) { title attendee { name } } }', 'no-such-key');
      expect(data.badges).toEqual([{ title: 'Badge no. 1', attendee: null }]);
      expect(errors[0]!.extensions.code).toBe('UNAUTHENTICATED');
      expect(supergraph.calls()).toEqual([]);
    });

    if (subscriptions)
      test('a subscription passes the gateway with its default settings, and its events are joined with the other subgraph', async () => {
        const events = { url: supergraph.eventsUrl };
        const options = { protocol: 'graphql-sse', hookOf: events } as const;
        const checkIns = await subscriber({ url: supergraph.gatewayUrl }, 'payload attendee { name badge { title } }', options);
        await push(events, { participant: { id: '700001' } });
        expect(await checkIns.next()).toEqual({
          data: { checkIns: { payload: { participant: { id: '700001' } }, attendee: { name: '王伟', badge: { title: 'Badge no. 1' } } } },
        });
        await checkIns.leave();
      });
  });
}
