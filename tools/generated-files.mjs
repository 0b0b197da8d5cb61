/* The files that scripts of package.json generate. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the files whose text is not current. With --check it writes nothing, and the process fails if there is one. An error is reported
 * without a stack, because its message names what to change.
 * @param {string} script the script of package.json that writes them
 * @param {() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>} textsByFile
 */
export async function writeGeneratedFiles(script, textsByFile) {
  let texts;
  try {
    texts = await textsByFile();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  for (const [file, text] of Object.entries(texts)) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (process.argv.includes('--check')) {
      console.error(`${file} is stale: run \`npm run ${script}\` and commit it.`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, text);
      console.log(`wrote ${file}`);
    }
  }
}
