import type { ServerResponse } from 'node:http';
import { fakeService, type FakeService, type Hit } from './fake-service.js';

/** How the service treats one add: what it does, and what it lets us know. */
export type AddBehaviour =
  | 'answers'
  | 'commits, then resets'
  | 'commits, then hangs'
  | 'resets without committing'
  | 'hangs without committing'
  | 'commits, then answers HTML'
  | 'commits, then answers 500'
  | 'turns away with 429'
  | 'turns away with 503'
  | 'refuses with code 0'
  | 'answers one id too few'
  | 'answers slowly';

export interface RegistryService extends FakeService {
  /** Mobile numbers of everybody registered, in order; twice for whoever is registered twice. */
  readonly registered: string[];
  /** How the next adds are treated; the last one stands for all after it. */
  behave(...behaviours: AddBehaviour[]): void;
}

/** A service that really registers, and fails in the ways that matter for registering once. */
export async function registryService(): Promise<RegistryService> {
  const registered: string[] = [];
  const registeredAt: number[] = [];
  let plan: AddBehaviour[] = ['answers'];
  const commit = (mobiles: readonly string[]) => {
    for (const mobile of mobiles) {
      registered.push(mobile);
      registeredAt.push(Math.floor(Date.now() / 1000));
    }
  };
  const record = (index: number) => ({
    id: index + 1,
    form_id: 1001,
    contact: 'A',
    mobile: registered[index],
    time: registeredAt[index],
    review: 1,
  });
  const add = async (mobiles: string[], response: ServerResponse): Promise<unknown> => {
    const behaviour = plan.length > 1 ? plan.shift()! : plan[0]!;
    if (behaviour === 'answers slowly') await new Promise((resolve) => setTimeout(resolve, 150));
    if (behaviour.startsWith('commits') || behaviour.startsWith('answers')) commit(mobiles);
    const first = registered.length - mobiles.length;
    const answer = {
      code: 1,
      url: 'registered',
      ids: mobiles.map((_mobile, index) => first + index + 1),
      sign_code_arr: mobiles.map((_mobile, index) => `C${first + index + 1}`),
      order_ids: mobiles.map((_mobile, index) => `O${first + index + 1}`),
    };
    if (behaviour === 'answers' || behaviour === 'answers slowly') return answer;
    if (behaviour === 'answers one id too few') return { ...answer, ids: answer.ids.slice(1) };
    if (behaviour === 'refuses with code 0') return { code: 0, msg: 'The activity is full for 13800138000' };
    if (behaviour.endsWith('HTML')) return void response.setHeader('content-type', 'text/html').end('<html>500</html>');
    if (behaviour.endsWith('500')) return void response.writeHead(500).end();
    if (behaviour.endsWith('429')) return void response.writeHead(429).end();
    if (behaviour.endsWith('503')) return void response.writeHead(503, { 'retry-after': '0' }).end();
    if (behaviour.includes('resets')) return void response.socket!.resetAndDestroy();
    return undefined;
  };
  const service = await fakeService({
    '/api/activity/getFields': () => ({
      code: 1,
      data: [
        { name: 'name', type: 'input' },
        { name: 'mobile', type: 'input' },
      ],
    }),
    '/api/participant/add': ({ form }, response) => add(mobilesIn(form), response),
    '/api/participant/sso_login': async ({ form }, response) => {
      if (!registered.includes(form.mobile!)) {
        if (form.is_add !== '1') return { code: 0, msg: 'nobody has this mobile' };
        const answer = await add([form.mobile!], response);
        if ((answer as { ids?: unknown } | undefined)?.ids === undefined) return answer;
      }
      return { code: 1, url: 'https://jump.example/?sso_token=t', data: { sso_token: 't', sso_state: 's', expire_date: 5 } };
    },
    '/api/participant/get': ({ form }) => {
      const index = registered.lastIndexOf(form.mobile!);
      return index < 0 ? { code: 0, msg: 'nobody here' } : { code: 1, data: record(index) };
    },
    '/api/participant/getList': ({ form }) => {
      if (form.ids !== undefined) {
        const data = form.ids.split(',').map((id) => record(Number(id) - 1));
        return { code: 1, data, total: data.length };
      }
      const [page, size] = [Number(form.page), Number(form.pagesize)];
      const data = registered.map((_mobile, index) => record(index)).slice((page - 1) * size, page * size);
      return { code: 1, data, total: registered.length };
    },
  });
  return { ...service, registered, behave: (...behaviours) => (plan = behaviours) };
}

function mobilesIn(form: Hit['form']): string[] {
  const mobiles: string[] = [];
  for (let index = 0; form[`data[${index}][mobile]`] !== undefined; index += 1) mobiles.push(form[`data[${index}][mobile]`]!);
  return mobiles;
}
