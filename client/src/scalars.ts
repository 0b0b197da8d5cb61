/** The types of the graph's scalars in JSON, for `config.scalars` of GraphQL Code Generator. */
export const scalars = {
  ID: 'string',
  Date: 'string',
  DateTime: 'string',
  LocalDateTime: 'string',
  LocalTime: 'string',
  Decimal: 'string',
  SafeInt: 'number',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
  // An argument of federation, which the schema of a running server has.
  _Any: 'unknown',
} as const;
