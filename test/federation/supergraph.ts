/* Supergraphs of the program and the example subgraph, by two composers, and gateways over them. */

import { composeServices as composeByApollo } from '@apollo/composition';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { startSandbox } from '../../src/sandbox/sandbox.js';
import { postTo } from '../server/toy-server.js';
import { closedAfterwards } from '../support/afterwards.js';
import type { GraphqlResponse } from '../support/graph.js';
import { canaries, everyScopeKey, programOver } from '../support/program.js';

export interface Running {
  readonly url: string;
  close(): Promise<void>;
}
const { startBadges, sdl: badgesSdl } = jest.requireActual<{
  startBadges(options: { attendeeIds: readonly string[] }): Promise<Running>;
  sdl: string;
}>('../../examples/federation/badges.mjs');
export interface GatewayOptions {
  readonly supergraphSdl: string;
  readonly routerSecret?: string;
}
const example = jest.requireActual<{ startGateway(options: GatewayOptions): Promise<Running> }>('../../examples/federation/gateway.mjs');

type Service = { readonly name: string; readonly url: string; readonly sdl: string };

/** The functions of two libraries that compose a supergraph. @throws Error with the composition errors */
export const composers = {
  '@apollo/composition': (services: readonly Service[]): string => supergraphOf(composeByApollo(services.map(definition))),
  '@theguild/federation-composition': (services: readonly Service[]): string => supergraphOf(composeByGuild(services.map(definition))),
};
export type Composer = keyof typeof composers;

const definition = ({ name, url, sdl }: Service) => ({ name, url, typeDefs: parse(sdl) });

function supergraphOf({
  supergraphSdl,
  errors,
}: {
  supergraphSdl?: string | undefined;
  errors?: readonly { message: string }[] | undefined;
}): string {
  if (!supergraphSdl) throw new Error(errors?.map(({ message }) => message).join('\n'));
  return supergraphSdl;
}

export type Supergraph = Awaited<ReturnType<typeof startSupergraph>>;

/** Starts a sandbox, Event Graph over it, the subgraph of badges, and a gateway over both, with real HTTP between them. */
export async function startSupergraph(
  composer: Composer,
  attendeeIds: readonly string[],
  { env = {} as Record<string, string>, routerSecret = undefined as string | undefined, startGateway = example.startGateway } = {},
) {
  const calls: string[] = [];
  const sandbox = closedAfterwards(
    await startSandbox({
      publicKey: 'public',
      privateKey: canaries.privateKey,
      onRequest: ({ path, form }) => calls.push(`${path.split('/').slice(-2).join('/')} ${form.ids?.split(',').length ?? ''}`.trim()),
    }),
  );
  const events = await programOver(sandbox.url, { EVENT_SERVICE_TIMEOUT_MS: '5000', LOG_LEVEL: 'silent', ...env });
  const badges = closedAfterwards(await startBadges({ attendeeIds }));
  const sdlOf = async (url: string) => {
    const headers = { authorization: `Bearer ${everyScopeKey}`, ...(routerSecret && { 'router-authorization': routerSecret }) };
    return (await postTo(url, { query: '{ service: _service { sdl } }' }, headers)).body.data!['service'].sdl as string;
  };
  const supergraphSdl = composers[composer]([
    { name: 'events', url: `${events.url}/graphql`, sdl: await sdlOf(`${events.url}/graphql`) },
    { name: 'badges', url: badges.url, sdl: badgesSdl },
  ]);
  const gateway = closedAfterwards(await startGateway({ supergraphSdl, ...(routerSecret && { routerSecret }) }));
  return {
    /** The address of Event Graph, without the gateway. */
    eventsUrl: events.url,
    /** The address of the gateway, without its path. */
    gatewayUrl: gateway.url.replace(/\/graphql$/, ''),
    /** The calls to the event service since the last operation began: the end of the path, and the number of ids. */
    calls: () => calls.toSorted(),
    /** Sends an operation to the gateway with the credential of a caller. */
    async run(query: string, key = everyScopeKey) {
      calls.length = 0;
      const { body } = await postTo(gateway.url, { query }, { authorization: `Bearer ${key}` });
      return { data: null, errors: [], extensions: {}, ...body } as GraphqlResponse;
    },
    async close() {
      for (const running of [gateway, badges, events, sandbox]) await running.close();
    },
  };
}
