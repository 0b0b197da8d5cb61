import { getNamedType, isAbstractType, isObjectType, type GraphQLSchema } from 'graphql';
import { isPersonalScope } from '../../records/caller.js';
import { entityTypeNames } from '../entity-types.js';
import { scopesOf, type AccessRows } from './access.js';
import { accessRowsOf, containedIn, fieldAccess, objectAccess, peopleOf } from './schema-access.js';

/**
 * Checks what the access rows state about people. Data behind a scope for personal data must belong to a type that describes people. A
 * type that is covered by the audit entry of its parent must be reachable through such fields only. Otherwise people
 * would be read without an audit entry, or with a wrong number.
 * @throws Error for the first type or field that contradicts this
 */
export function assertPeople(schema: GraphQLSchema): void {
  const rows = accessRowsOf(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const describesNoPerson = peopleOf(type.name, rows) === 'none';
    if (describesNoPerson && scopesOf(objectAccess(type.name, rows)).some(isPersonalScope)) throw undescribed(type.name);
    if (!describesNoPerson && containedIn(type.name, rows) === null) continue;
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      const returned = getNamedType(field.type);
      const people = peopleOf(returned.name, rows);
      if (people === 'covered by parent' && type !== schema.getMutationType()) throw unrecorded(coordinate, returned.name);
      const isPersonal = scopesOf(fieldAccess(type.name, field.name, rows)).some(isPersonalScope);
      if (describesNoPerson && isPersonal && people === 'none' && !isAbstractType(returned)) throw undescribed(coordinate);
    }
  }
  assertCounts(schema, rows);
}

/**
 * Checks that the audit can count the people whom objects describe. Those in a container are the values of the field that its row names.
 * Among objects of several types they are distinguished by the kind of the record, which only entities have.
 */
function assertCounts(schema: GraphQLSchema, rows: AccessRows): void {
  const types = Object.values(schema.getTypeMap());
  for (const type of types) {
    const people = peopleOf(type.name, rows);
    if (typeof people !== 'object' || !isObjectType(type)) continue;
    const isAlternative = types.some((other) => isAbstractType(other) && schema.isSubType(other, type));
    if ('identifiedBy' in people) {
      if (isAlternative && !entityTypeNames.some((name) => name === type.name)) throw indistinct(type.name);
      continue;
    }
    const field = type.getFields()[people.containedIn];
    const contained = field && peopleOf(getNamedType(field.type).name, rows);
    if (typeof contained !== 'object' || !('identifiedBy' in contained) || field?.resolve || isAlternative)
      throw uncounted(type.name, people.containedIn);
  }
}

const undescribed = (what: string) =>
  new Error(
    `${what} requires a scope for personal data, but its type describes no person. State in the member "people" of the access rows what identifies a person.`,
  );

const unrecorded = (coordinate: string, typeName: string) =>
  new Error(
    `${coordinate} returns ${typeName}, whose access rows state that the audit entry of its parent covers it. This field has none: state what identifies a person.`,
  );

const uncounted = (typeName: string, container: string) =>
  new Error(
    `The access rows of ${typeName} state that it contains people in ${container}. The audit counts them only if this field has no resolver and returns objects that describe people, and if no interface or union has the type.`,
  );

const indistinct = (typeName: string) =>
  new Error(
    `${typeName} describes people and belongs to an interface or a union, in which the audit finds people by the kind of their record. Make it an entity by a row of lookups in src/records/ids.ts, or return it by a field of its own type.`,
  );
