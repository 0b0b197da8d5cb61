import { GraphQLError, Kind, parse, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql';

/*
 * Documents within MAX_TOKENS whose validation would hold the event loop. They are refused before they are validated.
 */

/** For each error of up to a hundred GraphQL counts the lines of the text up to it. Tokens seldom have a line of their own. */
const linesPerToken = 5;
/** Fields of one name in one selection are compared with each other, each with each. */
const mostOfOneName = 100;

/** @throws GraphQLError */
export function refuseManyLines(text: string, maxTokens: number): void {
  const most = maxTokens * linesPerToken;
  const lineEnd = /\r\n|[\n\r]/g;
  for (let lines = 1; lineEnd.test(text); lines += 1) {
    if (lines === most)
      throw refused(`The document has more than ${most} lines: leave out blank lines and comments.`, 'GRAPHQL_PARSE_FAILED');
  }
}

/** @throws GraphQLError */
export function refuseRepeatedFields(document: DocumentNode): void {
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const unvisited: SelectionSetNode[] = document.definitions.flatMap((node) => ('selectionSet' in node ? [node.selectionSet] : []));
  // A fragment is looked through once, however often it is spread.
  const visited = new Set<SelectionSetNode>();
  for (let set = unvisited.pop(); set; set = unvisited.pop()) {
    if (visited.has(set)) continue;
    visited.add(set);
    unvisited.push(...nestedSets(set, fragments));
  }
}

/** Documents whose text was looked at already are not parsed for it again. */
export class CheckedDocuments {
  readonly #harmless = new Set<string>();
  #characters = 0;

  constructor(private readonly maxTokens: number) {}

  /** What is wrong with a document; null also for one that cannot be parsed, which is told of later. */
  fault(text: string): GraphQLError | null {
    if (text.length < shortest || this.#harmless.has(text)) return null;
    try {
      refuseManyLines(text, this.maxTokens);
      const document = namesOften(text) ? parsed(text, this.maxTokens) : null;
      if (document) refuseRepeatedFields(document);
      this.#remember(text);
      return null;
    } catch (error) {
      return error as GraphQLError;
    }
  }

  /** All are forgotten when they take too much memory. */
  #remember(text: string): void {
    if ((this.#characters += text.length) > mostRemembered) {
      this.#harmless.clear();
      this.#characters = text.length;
    }
    this.#harmless.add(text);
  }
}

const mostRemembered = 512 * 1024;

/** A shorter text has neither too many lines nor too many fields of one name. */
const shortest = 2 * mostOfOneName;

function nestedSets(set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): SelectionSetNode[] {
  const nested: SelectionSetNode[] = [];
  const counts = new Map<string, number>();
  const spread = new Set<string>();
  const sets = [set];
  for (let current = sets.pop(); current; current = sets.pop()) {
    for (const selection of current.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) sets.push(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment && !spread.has(selection.name.value)) sets.push(fragment.selectionSet);
        spread.add(selection.name.value);
      } else {
        const name = (selection.alias ?? selection.name).value;
        const count = (counts.get(name) ?? 0) + 1;
        if (count > mostOfOneName)
          throw refused(`A selection has the same field more than ${mostOfOneName} times.`, 'GRAPHQL_VALIDATION_FAILED');
        counts.set(name, count);
        if (selection.selectionSet) nested.push(selection.selectionSet);
      }
    }
  }
  return nested;
}

/** Whether any name is in the text so often that it may be a field's in one selection. */
function namesOften(text: string): boolean {
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(/[_A-Za-z]\w*/g)) {
    const count = (counts.get(name) ?? 0) + 1;
    if (count > mostOfOneName) return true;
    counts.set(name, count);
  }
  return false;
}

function parsed(text: string, maxLexicalTokens: number): DocumentNode | null {
  try {
    return parse(text, { maxLexicalTokens });
  } catch {
    return null;
  }
}

const refused = (message: string, code: string): GraphQLError => new GraphQLError(message, { extensions: { code } });
