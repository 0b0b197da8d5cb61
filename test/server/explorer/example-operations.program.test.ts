/* The example operations of GraphiQL, in the sandbox. */

import { readConfig } from '../../../src/config/config.js';
import { push } from '../../support/check-ins.js';
import { sandboxProgram } from '../../support/program.js';

test.each([
  ['each example operation', {}],
  ['with TYPE_PREFIX, each', { TYPE_PREFIX: 'Event' }],
])('%s has data and no error; that of check-ins when one is pushed with the secret of the sandbox', async (_each, env) => {
  const program = await sandboxProgram({ ...env, SANDBOX_LIVE: 'false' });
  const { url } = program;
  const secret = readConfig({}).checkInHook.secrets[0]!.reveal();
  const [, tabs] = /"defaultTabs":(\[.*\]),"shouldPersistHeaders"/.exec(await (await fetch(url)).text())!;
  for (const { query, variables = '{}' } of JSON.parse(tabs!) as { query: string; variables?: string }[]) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: JSON.parse(variables) as unknown }),
    });
    if (/^subscription CheckIns/m.test(query)) expect((await push(program, { id: 700001 }, { secret })).status).toBe(200);
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) if ((text += chunk).endsWith('\n\n')) break;
    const { data, errors } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as { data: object; errors?: unknown };
    expect({ query, errors }).toEqual({ query, errors: undefined });
    expect(Object.values(data)).not.toContain(null);
  }
});
