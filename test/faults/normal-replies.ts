import { sampledEndpoints } from '../service/sampled-endpoints.js';
import { samples } from '../service/samples.js';

/** The normal reply of each endpoint, by path. There is one attendee, 7, who is also the one that a registration adds. */
export const normalReplies: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(sampledEndpoints.map(({ endpoint: { path }, reply }) => [path, reply])),
  '/api/participant/getList': { ...samples.listAttendees.reply, total: 1 },
  '/api/participant/add': { ...samples.addAttendees.reply, ids: [7], sign_code_arr: ['AAA'], order_ids: ['E1'] },
};
