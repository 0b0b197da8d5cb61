/* The example operations: the files of schema/operations and examples/operations, and the operations in the documents. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOperationAST, parse } from 'graphql';
import { formAnswers } from '../../support/form-answers.js';
import type { Group, Step } from './case.js';

export interface Example {
  readonly name: string;
  readonly query: string;
  readonly variables?: unknown;
}

/** The variables of the documents' examples that require some. */
const variables: Readonly<Record<string, unknown>> = {
  'docs/clients.md 2': { name: 'Ada', mobile: '10000900001', fields: formAnswers },
};

/** The operations in the documents. Other blocks are schemas, or use types of the reader's own. */
function examplesOfDocuments(): readonly Example[] {
  const texts = [
    'README.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  return texts.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^```graphql\n(.*?)^```/gms)].flatMap(([, query], index) => {
      const name = `${path} ${index + 1}`;
      const isOperation = getOperationAST(parse(query!)) !== null && !query!.includes('hotels');
      return isOperation ? [{ name, query: query!, variables: variables[name] }] : [];
    }),
  );
}

/** The operations of a folder, with their variables. */
export function examplesIn(folder: string): readonly Example[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => {
      const given = join(folder, name.replace(/graphql$/, 'variables.json'));
      return {
        name,
        query: readFileSync(join(folder, name), 'utf8'),
        variables: existsSync(given) ? (JSON.parse(readFileSync(given, 'utf8')) as unknown) : undefined,
      };
    });
}

export const examples: readonly Example[] = [
  ...examplesIn('schema/operations'),
  ...examplesIn('examples/operations'),
  ...examplesOfDocuments(),
];

export const isSubscription = ({ query }: Pick<Example, 'query'>): boolean => /^subscription\b/m.test(query);

/** All scopes that the examples need. */
export const scopesOfExamples =
  'content:read content:meeting attendees:read attendees:pii attendees:write checkin:read sso:issue self:read operations:createOrder operations:order operations:repayOrder operations:authorisation';
export const examplesSettings = { OPERATIONS_FILE: 'examples/operations.json' };

const casesOf = (operation: RegExp): Record<string, Step> =>
  Object.fromEntries(
    examples
      .filter(({ query }) => operation.test(query))
      .map(({ name, query, variables: given }) => [name, { query, variables: given, scopes: scopesOfExamples }]),
  );

/** Subscriptions are in subscriptions.test.ts. */
export const queryExamples: Group = { title: 'examples of queries', env: examplesSettings, cases: casesOf(/^(query\b|\{)/m) };
export const mutationExamples: Group = {
  title: 'examples of mutations',
  env: examplesSettings,
  fresh: true,
  cases: casesOf(/^mutation\b/m),
};
