/* Which changes of the graph break those who use it, and how they are reported. Graphs are compared by the SDL of `npm run schema`. */

import {
  BreakingChangeType,
  buildASTSchema,
  type ConstDirectiveNode,
  findBreakingChanges,
  findDangerousChanges,
  Kind,
  parse,
  print,
  valueFromASTUntyped,
} from 'graphql';

/** A change that breaks clients, gateways or other subgraphs. */
export interface BreakingChange {
  /** What changed. The sentence identifies the change in schema/breaking-changes.json. */
  readonly description: string;
  /** What it breaks. */
  readonly effect: string;
}

const refused = 'Operations that use it are refused.';
const otherValues = 'Clients receive or send values that their types do not allow, such as null.';
const required = 'Operations without it are refused.';

/** What the changes that graphql-js finds break, where it is not that operations are refused. */
const effects: Partial<Record<BreakingChangeType, string>> = {
  [BreakingChangeType.TYPE_CHANGED_KIND]: otherValues,
  [BreakingChangeType.FIELD_CHANGED_KIND]: otherValues,
  [BreakingChangeType.ARG_CHANGED_KIND]: otherValues,
  [BreakingChangeType.REQUIRED_ARG_ADDED]: required,
  [BreakingChangeType.REQUIRED_INPUT_FIELD_ADDED]: required,
};

/** Returns the changes that break clients by the types, or gateways and callers by the directives of federation. */
export function breakingChanges(before: string, after: string): readonly BreakingChange[] {
  const ofTypes = findBreakingChanges(schemaOf(before), schemaOf(after)).map(({ type, description }) => ({
    description,
    effect: effects[type] ?? refused,
  }));
  return [...ofTypes, ...federationChanges(before, after)];
}

/** Returns the changes that may surprise clients, such as a further enum value, as sentences. */
export function dangerousChanges(before: string, after: string): readonly string[] {
  return findDangerousChanges(schemaOf(before), schemaOf(after)).map(({ description }) => description);
}

// The SDL does not define the directives of federation.
const schemaOf = (sdl: string) => buildASTSchema(parse(sdl), { assumeValidSDL: true });

/* The directives of federation */

type Directives = readonly ConstDirectiveNode[];
/** The directives of types and fields, by `Attendee` and `Attendee.name`. */
type DirectivesByName = ReadonlyMap<string, Directives>;

/** Compares the directives of the types and fields that both graphs have, and the version of federation. */
function federationChanges(before: string, after: string): readonly BreakingChange[] {
  const directivesAfter = directivesOf(after);
  const ofTypesAndFields = [...directivesOf(before)].flatMap(([name, old]) => {
    const current = directivesAfter.get(name);
    if (current === undefined) return [];
    return [
      ...directiveChanges(
        `${name} lost`,
        missing(['key', 'shareable'], old, current),
        'Subgraphs that refer to the type or share it do not compose.',
      ),
      ...directiveChanges(`${name} got`, missing(['oneOf'], current, old), 'Operations that send several of its members are refused.'),
      ...directiveChanges(`${name} lost`, missing(['tag'], old, current), 'Contracts that exclude the tag contain the field.'),
      ...directiveChanges(`${name} got`, missing(['tag'], current, old), 'Contracts that exclude the tag lose the field.'),
      ...denials(name, alternatives(old), alternatives(current)),
    ];
  });
  return [...versionChanges(before, after), ...ofTypesAndFields];
}

function directivesOf(sdl: string): DirectivesByName {
  const all = new Map<string, Directives>();
  for (const type of parse(sdl).definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION && type.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) continue;
    all.set(type.name.value, type.directives!);
    for (const field of type.fields!) all.set(`${type.name.value}.${field.name.value}`, field.directives!);
  }
  return all;
}

/** Returns the directives of some kinds that `others` lacks. */
function missing(kinds: readonly string[], directives: Directives, others: Directives): readonly string[] {
  const present = new Set(others.map(print));
  return directives
    .filter(({ name }) => kinds.includes(name.value))
    .map(print)
    .filter((directive) => !present.has(directive));
}

const directiveChanges = (subject: string, directives: readonly string[], effect: string): readonly BreakingChange[] =>
  directives.map((directive) => ({ description: `${subject} ${directive}.`, effect }));

/** What opens a field: one of the alternatives, with all that it contains. */
type Alternatives = readonly (readonly string[])[];

const credential = 'a credential';

function alternatives(directives: Directives): Alternatives {
  const scopes = directives.find(({ name }) => name.value === 'requiresScopes')?.arguments?.[0]?.value;
  if (scopes) return (valueFromASTUntyped(scopes) as Alternatives).map((all) => [credential, ...all]);
  return directives.some(({ name }) => name.value === 'authenticated') ? [[credential]] : [[]];
}

/** A field is denied to some callers if one of its former alternatives no longer opens it. */
function denials(name: string, before: Alternatives, after: Alternatives): readonly BreakingChange[] {
  const opens = (held: readonly string[]) => after.some((needed) => needed.every((scope) => held.includes(scope)));
  if (before.every(opens)) return [];
  const description = `${name} requires ${inWords(after)} instead of ${inWords(before)}.`;
  return [{ description, effect: 'The field is denied to callers who could read it.' }];
}

const inWords = (all: Alternatives): string =>
  all.map((needed) => (needed.length > 1 ? needed.slice(1).join(' and ') : (needed[0] ?? 'nothing'))).join(' or ');

function versionChanges(before: string, after: string): readonly BreakingChange[] {
  const [old, current] = [before, after].map((sdl) => /specs\.apollo\.dev\/federation\/(v[\d.]+)/.exec(sdl)?.[1]);
  if (old === current) return [];
  const description = `The SDL links federation ${current} instead of ${old}.`;
  return [{ description, effect: 'Tools without support of that version do not compose it.' }];
}

/* The report */

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
