/* Lists in documents of what the code has: tools/docs/lists.ts writes them. */

import { inWords, lists, withLists } from '../../tools/docs/lists.js';
import { textOf } from './files.js';
import { withHint } from './hint.js';

test.each([...new Set(lists.map(({ file }) => file))])('the lists of %s are those of the code', (file) => {
  withHint('Run npm run docs.', () => expect(textOf(file)).toBe(withLists(file, textOf(file))));
});

test('a list gets what it lacks and loses what the code lacks, and the text around it stays', () => {
  const text = textOf('docs/federation.md');
  const stale = text.replace('`ScheduleItem`, ', '').replace('`Goods`.', '`Goods`, `Sponsor`.');
  expect(stale.length).not.toBe(text.length);
  expect(withLists('docs/federation.md', stale)).toBe(text);
});

test('a document without its list is refused', () => {
  expect(() => withLists('docs/clients.md', '# Clients')).toThrow('docs/clients.md lacks the list that tools/docs/lists.ts writes at');
});

test('prose has the words of an identifier, and no link is broken between lines', () => {
  expect(inWords('shuttleBuses')).toBe('shuttle buses');
  const file = 'docs/event-service-interface.md';
  expect(withLists(file, textOf(file))).not.toMatch(/\[[^\]]*\n[^\]]*\]\(#/);
});
