/*
 * Our executor copies texts of replies into the response, while graphql-js reads the records of the same replies: random replies, with
 * values that need the slower ways, must give the same response.
 */

import fc from 'fast-check';
import { execute, GraphQLList, GraphQLObjectType, GraphQLSchema, isObjectType, parse, validate, type GraphQLNamedType } from 'graphql';
import { asSelf } from '../../../src/graph/access/enforce-access.js';
import { Audit } from '../../../src/graph/audit.js';
import { EventLoopTurn } from '../../../src/graph/execution/event-loop-turn.js';
import { lacksScopeOf } from '../../../src/graph/execution/plan.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { JsonBody } from '../../../src/json/json.js';
import { documentedScopes } from '../../../src/records/caller.js';
import { decodeEnvelope } from '../../../src/service/call.js';
import { listArticles, listAttendees, listGoods, listTickets, type Endpoint } from '../../../src/service/endpoints.js';
import { activityId } from '../../service/sampled-endpoints.js';
import { article, listedAttendee, ticket } from '../../service/samples.js';
import { codePoint } from '../../support/code-point.js';
import { createTextExecute } from '../../support/schemas.js';
import { queries } from './random-world.js';

/** Lists of records, with the fields that only read them. */
function schemaOfRecords(): GraphQLSchema {
  const types = createSubgraph({ maxPageSize: 100, authDirectives: true }).schema.getTypeMap();
  for (const type of Object.values(types)) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const fields = type.getFields();
    for (const field of Object.values(fields)) if (field.resolve && !lacksScopeOf(field)) delete fields[field.name];
  }
  const listOf = (type: GraphQLNamedType | undefined) => ({ type: new GraphQLList(type as GraphQLObjectType) });
  const fields = { attendees: listOf(types['Attendee']), articles: listOf(types['Article']), stock: listOf(types['ActivityStockItem']) };
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }), types: [types['TicketItem']!, types['Goods']!] });
}

/** Bytes as characters, because a text need not be valid UTF-8. */
const latin = (text: string) => Buffer.from(text).toString('latin1');
const textOf = (value: unknown) => latin(JSON.stringify(value));
const values = fc.oneof(
  fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: 'grapheme' }), fc.string()).map(textOf),
  fc.constantFrom(
    '""',
    '"0"',
    '"12"',
    '"\\ud83d"',
    '"\\u00e9"',
    '"a\\/b"',
    '"\\u0000"',
    '"\x7f"',
    '"A\xff"',
    '"\xed\xa0\xbd"',
    latin('"é"'),
  ),
  fc.constantFrom('0', '-0', '12', '-1', '1e3', '1.50', '110101199003078515', '1775001600000', '253402300800', '"1775001600"'),
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '{"x":1}', ''),
);

/** The members of the fields that every query selects. */
const selected = ['id', 'email', 'eamil', 'post_title', 'name'];

/** The list of a reply, and a text before it. Records that have the same members are scanned, if the reply is long. */
const repliesLike = (template: object) => {
  const members = Object.keys(template);
  const names = fc.oneof(fc.constantFrom(...members.filter((name) => selected.includes(name))), fc.constantFrom(...members));
  const record = fc.dictionary(names, values, { maxKeys: 3 });
  const before = fc.constantFrom('', latin('é'), latin('é\\n'), 'x'.repeat(5000), latin('é').repeat(2500), `${'x'.repeat(5000)}\xff`);
  return fc
    .tuple(fc.array(record, { maxLength: 3 }), fc.subarray(members, { maxLength: 2 }), fc.boolean(), before)
    .map(([records, absent, sameMembers, text]): Reply => {
      const lines = records.map((changes) =>
        Object.entries(template).flatMap(([name, usual]) => {
          const value = changes[name] ?? textOf(usual);
          return absent.includes(name) || (value === '' && !sameMembers) ? [] : `"${name}":${value || 'null'}`;
        }),
      );
      return [text, `[${lines.map((line) => `{${line.join(',')}}`).join(',')}]`];
    });
};
type Reply = readonly [before: string, list: string];

function decoded<Output>(endpoint: Endpoint<never, Output>, [before, list]: Reply): Output {
  const data = (endpoint as object) === listArticles ? `{"data":${list}}` : list;
  const body = new JsonBody(Buffer.from(`{"code":1,"before":"${before}","data":${data}}`, 'latin1'));
  return endpoint.decode(decodeEnvelope(endpoint.path, body), activityId, undefined as never);
}

/** `npm run test:differential` sets it to 3,000. */
const randomCases = Number(process.env['DIFFERENTIAL_CASES'] ?? 120);

test(
  'the texts of a random reply become the response that graphql-js makes of its records, whatever the caller may read',
  async () => {
    const schema = schemaOfRecords();
    const run = createTextExecute(schema, { maxResponseBytes: Infinity, turn: new EventLoopTurn(() => performance.now()) });
    const query = queries(
      schema,
      (select) =>
        `attendees { id email ${select('Attendee')} } articles { id title ${select('Article')} } stock { id name ${select('ActivityStockItem')} }`,
    );
    const attendees = repliesLike({ ...listedAttendee, eamil: 'ann@example.com' });
    const replies = fc.tuple(attendees, attendees, repliesLike(article), repliesLike(ticket), repliesLike(ticket));
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(query, replies, fc.subarray([...documentedScopes]), fc.boolean(), async (source, texts, scopes, own) => {
        const document = parse(source);
        if (validate(schema, document).length > 0) return;
        const people = [...decoded(listAttendees, texts[0]).items, ...decoded(listAttendees, texts[1]).items];
        const rootValue = {
          attendees: own ? people.map((attendee) => attendee && asSelf(attendee)) : people,
          articles: decoded(listArticles, texts[2]).items,
          stock: [...decoded(listTickets, texts[3]), ...decoded(listGoods, texts[4])],
        };
        const context = { caller: { name: 'me', scopes: new Set(scopes) }, audit: new Audit() };
        const ours = await run(source, { context, rootValue });
        const theirs = await execute({ schema, document, contextValue: context, rootValue });
        expect(ours.data!.value.toString('latin1')).toBe(textOf(theirs.data));
        expect(JSON.stringify(ours.errors)).toBe(JSON.stringify(theirs.errors));
        compared += 1;
      }),
      { numRuns: randomCases },
    );
    expect(compared).toBeGreaterThan(randomCases / 2);
  },
  60_000 + randomCases * 100,
);
