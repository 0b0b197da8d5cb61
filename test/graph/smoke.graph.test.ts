import { startSandbox } from '../../src/sandbox/sandbox.js';
import { graphOver } from '../support/graph.js';

test('the graph returns an attendee of the sandbox', async () => {
  const sandbox = await startSandbox();
  const graph = await graphOver(sandbox.url);
  const { data, extensions } = await graph.run('{ attendee(by: { id: "attendee:1001:700001" }) { name email } }');
  expect(data).toEqual({ attendee: { name: '王伟', email: 'wangwei@example.com' } });
  expect(extensions.upstream?.calls).toBe(1);
  await graph.close();
  await sandbox.close();
});
