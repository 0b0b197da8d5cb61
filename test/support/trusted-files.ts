/** A manifest of Apollo with these operations by id. */
export const apolloManifest = (texts: Readonly<Record<string, string>>) => ({
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: Object.entries(texts).map(([id, body]) => ({ id, name: 'Any', type: 'query', body })),
});
