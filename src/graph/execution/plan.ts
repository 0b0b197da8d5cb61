/* The types of the plan of an operation: its selection, as the executor follows it. plan-operation.ts makes it, execution.ts follows it. */

import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLAbstractType,
  GraphQLError,
  GraphQLField,
  GraphQLLeafType,
  GraphQLObjectType,
} from 'graphql';
import type { JsonWriter } from '../../primitives/json-writer.js';
import type { LacksScope } from '../executor-extensions.js';

/** How one field of a selection is resolved and completed: the same for all objects and all executions. */
export interface FieldPlan {
  /** The name of the field in the response: `wei` in `{ wei: attendee { name } }`. */
  readonly responseKey: string;
  readonly parentType: GraphQLObjectType;
  /** null for `__typename`, which is in no type's fields. */
  readonly field: GraphQLField<unknown, unknown> | null;
  readonly nodes: readonly FieldNode[];
  readonly readArguments: ReadArguments;
  /** Returns an error with the location of the field in the document. */
  readonly location: () => GraphQLError;
  readonly value: ValuePlan;
  /**
   * If it returns true, the resolver decides. If it returns false, the field is a plain property: the executor reads it itself, because a
   * call of a resolver takes several objects. null for every other field.
   */
  readonly lacksScope: LacksScope | null;
}

/**
 * Returns the arguments of a field, as its resolver receives them: `{ first: 5 }` for `attendees(first: $n)` with the variables `{ n: 5 }`.
 * @throws GraphQLError for a value that does not fit its type
 */
export type ReadArguments = (variables: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** How an object is completed. */
export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  /** The bytes that the names and the shortest values of its fields take in a response. */
  readonly bytes: number;
  /** The constructor of the object in the response. */
  readonly Result: new () => Record<string, unknown>;
  readonly writer: {
    /** Returns the generated function that writes objects of this plan. null if the executor has to complete them for this context */
    forContext(context: unknown): WriteObject | null;
  };
}

/**
 * Completes an object and writes it as JSON text: `{"id":"attendee:1001:7","name":"Wei"}` for the selection `{ id name }`.
 * @returns whether it has written it. If not, the executor completes the object; `out` may contain a part
 */
export type WriteObject = (source: object, out: JsonWriter) => boolean;

/** How a value of a type is completed. For `[String!]!`, for example, it is a list that is non-null, of leaves that are non-null. */
export type ValuePlan = { readonly nonNull: boolean } &
  /** `isText`: the type serializes a string to itself. */
  (
    | { readonly kind: 'leaf'; readonly type: GraphQLLeafType; readonly isText: boolean }
    | { readonly kind: 'list'; readonly item: ValuePlan }
    | { readonly kind: 'object'; readonly type: GraphQLObjectType; readonly plan: () => ObjectPlan }
    /** `planOf` takes the name of the object's type. It returns undefined for a type that is not one of the possible types. */
    | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType; readonly planOf: (typeName: string) => ObjectPlan | undefined }
  );

/** The plan of an operation. Selections are resolved when they are first needed. */
export interface OperationPlan {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly root: () => ObjectPlan;
  /** Whether other variables may select other fields. */
  readonly dependsOnVariables: boolean;
}

/**
 * Returns a constructor of plain objects. V8 learns for each constructor how many properties its objects get, and allocates
 * space for them at once. An object literal without properties gets space for four, and is moved each time it outgrows it.
 * @param setsPrototype whether a property is named `__proto__`: then the objects have no prototype, so that it is a property like others
 */
export function resultConstructor(setsPrototype: boolean): ObjectPlan['Result'] {
  const Result = function () {} as unknown as ObjectPlan['Result'];
  Result.prototype = setsPrototype ? (Object.create(null) as object) : Object.prototype;
  return Result;
}
