/* What a worker of jest compiles, it keeps for its other suites. */

import vm from 'node:vm';

const { compileFunction } = vm;
/** By file name, the source as it was compiled last. */
const compiled = new Map();

/** Compiles the source of a module once for a worker. Jest compiles it for each suite that loads it. */
export function shareScripts() {
  vm.compileFunction = (source, parameters, options) => {
    const { filename, parsingContext } = options ?? {};
    if (parsingContext === undefined) return compileFunction(source, parameters, options);
    if (compiled.get(filename)?.source !== source) compiled.set(filename, { source, script: scriptOf(source, parameters, filename) });
    return compiled.get(filename).script.runInContext(parsingContext);
  };
}

/** A script whose value is the function that `compileFunction` returns. Jest passes the same parameters to every module. */
function scriptOf(source, parameters, filename) {
  const opening = `(function (${parameters.join(', ')}) {`;
  return new vm.Script(`${opening}${source}\n})`, { filename, columnOffset: -opening.length });
}
