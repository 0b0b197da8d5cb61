import { checkedSections } from '../../src/doctor/check.js';
import type { Endpoint } from '../../src/endpoint/endpoint.js';
import { endpoints } from '../../src/endpoint/endpoints.js';
import { sampledEndpoints } from '../endpoint/sampled-endpoints.js';

const inputs = new Map(sampledEndpoints.map(({ endpoint, input }) => [endpoint, input]));
const isChecked = (endpoint: Endpoint<any, unknown>) => endpoint.auth === 'service' && endpoint.repeatable(inputs.get(endpoint));

test('the doctor checks every endpoint that reads with the signature', () => {
  const sections = Object.values(endpoints)
    .filter(isChecked)
    .map(({ section }) => section);
  expect(sections.toSorted()).toEqual([...checkedSections].toSorted());
});
