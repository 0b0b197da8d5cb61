/* The files that scripts of package.json generate. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the files whose text is not current. With --check it writes nothing, and the process fails if there is one.
 * @param {string} script the script of package.json that writes them
 * @param {Readonly<Record<string, string>>} textsByFile
 */
export function writeGeneratedFiles(script, textsByFile) {
  for (const [file, text] of Object.entries(textsByFile)) {
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
