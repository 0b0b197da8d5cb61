// Writes src/records/records.generated.ts from the classes of src/records. With --check it writes nothing, and fails if the file is stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = 'src/records';
const file = `${folder}/records.generated.ts`;
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

if (readFileSync(file, 'utf8') !== text) {
  if (process.argv.includes('--check')) {
    console.error(`${file} is stale: run \`npm run schema\` and commit it.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}
