/* The GraphQL types of records, made from their tables by the decorators of TypeGraphQL, called as functions. */

import type { GraphQLScalarType } from 'graphql';
import { Extensions, Field, ID, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { CheckInDevices } from '../../records/check-in.js';
import { fieldWriter, type DeclaredClass, type EnumOf, type GraphField, type GraphType, type ScalarName } from '../../records/record.js';
import * as records from '../../records/records.generated.js';
import { Access } from '../access/access.js';
import { withWriter } from '../execution/plan.js';
import { ArticleContentFormats } from './article.js';
import { DateScalar, DateTimeScalar, DecimalScalar, JsonScalar, LocalDateTimeScalar, LocalTimeScalar, SafeIntScalar } from './scalars.js';

/** The records that are types of the graph. */
const classes: readonly DeclaredClass[] = Object.values(records);

/** The enums of the records' fields, and of arguments, which no record has. */
const enums: ReadonlySet<EnumOf<string>> = new Set([
  ...classes.flatMap(({ declaration }) => Object.values(declaration.fields).flatMap(enumsIn)),
  CheckInDevices,
  ArticleContentFormats,
]);

function enumsIn({ graph }: { readonly graph: GraphField | null }): readonly EnumOf<string>[] {
  return typeof graph?.type === 'object' ? [graph.type] : [];
}

const scalars: Readonly<Record<ScalarName, GraphQLScalarType | StringConstructor | BooleanConstructor>> = {
  ID,
  Int,
  String,
  Boolean,
  Date: DateScalar,
  DateTime: DateTimeScalar,
  LocalDateTime: LocalDateTimeScalar,
  LocalTime: LocalTimeScalar,
  Decimal: DecimalScalar,
  JSON: JsonScalar,
  SafeInt: SafeIntScalar,
};

/** Declares the types of all records. It is called once: TypeGraphQL has one storage for the whole process. */
export function declareRecordTypes(): void {
  for (const declared of enums) {
    registerEnumType(declared.names, { name: declared.name, description: declared.description, valuesConfig: { ...declared.values } });
  }
  for (const declared of classes) declareType(declared);
}

function declareType(declared: DeclaredClass): void {
  const { name: typeName, description, isInterface, fields } = declared.declaration;
  const base = classes.find((other) => other.declaration.isInterface && other !== declared && declared.prototype instanceof other);
  for (const [name, field] of Object.entries(fields)) {
    if (field.graph === null) continue;
    declareField(declared, name, field.graph);
    const write = fieldWriter(field);
    if (write) Extensions(withWriter(write))(declared.prototype as object, name);
  }
  if (isInterface) {
    InterfaceType(typeName, { description })(declared);
    return;
  }
  ObjectType(typeName, { description, ...(base && { implements: base }) })(declared);
  Access(declared.declaration)(declared);
}

function declareField({ prototype }: DeclaredClass, name: string, { type, isList, isNullable, description, access }: GraphField): void {
  const returned = () => (isList ? [returnTypeOf(type)] : returnTypeOf(type));
  Field(returned, { description, nullable: isNullable })(prototype as object, name);
  Access(access)(prototype as object, name);
}

/** The type of a field as TypeGraphQL takes it. */
export function returnTypeOf(type: GraphType) {
  if (typeof type === 'string') return scalars[type];
  return typeof type === 'function' ? (type() as new () => object) : type.names;
}
