// The load of the soak test: six operations, each time with other variables.
import { Pool } from 'undici';

const operations = [
  [
    'query Page($offset: Int) { activity { attendees(first: 50, offset: $offset) { nodes { id name mobile content } pageInfo { hasNextPage } } } }',
    (n) => ({ offset: n % 900 }),
  ],
  ['query ById($id: ID!) { attendee(by: { id: $id }) { name email } }', (n) => ({ id: String(1 + (n % 999)) })],
  ['query ByMobile($mobile: String!) { attendee(by: { mobile: $mobile }) { name points } }', (n) => ({ mobile: `1000${n}` })],
  ['{ activity { articles { total } tickets { name unitPrice } formFields { name } } }', () => ({})],
  [
    `mutation Add($key: String!) {
      addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [{ name: "A", mobile: "1" }], idempotencyKey: $key }) { registrations { attendeeId } userErrors { code } }
    }`,
    (n) => ({ key: `soak-registration-${n}` }),
  ],
  ['{ nonsense }', () => ({})],
];

/**
 * Sends operations over so many connections until a time.
 *
 * @param counts `sent`, `failed` (responses that are defects) and `outcomes` (by error code) are counted in it
 * @param ends when they end, by performance.now()
 */
export async function runCallers({ origin, key, connections, ends }, counts) {
  const pool = new Pool(origin, { connections });
  const bodyOf = (n) => {
    const [query, variables] = operations[n % operations.length];
    return JSON.stringify({ query, variables: variables(n) });
  };
  const caller = async () => {
    while (performance.now() < ends) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/graphql',
        body: bodyOf(counts.sent++),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      });
      const response = await body.json();
      const code = response.errors?.[0]?.extensions?.code ?? 'ok';
      counts.outcomes[code] = (counts.outcomes[code] ?? 0) + 1;
      if (statusCode >= 500 || code === 'INTERNAL_SERVER_ERROR') counts.failed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  await pool.close();
}
