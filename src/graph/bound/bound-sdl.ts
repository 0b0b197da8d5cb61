import {
  payloadNameOf,
  type BoundParameter,
  type BoundType,
  type BoundTypeReference,
  type EndpointBinding,
  type OperationsFile,
} from '../../model/bound/endpoint-binding.js';

/** Returns the SDL that extends the graph by a file: its types, a payload for each write, and a field for each endpoint. */
export function boundSdl({ types, bindings }: OperationsFile): string {
  const reads = bindings.filter(({ on }) => on === 'Activity');
  const writes = bindings.filter(({ on }) => on === 'Mutation');
  return [...types.map(typeSdl), ...writes.map(payloadSdl), extensionSdl('Activity', reads), extensionSdl('Mutation', writes)].join('\n');
}

function typeSdl({ name, description, fields }: BoundType): string {
  const written = fields.map((field) => `${descriptionLiteral(field.description)} ${field.name}: ${notation(field.type)}`);
  return `${descriptionLiteral(description)} type ${name} {\n${written.join('\n')}\n}`;
}

function payloadSdl({ key, result }: EndpointBinding): string {
  const description = descriptionLiteral(`The outcome of ${key}.`);
  const ofResult = descriptionLiteral('Null if the event service rejected the request.');
  const ofErrors = descriptionLiteral('The problems with the input, or the rejection by the service.');
  return `${description} type ${payloadNameOf(key)} {\n${ofResult} result: ${notation(result)}\n${ofErrors} userErrors: [ActivityUserError!]!\n}`;
}

function extensionSdl(typeName: string, bindings: readonly EndpointBinding[]): string {
  if (bindings.length === 0) return '';
  return `extend type ${typeName} {\n${bindings.map(fieldSdl).join('\n')}\n}`;
}

function fieldSdl(binding: EndpointBinding): string {
  const { key, on, parameters, result, deprecated } = binding;
  const activity =
    on === 'Mutation'
      ? [`${descriptionLiteral('The id of the activity. Omitted: that of the other ids, or the default activity.')} activityId: ID`]
      : [];
  const args = [...activity, ...parameters.map(argumentSdl)];
  const type = on === 'Mutation' ? payloadNameOf(key) : notation(result);
  const description = descriptionLiteral(binding.description ?? `The operation ${key} of the event service, which the operator bound.`);
  const list = args.length > 0 ? `(${args.join(' ')})` : '';
  return `${description} ${key}${list}: ${type}${deprecated === null ? '' : ` @deprecated(reason: ${quote(deprecated)})`}`;
}

function argumentSdl({ name, type, defaultValue, description }: BoundParameter): string {
  // Parameters are scalars or lists of them, which are written alike in JSON and in GraphQL.
  const fallback = defaultValue === undefined ? '' : ` = ${JSON.stringify(defaultValue)}`;
  return `${descriptionLiteral(description)} ${name}: ${notation(type)}${fallback}`;
}

function notation({ name, nonNull, list }: BoundTypeReference): string {
  const single = list === null ? name : `[${name}${list.nonNullItems ? '!' : ''}]`;
  return nonNull ? `${single}!` : single;
}

const descriptionLiteral = (description: string | null): string => (description === null ? '' : quote(description));
/** Returns a string literal of GraphQL. A string literal of JSON is always a valid one. */
const quote = (text: string): string => JSON.stringify(text);
