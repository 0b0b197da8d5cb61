import { getNamedType, isAbstractType, isObjectType, type GraphQLSchema } from 'graphql';
import { isPersonalScope } from '../../model/caller.js';
import { scopesOf } from './access-rows.js';
import { accessRowsOf, fieldAccess, objectAccess, peopleOf } from './schema-access.js';

/**
 * Checks what the access rows state about people. Data behind a scope for personal data must belong to a type that describes people, and
 * a type that relies on the audit entry of the field above it must be reachable through such fields only. Otherwise people
 * would be read without an audit entry.
 * @throws Error for the first type or field that contradicts this
 */
export function checkPeople(schema: GraphQLSchema): void {
  const rows = accessRowsOf(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const describesNoPerson = peopleOf(type.name, rows) === 'none';
    if (describesNoPerson && scopesOf(objectAccess(type.name, rows)).some(isPersonalScope)) throw undescribed(type.name);
    if (!describesNoPerson && peopleOf(type.name, rows) !== 'contained') continue;
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      const returned = getNamedType(field.type);
      const people = peopleOf(returned.name, rows);
      if (people === 'recorded above' && type !== schema.getMutationType()) throw unrecorded(coordinate, returned.name);
      const isPersonal = scopesOf(fieldAccess(type.name, field.name, rows)).some(isPersonalScope);
      if (describesNoPerson && isPersonal && people === 'none' && !isAbstractType(returned)) throw undescribed(coordinate);
    }
  }
}

const undescribed = (what: string) =>
  new Error(
    `${what} requires a scope for personal data, but its type describes no person. State in the member "people" of the access rows what identifies a person.`,
  );

const unrecorded = (coordinate: string, typeName: string) =>
  new Error(
    `${coordinate} returns ${typeName}, whose access rows state that the field above it is recorded in the audit. This field is not: state what identifies a person.`,
  );
