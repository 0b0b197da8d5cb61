/* Whether the names that steps declare are taken. */

import { runInNewContext } from 'node:vm';
import { specifiedScalarTypes } from 'graphql';
import type { Step } from './steps.js';

interface Files {
  readonly textOf: (file: string) => string | null;
  readonly sources: () => readonly string[];
}

/** The names of types that the schema, the specification, Relay or JavaScript have, in lower case: types that differ in case only confuse. */
const typeNamesIn = (schema: string): ReadonlySet<string> =>
  new Set(
    [
      ...[...schema.matchAll(/^(?:type|interface|union|enum|input|scalar) (\w+)/gm)].map(([, name]) => name!),
      ...specifiedScalarTypes.map(({ name }) => name),
      'Node',
      ...(runInNewContext('Object.getOwnPropertyNames(globalThis)') as readonly string[]),
    ].map((name) => name.toLowerCase()),
  );

/** The files with a row for each field of the roots, each setting and each error code. */
const registers = /\/(activity\.access|root-types\.access|settings|errors|ids|content-kind)\.ts$/;

/** Returns a sentence on the first name that is taken, or null if all are free. */
export function isTaken(steps: readonly Step[], { textOf, sources }: Files): string | null {
  const created = steps.filter(({ position }) => position === 'new');
  const present = created.find(({ file }) => textOf(file) !== null);
  if (present) return `${present.file} exists.`;

  const declared = created.filter(({ file }) => file.startsWith('src/')).flatMap(({ file, code }) => declarationsIn(code, file));
  for (const file of sources()) {
    const there = declarationsIn(textOf(file)!, file);
    const name = declared.find((one) => there.some((other) => other === one));
    if (name !== undefined) return `${name.replace(/^.*:/, '')} exists in ${file}.`;
  }
  const types = typeNamesIn(textOf('schema/event-graph.graphql') ?? '');
  const type = created.flatMap(({ code }) => graphqlTypesIn(code)).find((one) => types.has(one.toLowerCase()));
  if (type !== undefined) return `${type} is the name of a type of the graph, of GraphQL or of JavaScript.`;
  for (const { file, code, position } of steps) {
    if (position === 'new' || !registers.test(file)) continue;
    const row = /^ *(?:\| )?'?[\w:-]+'?(?=:|$)/m.exec(code)?.[0];
    const lines = textOf(file)?.split('\n') ?? [];
    if (row !== undefined && lines.some((line) => line.startsWith(`${row}:`) || line === row))
      return `${row.replaceAll(/[|' ]/g, '')} exists in ${file}.`;
  }
  return null;
}

/** The names that a file exports, with its stage, because the endpoint and its handler in the sandbox have one name; and types of the graph. */
const declarationsIn = (text: string, file: string): readonly string[] => [
  ...[...text.matchAll(/^export (?:abstract )?(?:const|class|function|interface|type) (\w+)/gm)].map(
    ([, name]) => `${file.split('/')[1]!}:${name!}`,
  ),
  ...graphqlTypesIn(text).map((name) => `GraphQL:${name}`),
];

const graphqlTypesIn = (text: string): readonly string[] => [...text.matchAll(/@(?:Object|Input)Type\('(\w+)'/g)].map(([, name]) => name!);
