import { buildSchema } from 'graphql';
import { enforceAccess } from '../../../src/graph/access/enforce-access.js';
import { setAccessRows } from '../../../src/graph/access/schema-access.js';
import { accessTable } from '../../../src/graph/types/access-table.js';

const oneField = (type: string, field: string) => buildSchema(`type Query { id: ID } type ${type} { ${field}: ID! }`);

test.each([
  ['a field without a row', oneField('Attendee', 'shoeSize'), 'Attendee.shoeSize has no access row'],
  ['a type without rows', oneField('Visitor', 'id'), 'The type Visitor has no access rows'],
  ['a field that must not be null although it requires a scope beyond its object', oneField('Attendee', 'mobile'), 'must be nullable'],
])('a schema with %s does not start', (_what, wrong, message) => {
  delete wrong.getQueryType()!.getFields()['id'];
  setAccessRows(wrong, accessTable);
  expect(() => enforceAccess(wrong)).toThrow(message);
});
