import { defaultFieldResolver } from 'graphql';
import type { FieldPlan } from './plan.js';
import { ResolveInfo, type Path } from './resolve-info.js';
import type { RunningOperation } from './running-operation.js';

/**
 * Resolves a field of an object: calls its resolver, or reads the property of its name.
 * @returns a value or a promise @throws what a resolver or a getter throws
 */
export function resolveField(operation: RunningOperation, plan: FieldPlan, source: unknown, parentPath: Path | undefined): unknown {
  const { field, lacksScope } = plan;
  if (field === null) return plan.parentType.name;
  const { resolve } = field;
  // With a scope check, the resolver does nothing but deny callers that lack the scope.
  const mayReadProperty = !resolve || (lacksScope !== null && !lacksScope(operation.context));
  if (!mayReadProperty) {
    return resolve(source, plan.readArguments(operation.variableValues), operation.context, new ResolveInfo(operation, plan, parentPath));
  }
  const value = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[field.name] : undefined;
  return typeof value === 'function' ? callProperty(operation, plan, source, parentPath) : value;
}

/** Calls a property that is a function, so that results equal those of graphql-js. No record of this program has one. */
function callProperty(operation: RunningOperation, plan: FieldPlan, source: unknown, parentPath: Path | undefined): unknown {
  const args = plan.readArguments(operation.variableValues);
  return defaultFieldResolver(source, args, operation.context, new ResolveInfo(operation, plan, parentPath));
}
