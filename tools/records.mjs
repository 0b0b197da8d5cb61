// Writes src/records/records.generated.ts from the classes of src/records. With --check it writes nothing, and fails if the file is stale.
import { readdirSync, readFileSync } from 'node:fs';
import { writeGeneratedFiles } from './generated-files.mjs';

const folder = 'src/records';
/** A record of the graph. */
const declared = /^export (?:abstract )?class (\w+) extends (?:entity|recordClass|shape|interfaceOf|implementing)\(/gm;

const exported = readdirSync(folder)
  .toSorted()
  .flatMap((name) => {
    const classes = Array.from(readFileSync(`${folder}/${name}`, 'utf8').matchAll(declared), ([, each]) => each).toSorted((a, b) =>
      a < b ? -1 : 1,
    );
    return classes.length === 0 ? [] : [`export { ${classes.join(', ')} } from './${name.replace('.ts', '.js')}';\n`];
  });
const text = `/*
 * The records: each is a type of the graph and, for users of the REST client, a type of TypeScript. Written by npm run schema from the
 * classes of this folder.
 */

${exported.join('')}`;

await writeGeneratedFiles('schema', () => ({ [`${folder}/records.generated.ts`]: text }));
