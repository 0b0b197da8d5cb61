/* The graph over the sandbox, which counts and lists the calls it receives. */

import type { SchemaOptions } from '../../src/graph/schema/schema.js';
import { noOperationsFile } from '../../src/records/operations-file.js';
import type { HandledRequest } from '../../src/sandbox/http.js';
import { sandboxNotFoundPattern, startSandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from './afterwards.js';
import { graphOver, type GraphUnderTest } from './graph.js';

/** The day that the event of the tests takes place around: its first day is 2026-05-15. */
export const sandboxDay = Date.UTC(2026, 4, 16);

export type CountedSandbox = Awaited<ReturnType<typeof countedSandbox>>;

/** Starts a sandbox that counts its calls, and a graph over it. */
export async function countedSandbox({
  knowsNotFound = false,
  env = {} as Record<string, string>,
  schema = {} as Partial<SchemaOptions>,
  operations = noOperationsFile,
} = {}) {
  const hits: HandledRequest[] = [];
  const sandbox = closedAfterwards(await startSandbox({ today: sandboxDay, onRequest: (request) => hits.push(request) }));
  const notFoundPattern = knowsNotFound ? new RegExp(sandboxNotFoundPattern) : null;
  const graph = await graphOver(sandbox.url, { env, schema, operations, notFoundPattern });
  const counts = () => {
    const byPath: Record<string, number> = {};
    for (const { path } of hits) {
      const end = path.split('/').slice(-2).join('/');
      byPath[end] = (byPath[end] ?? 0) + 1;
    }
    return byPath;
  };
  return {
    graph,
    /** All requests to the service since the last reset, in order. */
    hits,
    /** The number of calls to each endpoint since the last reset, by the end of its path. */
    counts,
    reset: () => void (hits.length = 0),
    /** @throws the first error outside the closed list, if an operation caused one */
    assertNoDefects: () => {
      if (graph.defects.length > 0) throw graph.defects[0];
    },
    /** Runs one operation. Returns its response, and the number of calls to each endpoint. */
    async cost(...operation: Parameters<GraphUnderTest['run']>) {
      hits.length = 0;
      const response = await graph.run(...operation);
      return { ...response, calls: counts() };
    },
    async close() {
      await graph.close();
      await sandbox.close();
    },
  };
}
