import { countedSandbox } from '../support/counted-sandbox.js';

test('the graph returns an attendee of the sandbox', async () => {
  const { graph } = await countedSandbox();
  const { data, extensions } = await graph.run('{ attendee(by: { id: "attendee:1001:700001" }) { name email } }');
  expect(data).toEqual({ attendee: { name: '王伟', email: 'wangwei@example.com' } });
  expect(extensions.upstream?.calls).toBe(1);
});
