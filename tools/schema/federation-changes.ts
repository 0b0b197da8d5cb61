/* Which changes of federation's directives break composition, contracts or callers. graphql-js compares no directives of types and fields. */

import { Kind, parse, print, valueFromASTUntyped, type ConstDirectiveNode } from 'graphql';
import type { BreakingChange } from './report.js';

type Directives = readonly ConstDirectiveNode[];
/** The directives of types and fields, by `Attendee` and `Attendee.name`. */
type DirectivesByName = ReadonlyMap<string, Directives>;

/** Compares the directives of the types and fields that both graphs have, and the version of federation. */
export function federationChanges(before: string, after: string): readonly BreakingChange[] {
  const directivesAfter = directivesOf(after);
  const ofTypesAndFields = [...directivesOf(before)].flatMap(([name, old]) => {
    const current = directivesAfter.get(name);
    if (current === undefined) return [];
    return [
      ...changes(
        `${name} lost`,
        missing(['key', 'shareable'], old, current),
        'Subgraphs that refer to the type or share it do not compose.',
      ),
      ...changes(`${name} got`, missing(['oneOf'], current, old), 'Operations that send several of its members are refused.'),
      ...changes(`${name} lost`, missing(['tag'], old, current), 'Contracts that exclude the tag contain the field.'),
      ...changes(`${name} got`, missing(['tag'], current, old), 'Contracts that exclude the tag lose the field.'),
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

const changes = (subject: string, directives: readonly string[], effect: string): readonly BreakingChange[] =>
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
