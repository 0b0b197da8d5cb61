/* `npm run demo:federation`: starts Event Graph, the subgraph of badges, and a gateway over both on this machine. */

import { readFileSync } from 'node:fs';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { runUntilSignal, startEventGraph } from '../demo.mjs';
import { sdl as badgesSdl, startBadges } from './badges.mjs';
import { startGateway } from './gateway.mjs';

const firstQuery =
  '{ badges(first: 3) { title attendee { name company review { state } } } activity { id badges(first: 1) { title attendee { name } } } }';

const eventGraph = await startEventGraph();
const badges = await startBadges();
const eventsSdl = readFileSync(new URL('../../schema/event-graph.graphql', import.meta.url), 'utf8');
const { supergraphSdl, errors } = composeServices([
  { name: 'events', url: eventGraph.url, typeDefs: parse(eventsSdl) },
  { name: 'badges', url: badges.url, typeDefs: parse(badgesSdl) },
]);
if (!supergraphSdl) throw new Error(errors.map(({ message }) => message).join('\n'));
const gateway = await startGateway({
  supergraphSdl,
  port: Number(process.env.PORT ?? 4200),
  routerSecret: process.env.ROUTER_SECRET,
  firstQuery,
});
runUntilSignal(gateway, 'The supergraph of Event Graph and badges', firstQuery, badges, eventGraph);
