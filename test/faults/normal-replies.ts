/* Normal replies of the service, and broken copies of them. */

import { hash } from '../graph/execution/random-world.js';
import { sampledEndpoints } from '../service/sampled-endpoints.js';
import { samples } from '../service/samples.js';

/** The normal reply of each endpoint, by path. There is one attendee, 7, who is also the one that a registration adds. */
export const normalReplies: Readonly<Record<string, object>> = {
  ...Object.fromEntries(sampledEndpoints.map(({ endpoint: { path }, reply }) => [path, reply])),
  '/api/participant/getList': { ...samples.listAttendees.reply, total: 1 },
  '/api/participant/add': { ...samples.addAttendees.reply, ids: [7], sign_code_arr: ['AAA'], order_ids: ['E1'] },
};

/** Returns a reply with lists of three records each, and with some values replaced by wrong ones. `code`, `id` and `total` stay. */
export function broken(value: unknown, seed: string, wrong: readonly unknown[]): unknown {
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    if (typeof first !== 'object' || first === null) return value;
    return [1, 2, 3].map((index) => broken({ ...first, ...('id' in first && { id: index }) }, `${seed} ${index}`, wrong));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const dice = hash(`${seed} ${key}`);
      const stays = ['code', 'id', 'total'].includes(key) || dice % 8 > 0;
      return [key, stays ? broken(member, `${seed} ${key}`, wrong) : wrong[(dice >>> 3) % wrong.length]];
    }),
  );
}
