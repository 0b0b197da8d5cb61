/*
 * Jest loads every module again for each suite, in a context of the suite's own, and compiles its source each time: a sixth of the CPU time
 * of a run. Here a worker compiles a source once, and each suite runs the compiled script in its context: modules and globals remain
 * apart, only the bytecode is shared.
 */

import vm from 'node:vm';
import { disableAsyncStorages } from './async-storages.mjs';
import { ClosingEnvironment } from './closing-environment.mjs';

const { compileFunction } = vm;
/** By file name, the source as it was compiled last. */
const compiled = new Map();

vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext } = options ?? {};
  if (parsingContext === undefined) return compileFunction(source, parameters, options);
  if (compiled.get(filename)?.source !== source) compiled.set(filename, { source, script: scriptOf(source, parameters, filename) });
  return compiled.get(filename).script.runInContext(parsingContext);
};

/** A script whose value is the function that `compileFunction` returns. Jest passes the same parameters to every module. */
function scriptOf(source, parameters, filename) {
  const opening = `(function (${parameters.join(', ')}) {`;
  return new vm.Script(`${opening}${source}\n})`, { filename, columnOffset: -opening.length });
}

export default class extends ClosingEnvironment {
  constructor(...given) {
    super(...given);
    // As in production. Jest's 100 frames are mapped to the sources for every error whose stack is read, in most laws of errors.
    this.global.Error.stackTraceLimit = 10;
  }

  async teardown() {
    try {
      await super.teardown();
    } finally {
      disableAsyncStorages();
    }
  }
}
