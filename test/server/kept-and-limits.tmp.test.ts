import { fakeService } from '../support/fake-service.js';
import { programOver } from '../support/program.js';
test('x', async () => {
  const service = await fakeService({ '/api/schedule/getList': () => ({ code: 1, data: [], total: 0 }) });
  const program = await programOver(service.url, {CACHE_TTL: 'schedule=30'});
  console.log(JSON.stringify(await program.run('{ activity { schedule { totalCount } formFields { name } } }')));
  console.log(JSON.stringify(await program.run('{ activity { schedule { totalCount } } }')));
  console.log(await program.metrics());
  console.log(program.logs());
  await program.close(); await service.close();
});
