/* Lists in documents of what the code has: tools/docs/lists.ts writes them. */

import { inWords, lists, withLists } from '../../tools/docs/lists.js';
import { textOf } from './files.js';
import { withHint } from './hint.js';

test.each([...new Set(lists.map(({ file }) => file))])('the lists of %s are those of the code', (file) => {
  withHint('Run npm run docs.', () => expect(textOf(file)).toBe(withLists(file, textOf(file))));
});

test('a list gets what it lacks and loses what the code lacks, and the text around it stays', () => {
  const file = 'docs/federation.md';
  const text = textOf(file);
  const { at, items } = lists.find((list) => list.file === file)!;
  const [, listed] = at.exec(text)!;
  const [first, ...others] = items;
  for (const stale of [others, [...items, '`NoSuchType`'], [`${first!} \n`, '`NoSuchType`', ...others.slice(1)]])
    expect(
      withLists(
        file,
        text.replace(listed!, () => stale.join(', ')),
      ),
    ).toBe(text);
});

test('a document without its list is refused', () => {
  expect(() => withLists('docs/clients.md', '# Clients')).toThrow('docs/clients.md lacks the list that tools/docs/lists.ts writes at');
});

test('prose has the words of an identifier, and no link is broken between lines', () => {
  expect(inWords('shuttleBuses')).toBe('shuttle buses');
  const file = 'docs/event-service-interface.md';
  expect(withLists(file, textOf(file))).not.toMatch(/\[[^\]]*\n[^\]]*\]\(#/);
});
