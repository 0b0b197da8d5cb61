/* `Query._entities`, by which a gateway reads records of this subgraph. Its calls to the service: test/calls. */

import { listedAttendee, ticket } from '../../service/samples.js';
import { fakeService, type Scripts } from '../../support/fake-service.js';
import { gate } from '../../support/gate.js';
import { graphOver } from '../../support/graph.js';

/** A graph over a service that has the attendees 1 and 2 and a ticket, and responds to some paths otherwise. */
async function graphWith(changes: Scripts) {
  const service = await fakeService({
    '/api/participant/getList': ({ form }) => {
      const asked = form['ids']?.split(',').map(Number) ?? [1, 2];
      return { code: 1, data: [1, 2].filter((id) => asked.includes(id)).map((id) => ({ ...listedAttendee, id })), total: 2 };
    },
    '/api/ticket/data': { code: 1, data: [ticket] },
    ...changes,
  });
  return { graph: await graphOver(service.url, { env: { EVENT_SERVICE_RETRIES: '0' } }) };
}

test('a missing, malformed, foreign or failing reference affects only its own position', async () => {
  const { graph } = await graphWith({ '/api/goods/data': (_hit, response) => void response.writeHead(502).end() });
  const representations = [
    { __typename: 'Attendee', id: 'attendee:1001:1' },
    { __typename: 'Attendee', id: 'attendee:1001:999' },
    { __typename: 'Attendee', id: 'attendee:9999:1' },
    { __typename: 'Attendee', id: 'nonsense' },
    { __typename: 'Visitor', id: '1' },
    { __typename: 'Goods', id: 'goods:1001:501' },
    { __typename: 'Activity', id: '1002' },
    { __typename: 'Activity', id: '7' },
    { __typename: 'Attendee', id: { toString: 1 } },
    { __typename: 'TicketItem', id: 'ticketItem:1001:401' },
  ];
  const query =
    'query ($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Attendee { name } ... on Activity { id } ... on Goods { name } ... on TicketItem { name } } }';
  const { data, errors } = await graph.run(query, { r: representations });
  expect(data['_entities']).toEqual([
    { __typename: 'Attendee', name: '王伟' },
    null,
    null,
    null,
    null,
    null,
    { __typename: 'Activity', id: '1002' },
    null,
    null,
    { __typename: 'TicketItem', name: 'Day Pass' },
  ]);
  expect(
    errors.map(({ path, extensions }) => [path![1], extensions['code']]).toSorted(([one], [other]) => Number(one) - Number(other)),
  ).toEqual([
    [3, 'BAD_USER_INPUT'],
    [4, 'BAD_USER_INPUT'],
    [5, 'UPSTREAM_UNAVAILABLE'],
    [8, 'BAD_USER_INPUT'],
  ]);
  expect(graph.defects).toEqual([]);
});

test('a reference that fails while attendees are being read affects only its own position', async () => {
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  const { graph } = await graphWith({
    '/api/goods/data': (_hit, response) => void response.writeHead(502).end(),
    '/api/participant/getList': async () => {
      // Shares the read of goods that is in progress, and ends after it has failed.
      await graph.run('{ activity { goods { id } } }');
      return { code: 1, data: [{ ...listedAttendee, id: 1 }], total: 1 };
    },
  });
  const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Goods { name } ... on Attendee { name } } }';
  const { data, errors } = await graph.run(query, {
    r: [
      { __typename: 'Goods', id: 'goods:1001:501' },
      { __typename: 'Attendee', id: 'attendee:1001:1' },
    ],
  });
  process.off('unhandledRejection', unhandled);
  expect(data['_entities']).toEqual([null, { name: '王伟' }]);
  expect(errors.map(({ path, extensions }) => [path![1], extensions['code']])).toEqual([[0, 'UPSTREAM_UNAVAILABLE']]);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a reference of another kind does not wait for the attendees beside it', async () => {
  const asked = gate();
  const { graph } = await graphWith({
    '/api/ticket/data': () => (asked.open(), { code: 1, data: [ticket] }),
    // The attendees come when the tickets were asked for, and never where the tickets wait for them.
    '/api/participant/getList': () => asked.opened.then(() => ({ code: 1, data: [{ ...listedAttendee, id: 1 }], total: 1 })),
  });
  const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Attendee { name } ... on Activity { tickets { name } } } }';
  const { data, errors } = await graph.run(query, {
    r: [
      { __typename: 'Attendee', id: 'attendee:1001:1' },
      { __typename: 'Activity', id: '1001' },
    ],
  });
  expect(errors).toEqual([]);
  expect(data['_entities']).toEqual([{ name: '王伟' }, { tickets: [{ name: 'Day Pass' }] }]);
});
