/* What the search for costly documents costs itself. Which documents it refuses, test/abuse and prepare.test.ts show. */

import { parse, visit } from 'graphql';
import { refuseCostlyDocument } from '../../../src/server/operations/costly-documents.js';

test('each selection is read a few times, however deeply fragments are nested', () => {
  const depth = 600;
  const document = parse(`{ ${'... { '.repeat(depth)} a ${'} '.repeat(depth)} }`);
  let reads = 0;
  visit(document, {
    SelectionSet(node) {
      const { selections } = node;
      Object.defineProperty(node, 'selections', {
        get: () => {
          reads += 1;
          return selections;
        },
      });
    },
  });
  refuseCostlyDocument(document, '', 2000);
  expect(reads).toBeLessThan(10 * depth);
});
