/* What `npm run schema` and `npm run check` report of breaking changes: those that schema/breaking-changes.json does not accept. */

/** A change that breaks clients, gateways or other subgraphs. */
export interface BreakingChange {
  /** What changed. The sentence identifies the change in schema/breaking-changes.json. */
  readonly description: string;
  /** What it breaks. */
  readonly effect: string;
}

/** The content of schema/breaking-changes.json: what clients do instead, by the description of the change. */
export type AcceptedChanges = Readonly<Record<string, string>>;

/** Returns what is wrong and what to do about it, as lines; none if every change is accepted. */
export function report(changes: readonly BreakingChange[], accepted: AcceptedChanges): readonly string[] {
  const unaccepted = changes.filter(({ description }) => !Object.hasOwn(accepted, description));
  const found = new Set(changes.map(({ description }) => description));
  const superfluous = Object.keys(accepted).filter((description) => !found.has(description));
  const unexplained = Object.keys(accepted).filter((description) => accepted[description]!.trim() === '');
  return [
    ...(unaccepted.length > 0 ? refusal(unaccepted) : []),
    ...superfluous.map(
      (description) => `schema/breaking-changes.json accepts a change that the graph does not have; remove it: ${description}`,
    ),
    ...unexplained.map((description) => `schema/breaking-changes.json does not state what clients do instead: ${description}`),
  ];
}

function refusal(changes: readonly BreakingChange[]): readonly string[] {
  return [
    'The graph breaks what others use, compared with the last release (schema/baseline.graphql):',
    '',
    ...changes.map(({ description, effect }) => `  ${description} ${effect}`),
    '',
    'Undo this, or deprecate first: CONTRIBUTING.md.',
    'If it is intended, add it to schema/breaking-changes.json with what clients do instead, and to CHANGELOG.md:',
    '',
    JSON.stringify(Object.fromEntries(changes.map(({ description }) => [description, ''])), null, 2),
  ];
}
