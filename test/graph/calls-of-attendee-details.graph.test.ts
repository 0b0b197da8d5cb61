/* The calls of what only get-one has (§4.4): three fields, and form answers that the list truncates. */

import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const LIST = 'participant/getList';
const ONE = 'participant/get';

test.each(['companyTaxId', 'otherChannel', 'points', 'companyTaxId otherChannel points', 'points content'])(
  '%s of a page of 7 attendees costs 7 calls more',
  async (fields) => {
    const { calls, errors } = await sandbox.cost(
      `{ activity { attendees(first: 7) { nodes { name ${fields} } edges { node { ${fields} } } } } }`,
    );
    expect({ calls, errors }).toEqual({ calls: { [LIST]: 1, [ONE]: 7 }, errors: [] });
  },
);

test('five attendees by id with a get-one field cost five get-ones and no list', async () => {
  const query = `
    query ($representations: [_Any!]!) {
      _entities(representations: $representations) { ... on Attendee { name points content } }
    }
  `;
  const representations = [1, 2, 3, 4, 5].map((n) => ({ __typename: 'Attendee', id: `attendee:1001:70000${n}` }));
  const { data, calls, errors } = await sandbox.cost(query, { representations });
  expect({ calls, errors }).toEqual({ calls: { [ONE]: 5 }, errors: [] });
  expect(data['_entities'][0]).toMatchObject({ name: '王伟', points: '128.50' });
});

test('an attendee whose get-one fields are selected twice costs one get-one', async () => {
  const { calls } = await sandbox.cost(
    '{ a: attendee(by: { id: "700001" }) { points } b: attendeesByIds(ids: ["700001", "700001"]) { companyTaxId } }',
  );
  expect(calls).toEqual({ [ONE]: 1 });
});

test('a missing attendee is an error with the message of the service', async () => {
  const { data, errors, calls } = await sandbox.cost('{ attendee(by: { id: "1" }) { points } }');
  expect({ data, calls }).toEqual({ data: { attendee: null }, calls: { [ONE]: 1 } });
  expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_REJECTED']);
});

test('a missing attendee is null if the pattern for the message of the service is configured', async () => {
  const knowing = await countedSandbox({ knowsNotFound: true });
  const { data, errors, calls } = await knowing.cost(
    '{ a: attendee(by: { id: "1" }) { points } b: attendee(by: { mobile: "1" }) { name } c: attendee(by: { id: "700001" }) { points } }',
  );
  await knowing.close();
  expect({ data, errors, calls }).toEqual({ data: { a: null, b: null, c: { points: '128.50' } }, errors: [], calls: { [ONE]: 3 } });
});

test('fields excluded by `@skip` cost nothing', async () => {
  const { calls } = await sandbox.cost(
    'query ($no: Boolean!) { attendee(by: { id: "700001" }) { name points @skip(if: $no) ... @skip(if: $no) { otherChannel } } }',
    { no: true },
  );
  expect(calls).toEqual({ [LIST]: 1 });
});

test.each([
  ['mobile', '10000700002'],
  ['email', 'wangwei@example.com'],
  ['openId', 'oSandbox-700001'],
])('an attendee by %s costs one get-one, which serves its get-one fields, content and custom fields too', async (name, value) => {
  const fields = 'name points companyTaxId otherChannel content customFields { name value }';
  const { data, errors, calls } = await sandbox.cost(`query ($by: AttendeeLookup!) { attendee(by: $by) { ${fields} } }`, {
    by: { [name]: value },
  });
  expect({ errors, calls }).toEqual({ errors: [], calls: { [ONE]: 1, 'activity/getFields': 1 } });
  expect(data.attendee.content).not.toBeNull();
});

const content = (id: number) => sandbox.cost(`{ attendee(by: { id: "${id}" }) { content } }`);

test('the content of an attendee costs no further call if the text of the list decodes', async () => {
  const { data, calls } = await content(700001);
  expect(data.attendee.content.name1712900101).toBe('星河智能科技有限公司');
  expect(calls).toEqual({ [LIST]: 1 });
});

test('the content of an attendee is null without a further call if it is empty', async () => {
  expect(await content(700007)).toMatchObject({ data: { attendee: { content: null } }, errors: [], calls: { [LIST]: 1 } });
});

test('the content of an attendee costs one get-one if the list truncates it', async () => {
  const { data, errors, calls } = await content(701150);
  expect({ errors, calls }).toEqual({ errors: [], calls: { [LIST]: 1, [ONE]: 1 } });
  expect(data.attendee.content.name1712900101).toBe('Quiet River Studios');
});

test('the contents of a page cost one get-one for each that the list truncates, however many fields select it', async () => {
  const query = `
    {
      activity {
        attendees(first: 10, offset: 1145) {
          nodes {
            content
            points: content
            customFields { value }
            a: customField(name: "name1712900101") { value }
          }
        }
      }
    }
  `;
  const { errors, calls } = await sandbox.cost(query);
  expect({ errors, calls }).toEqual({ errors: [], calls: { [LIST]: 1, [ONE]: 1, 'activity/getFields': 1 } });
});

test('content with the form costs one read of the form fields for the activity', async () => {
  const { errors, calls } = await sandbox.cost(
    `
      {
        activity {
          formFields { name }
          attendees(first: 20) {
            nodes { customFields { name field { label } } customField(name: "x") { value } }
          }
        }
      }
    `,
  );
  expect({ errors, calls }).toEqual({ errors: [], calls: { [LIST]: 1, 'activity/getFields': 1 } });
});
