/* Callers whose operations run at the same moment share reads in flight. None sees what only another may see. */

import fc from 'fast-check';
import type { Caller, Scope } from '../../../src/records/caller.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox({ knowsNotFound: true })));
afterEach(() => sandbox.assertNoDefects());

const person = (mobile: string, ...scopes: Scope[]) => ({
  name: mobile,
  scopes: new Set(scopes),
  attendee: { kind: 'mobile', value: mobile, mobile } as const,
});
const callers: readonly Caller[] = [
  person('10000700001', 'self:read'),
  person('10000700002', 'self:read', 'attendees:read'),
  { name: 'none', scopes: new Set() },
  { name: 'first', scopes: new Set<Scope>(['content:read', 'attendees:read']), activities: new Set([1001 as ActivityId]) },
  { name: 'second', scopes: new Set<Scope>(['attendees:pii', 'attendees:read']), activities: new Set([1002 as ActivityId]) },
];

const record = '{ id name mobile wechat { nickname } points activity { id } }';
const selections = [
  `viewer ${record}`,
  `attendee(by: { mobile: "10000700001" }) ${record}`,
  `attendee(by: { id: "700001" }) ${record}`,
  `attendees(first: 2) { nodes ${record} }`,
  'tickets { id name }',
  `viewer { activity { viewer ${record} attendee(by: { id: "700001" }) ${record} } }`,
];
const field = fc
  .tuple(fc.constantFrom('', '(id: "1001")', '(id: "1002")'), fc.constantFrom(...selections))
  .map(([args, selection]) => `activity${args} { ${selection} }`);
const query = fc
  .array(field, { minLength: 1, maxLength: 3 })
  .map((fields) => `{ ${fields.map((text, index) => `a${index}: ${text}`).join(' ')} }`);

test('operations that run together return to each caller what they return to it alone', async () => {
  const run = async (text: string, caller: Caller) => {
    const { data, errors } = await sandbox.graph.run(text, {}, { caller });
    return {
      data,
      errors: errors
        .map(({ path, extensions }) => `${path!.join('.')} ${extensions['code']}`)
        .toSorted((one, other) => (one < other ? -1 : 1)),
    };
  };
  const operation = fc.tuple(query, fc.constantFrom(...callers));
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 2, maxLength: 5 }), async (operations) => {
      const together = await Promise.all(operations.map(([text, caller]) => run(text, caller)));
      for (const [index, [text, caller]] of operations.entries()) expect(together[index]).toEqual(await run(text, caller));
      for (const [index, [, { name }]] of operations.entries()) {
        const shown = JSON.stringify(together[index]!.data);
        if (name !== '10000700001') expect(shown).not.toContain('10000700001');
        if (name === 'none') expect(shown).not.toMatch(/attendee:|ticketItem:/);
        if (name === 'second') expect(shown).not.toMatch(/:1001:|"1001"/);
        if (name === 'first') expect(shown).not.toMatch(/:1002:|"1002"/);
      }
    }),
    { numRuns: 30 },
  );
});
