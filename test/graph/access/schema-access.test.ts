import { fieldAccess, objectAccess } from '../../../src/graph/access/schema-access.js';
import { accessTable } from '../../../src/graph/types/access-table.js';

test('a field or a type without an access row is an error, not readable', () => {
  expect(() => fieldAccess('Attendee', 'secret', accessTable)).toThrow('Attendee.secret has no access row');
  expect(() => fieldAccess('Visitor', 'id', accessTable)).toThrow('The type Visitor has no access rows');
  expect(() => objectAccess('Visitor', accessTable)).toThrow('The type Visitor has no access rows');
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('the name %s finds no access row by inheritance', (name) => {
  expect(() => objectAccess(name, accessTable)).toThrow('has no access rows');
  expect(() => fieldAccess(name, 'id', accessTable)).toThrow('has no access rows');
  expect(() => fieldAccess('Attendee', name, accessTable)).toThrow('has no access row');
});
