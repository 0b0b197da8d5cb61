import { ConfigError, type Config } from '../../config/config.js';
import { readOperationsFile } from '../../config/operations-file/operations-file.js';
import { extractDocumentedGraph } from '../../graph/schema/extract-documented-graph.js';
import { operationScopes } from '../../model/bound/bound-scopes.js';
import { noOperationsFile, type OperationsFile } from '../../model/bound/endpoint-binding.js';
import { documentedScopes, type Scope } from '../../records/caller.js';

/**
 * Reads the operations that OPERATIONS_FILE binds.
 * @param setting the name of the setting or command-line option, for errors
 * @throws ConfigError with all problems of the file, and with keys whose scope is of no operation
 */
export function loadOperationsFile(
  { operationsFile, auth }: Pick<Config, 'operationsFile'> & { readonly auth: Pick<Config['auth'], 'apiKeys'> },
  setting = 'OPERATIONS_FILE',
): OperationsFile {
  const { operations: file, problems } =
    operationsFile === null
      ? { operations: noOperationsFile, problems: [] }
      : readOperationsFile(operationsFile, extractDocumentedGraph(), setting);
  const source = setting.startsWith('--') ? 'options' : 'settings';
  if (file === null) throw new ConfigError(problems, {}, source);
  const unknown = keysWithoutOperation(auth.apiKeys, new Set([...documentedScopes, ...operationScopes(file.bindings)]));
  if (problems.length + unknown.length > 0) throw new ConfigError([...problems, ...unknown], {}, source);
  return file;
}

function keysWithoutOperation(keys: Config['auth']['apiKeys'], known: ReadonlySet<Scope>) {
  return keys.flatMap(({ name, scopes: granted }) =>
    [...granted]
      .filter((scope) => !known.has(scope))
      .map((scope) => ({
        setting: 'AUTH_API_KEYS',
        expected: `the key ${name} has the scope ${scope}, but OPERATIONS_FILE binds no operation that requires it`,
      })),
  );
}
