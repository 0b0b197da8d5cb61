/* `npm run demo:stitching`: starts Event Graph, and a gateway that stitches it with a local schema, on this machine. */

import { readFileSync } from 'node:fs';
import { runUntilSignal, startEventGraph } from '../demo.mjs';
import { startGateway } from './gateway.mjs';

const firstQuery =
  '{ badges(first: 3) { title attendee { name company } } activity { id attendees(first: 2) { nodes { name badge { title } } } } }';

const eventGraph = await startEventGraph();
const eventsSdl = readFileSync(new URL('../../schema/event-graph.stitching.graphql', import.meta.url), 'utf8');
const gateway = await startGateway({ eventsUrl: eventGraph.url, eventsSdl, port: Number(process.env.PORT ?? 4300), firstQuery });
runUntilSignal(gateway, 'Event Graph, stitched with badges', firstQuery, eventGraph);
