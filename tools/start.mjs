// npm start: compiles the sources if they are newer than dist, then runs the program in this process, so that it receives npm's signals.
import { existsSync } from 'node:fs';
import { program } from './build-if-stale.mjs';

if (existsSync(program)) {
  await import(program);
} else {
  process.stderr.write(
    'The program is not compiled, and its compiler is not installed. Run "npm ci && npm run build" first; "npm ci --omit=dev" may follow.\n',
  );
  process.exitCode = 1;
}
