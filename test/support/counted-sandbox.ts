import { sandboxNotFoundPattern, startSandbox } from '../../src/sandbox/sandbox.js';
import { graphOver, type Answer, type GraphUnderTest } from './graph.js';

export interface SandboxHit {
  readonly path: string;
  readonly form: Record<string, string>;
  readonly query: Record<string, string>;
}

export interface CountedSandbox {
  readonly graph: GraphUnderTest;
  /** Every call that reached the service since the last reset, in order. */
  readonly hits: SandboxHit[];
  /** Runs one operation; gives its answer and how often it called each operation of the service, by the end of the path. */
  cost(...operation: Parameters<GraphUnderTest['run']>): Promise<Answer & { calls: Record<string, number> }>;
  /** How often each operation was called since the last reset. */
  counts(): Record<string, number>;
  reset(): void;
  /** @throws the first error outside the closed list that an operation brought about */
  assertNoDefects(): void;
  close(): Promise<void>;
}

/** The graph over a sandbox of its own that counts its calls. */
export async function countedSandbox({ knowsNotFound = false, env = {} as Record<string, string> } = {}): Promise<CountedSandbox> {
  const hits: SandboxHit[] = [];
  const sandbox = await startSandbox({ onRequest: ({ path, form, query }) => hits.push({ path, form, query }) });
  const graph = await graphOver(sandbox.url, { env, notFoundPattern: knowsNotFound ? new RegExp(sandboxNotFoundPattern) : null });
  const counts = () => {
    const byPath: Record<string, number> = {};
    for (const { path } of hits) byPath[path.split('/').slice(-2).join('/')] = (byPath[path.split('/').slice(-2).join('/')] ?? 0) + 1;
    return byPath;
  };
  return {
    graph,
    hits,
    counts,
    reset: () => void (hits.length = 0),
    assertNoDefects: () => {
      if (graph.defects.length > 0) throw graph.defects[0];
    },
    async cost(...operation) {
      hits.length = 0;
      const answer = await graph.run(...operation);
      return { ...answer, calls: counts() };
    },
    async close() {
      await graph.close();
      await sandbox.close();
    },
  };
}
