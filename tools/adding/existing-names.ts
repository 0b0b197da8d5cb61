/* Whether the names and paths that steps declare are taken. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext, Script } from 'node:vm';
import { specifiedScalarTypes } from 'graphql';
import type { Step } from './steps.js';

interface Files {
  readonly textOf: (file: string) => string | null;
  readonly sources: () => readonly string[];
}

/**
 * The names of types that the schema, the specification, Relay, JavaScript or TypeScript have, in lower case: types that differ in case only
 * confuse.
 */
const typeNamesIn = (schema: string): ReadonlySet<string> =>
  new Set(
    [
      ...[...schema.matchAll(/^(?:type|interface|union|enum|input|scalar) (\w+)/gm)].map(([, name]) => name!),
      ...specifiedScalarTypes.map(({ name }) => name),
      'Node',
      ...(runInNewContext('Object.getOwnPropertyNames(globalThis)') as readonly string[]),
      ...typeScriptTypes(),
    ].map((name) => name.toLowerCase()),
  );

/** The types that every source has without an import, such as `Omit`: a record of this name would take their place. */
function typeScriptTypes(): readonly string[] {
  const packages = 'node_modules/@typescript';
  const libraries = readdirSync(packages)
    .map((name) => join(packages, name, 'lib'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => /[/\\]lib\.es\d[^/\\]*\.d\.ts$/.test(file));
  return libraries.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^(?:interface|type) (\w+)/gm)].map(([, name]) => name!));
}

/** Whether JavaScript has no variable of this name in a module: it is a reserved word. */
export function isReserved(name: string): boolean {
  try {
    return !new Script(`'use strict'; async () => { const ${name} = 0; };`);
  } catch {
    return true;
  }
}

/** The files with a row for each field of the roots, each setting and each error code. */
const registers = /\/(activity\.access|root-types\.access|settings|errors|ids|content-kind)\.ts$/;

/** Returns a sentence on the first name that is taken, or null if all are free. */
export function findTakenName(steps: readonly Step[], { textOf, sources }: Files): string | null {
  const created = steps.filter(({ position }) => position === 'new');
  const present = created.find(({ file }) => textOf(file) !== null);
  if (present) return `${present.file} exists.`;

  const declared = created.filter(({ file }) => file.startsWith('src/')).flatMap(({ file, code }) => declarationsIn(code, file));
  for (const file of sources()) {
    const there = declarationsIn(textOf(file)!, file);
    const name = declared.find((one) => there.some((other) => other === one));
    if (name !== undefined) return `${name.replace(/^.*:/, '')} exists in ${file}.`;
  }
  const paths = created.filter(({ file }) => file.startsWith('src/sandbox/')).flatMap(({ code }) => pathsIn(code));
  for (const file of sources()) {
    const path = file.startsWith('src/sandbox/') && paths.find((one) => pathsIn(textOf(file)!).includes(one));
    if (path) return `The sandbox has the path ${path} in ${file}.`;
  }
  const types = typeNamesIn(textOf('schema/event-graph.graphql') ?? '');
  const type = created.flatMap(({ code }) => graphqlTypesIn(code)).find((one) => types.has(one.toLowerCase()));
  if (type !== undefined) return `${type} is the name of a type of the graph, of GraphQL, JavaScript or TypeScript.`;
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

/** The paths of the endpoints that a file of the sandbox serves. */
const pathsIn = (text: string): readonly string[] => [...text.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path]) => path!);

const graphqlTypesIn = (text: string): readonly string[] => [...text.matchAll(/@(?:Object|Input)Type\('(\w+)'/g)].map(([, name]) => name!);
