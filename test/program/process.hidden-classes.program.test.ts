/* The program reuses hidden classes (docs/decisions/0016-objects-have-a-fixed-shape.md). V8 logs each new one. */

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { post } from '../server/toy-server.js';
import { startChild } from '../support/child-program.js';
import { temporaryFile } from '../support/temporary-files.js';

const requests = 40;
/** The page of an app that sends them. */
const origin = 'https://app.example';
const person = 'id name mobile email';

/** The bodies of requests, which differ so that none gets the result of another. */
const operations: Readonly<Record<string, (number: number) => object>> = {
  'one attendee by id': (number) => ({
    query: `query one($id: ID!) { attendee(by: { id: $id }) { ${person} } }`,
    variables: { id: `attendee:1001:${number}` },
  }),
  'a page of attendees': (number) => ({
    query: `query page($offset: Int!) { activity { attendees(first: 5, offset: $offset) { nodes { ${person} } } } }`,
    variables: { offset: number },
  }),
  entities: (number) => ({
    query: `query entities($r: [_Any!]!) { _entities(representations: $r) { ... on Attendee { ${person} } } }`,
    variables: {
      r: [number, number + 1].map((id) => ({ __typename: 'Attendee', id: `attendee:1001:${id}` })),
    },
  }),
  content: (number) => ({
    query: `query day($date: Date!) { activity { schedule(from: $date, to: $date) { days { items { title } } } } }`,
    variables: { date: new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10) },
  }),
  'a registration that is only checked': (number) => ({
    query: `mutation check($input: AddAttendeesInput!) { addAttendees(input: $input) { userErrors { code } } }`,
    variables: { input: { validateOnly: true, contact: { name: 'Contact', mobile: `1380013${number}` }, attendees: [] } },
  }),
};

/** Sends pairs of equal requests at the same time: the second one of a pair shares the execution of the first. */
async function send(bodyOf: (number: number) => object): Promise<void> {
  for (let number = 1; number <= requests; number += 1) {
    const responses = await Promise.all([0, 1].map(() => post({ url }, bodyOf(number), { origin })));
    for (const { text } of responses) expect(text).not.toContain('"errors"');
  }
}

const logFile = temporaryFile('v8.log');
let url: string;
beforeAll(async () => {
  // With the details of every class, the log of the start alone is 100 MB.
  const nodeOptions = ['--log-maps', '--no-log-maps-details', '--no-logfile-per-isolate', `--logfile=${logFile}`];
  ({ url } = await startChild({ AUTH_DISABLED: 'true', CORS_ORIGINS: origin }, { nodeOptions }));
});

test.each(Object.keys(operations))('no line of code creates a hidden class for each request for %s', async (name) => {
  // V8 flushes each line, so the file is complete.
  const before = statSync(logFile).size;
  await send(operations[name]!);
  const places = repeated(textFrom(before));
  expect(places.filter((place) => !ofOthers.some((part) => place.includes(part)))).toEqual([]);
});

/** The log from a position on. */
function textFrom(position: number): string {
  const log = openSync(logFile, 'r');
  const added = Buffer.alloc(fstatSync(log).size - position);
  readSync(log, added, 0, added.length, position);
  closeSync(log);
  return added.toString('latin1');
}

/** What Node adds to objects that read a form of the sandbox. */
const ofOthers = ['symbol("kType"', 'symbol("kState"', 'symbol("nodejs.webstream.'];

/** Returns the places that create hidden classes again and again, with the names of the properties that are added there. */
function repeated(log: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of log.split('\n')) {
    // map,Transition,<time>,<from>,<to>,<code>,<line>,<column>,<reason>,<property>. Node causes other events at each collection.
    const [kind, event, , , , , row, column, reason, property] = line.split(',');
    if (kind !== 'map' || event !== 'Transition') continue;
    const place = `a transition at line ${row}, column ${column}: ${reason} ${property}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= requests / 2).map(([place, count]) => `${count} times ${place}`);
}
