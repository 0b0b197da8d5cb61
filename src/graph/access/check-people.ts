import { getNamedType, isAbstractType, isObjectType, type GraphQLSchema } from 'graphql';
import { isPersonalScope } from '../../model/caller.js';
import { scopesOf, type AccessRows } from './access-rows.js';
import { accessRowsOf, containedIn, fieldAccess, objectAccess, peopleOf } from './schema-access.js';

/**
 * Checks what the access rows state about people. Data behind a scope for personal data must belong to a type that describes people, and
 * a type that relies on the audit entry of the field above it must be reachable through such fields only. Otherwise people
 * would be read without an audit entry, or with a wrong number.
 * @throws Error for the first type or field that contradicts this
 */
export function checkPeople(schema: GraphQLSchema): void {
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
      if (people === 'recorded above' && type !== schema.getMutationType()) throw unrecorded(coordinate, returned.name);
      const isPersonal = scopesOf(fieldAccess(type.name, field.name, rows)).some(isPersonalScope);
      if (describesNoPerson && isPersonal && people === 'none' && !isAbstractType(returned)) throw undescribed(coordinate);
    }
  }
  checkContainers(schema, rows);
}

/** Checks that the audit can count the people whom objects contain: as values of the field that the row of their type names. */
function checkContainers(schema: GraphQLSchema, rows: AccessRows): void {
  const types = Object.values(schema.getTypeMap());
  for (const type of types) {
    const container = containedIn(type.name, rows);
    if (container === null || !isObjectType(type)) continue;
    const field = type.getFields()[container];
    const people = field && peopleOf(getNamedType(field.type).name, rows);
    const isAlternative = types.some((other) => isAbstractType(other) && schema.isSubType(other, type));
    if (typeof people !== 'object' || !('identifiedBy' in people) || field?.resolve || isAlternative) throw uncounted(type.name, container);
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

const uncounted = (typeName: string, container: string) =>
  new Error(
    `The access rows of ${typeName} state that it contains people in ${container}. The audit counts them only if this field has no resolver and returns objects that describe people, and if no interface or union has the type.`,
  );
