// Builds if the sources are newer than dist. npm start and npm run doctor begin with it.
import { existsSync, statSync } from 'node:fs';
import { build, compiler, inRoot, newestSource, stamp } from './build.mjs';

/** The path of the compiled program. It exists after this module has run, unless there is no compiler. */
export const program = inRoot('dist/main.js');

const sourcesAreHere = existsSync(inRoot('src')) && existsSync(compiler);
/** Node sets a time in seconds, as a floating-point number: half of all whole milliseconds become a microsecond less. */
const stampMs = () => Math.round(statSync(stamp).mtimeMs);
const isStale = () => !existsSync(program) || !existsSync(stamp) || stampMs() < Math.floor(newestSource());
if (sourcesAreHere && isStale()) await build();
