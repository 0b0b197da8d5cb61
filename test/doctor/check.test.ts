import { checkedSections } from '../../src/doctor/check.js';
import { endpoints } from '../../src/service/endpoints.js';

test('the doctor checks every endpoint that reads with the signature', () => {
  const sections = Object.values(endpoints)
    .filter(({ auth, repeatableBy }) => auth === 'service' && repeatableBy === 'transport')
    .map(({ section }) => section);
  expect(sections.toSorted()).toEqual([...checkedSections].toSorted());
});
