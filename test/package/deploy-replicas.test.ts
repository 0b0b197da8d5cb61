import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';

const folder = 'deploy/kubernetes-replicas';
const base = 'deploy/kubernetes';
const kinds = { HorizontalPodAutoscaler, NetworkPolicy, Service, StatefulSet } as const;
const manifestsIn = (path: string) => readdirSync(path).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
const manifest = (path: string, name: string) =>
  parse(readFileSync(join(path, name), 'utf8')) as { kind: string; metadata: { name: string } };

test.each(manifestsIn(folder))('deploy/kubernetes-replicas/%s is valid for the schema of its kind', (name) => {
  const object = manifest(folder, name);
  const Kind = kinds[object.kind as keyof typeof kinds] as new (data: unknown) => { validate(): void };
  expect(() => new Kind(object).validate()).not.toThrow();
});

test('the kustomization of replicas names every manifest', () => {
  const { resources } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as { resources: string[] };
  expect(resources.toSorted()).toEqual(['../kubernetes', ...manifestsIn(folder)].toSorted());
});

test('the kustomization of replicas changes members that exist', () => {
  const { patches } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as {
    patches: { target: { kind: string; name: string }; patch: string }[];
  };
  const objects = manifestsIn(base).map((name) => manifest(base, name));
  for (const { target, patch } of patches) {
    const changed = objects.find(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
    expect(changed).toBeDefined();
    const operations = parse(patch) as { op: string; path: string }[] | object;
    for (const { op, path } of Array.isArray(operations) ? (operations as { op: string; path: string }[]) : []) {
      const names = path.split('/').slice(1);
      const parents = op === 'add' ? names.slice(0, -1) : names;
      const member = parents.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], changed);
      expect({ path, isMissing: member === undefined }).toEqual({ path, isMissing: false });
    }
  }
});

/** The value that the kustomization of replicas gives to a member of an object of the base. */
function patched(kind: string, path: string): unknown {
  const { patches } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as {
    patches: { target: { kind: string }; patch: string }[];
  };
  const operations = patches.filter(({ target }) => target.kind === kind).flatMap(({ patch }) => parse(patch) as object);
  return (operations as { path: string; value: unknown }[]).find((operation) => operation.path === path)?.value;
}
const { spec: autoscaler } = manifest(folder, 'autoscaler.yaml') as unknown as {
  spec: { minReplicas: number; maxReplicas: number; metrics: [{ resource: { target: { averageUtilization: number } } }] };
};

test('with any number of replicas, one at least can be evicted, and the others are at least half of them', () => {
  const percent = Number(/^(\d+)%$/.exec(String(patched('PodDisruptionBudget', '/spec/maxUnavailable')))![1]);
  const numbers = Array.from({ length: autoscaler.maxReplicas - autoscaler.minReplicas + 1 }, (_, index) => autoscaler.minReplicas + index);
  expect(numbers.length).toBeGreaterThan(1);
  // Kubernetes rounds up.
  const evicted = numbers.map((number) => Math.ceil((number * percent) / 100));
  expect(numbers.filter((number, index) => evicted[index]! < 1 || evicted[index]! > number / 2)).toEqual([]);
});

test('further replicas start while one replica could carry the load of two', () => {
  const requested = Number(/^(\d+)m$/.exec(String(patched('Deployment', '/spec/template/spec/containers/0/resources/requests/cpu')))![1]);
  const { averageUtilization } = autoscaler.metrics[0].resource.target;
  // A process uses one core, which is 1000m.
  expect(2 * requested * (averageUtilization / 100)).toBeLessThan(1000);
});

test('the Redis of compose and of Kubernetes keeps its rows and evicts none', () => {
  for (const path of ['deploy/compose.redis.yaml', join(folder, 'redis.yaml')]) {
    const words = readFileSync(path, 'utf8')
      .replaceAll(/[',[\]]/g, ' ')
      .replaceAll(/ +/g, ' ');
    for (const setting of ['--appendonly yes', '--appendfsync always', '--maxmemory-policy noeviction']) expect(words).toContain(setting);
  }
});
