import {
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isNonNullType,
  Kind,
  print,
  type ASTVisitor,
  type ValidationContext,
} from 'graphql';

/**
 * A rule of validation: a variable that is a member of a `@oneOf` input object has a non-null type, because its null would be no member. The rule
 * VariablesInAllowedPosition of graphql-js 16 reports this too, but not where the input object itself is non-null, as in `by: AttendeeLookup!`.
 */
export function OneOfVariablesRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: {
      leave(operation) {
        const definitions = new Map(operation.variableDefinitions?.map((definition) => [definition.variable.name.value, definition]));
        for (const { node, parentType } of context.getRecursiveVariableUsages(operation)) {
          const definition = definitions.get(node.name.value);
          if (!definition || definition.type.kind === Kind.NON_NULL_TYPE || !isNonNullType(parentType)) continue;
          const parent = getNullableType(parentType);
          if (!isInputObjectType(parent) || !parent.isOneOf) continue;
          const message = `Variable "$${node.name.value}" is of type "${print(definition.type)}" but must be non-nullable to be used for OneOf Input Object "${parent.name}".`;
          context.reportError(new GraphQLError(message, { nodes: [definition, node] }));
        }
      },
    },
  };
}
