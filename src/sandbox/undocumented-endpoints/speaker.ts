/*
 * The endpoints of §4.12 on speakers, which the interface names without path and payload: the sandbox invents them. The
 * speakers are the guests of the schedule; the track of their first item is their category.
 */

import { digits, json, Rejection, type SandboxEndpoint } from '../endpoint.js';
import { pictureAddress } from '../pictures/picture-address.js';
import type { ScheduleRecord } from '../seed/schedule.js';
import type { ActivitySeed } from '../store.js';

export const listSpeakerCategories: SandboxEndpoint = {
  section: '4.12',
  method: 'GET',
  path: '/api/guest/getCategoryList',
  auth: 'service',
  parametersIn: 'query',
  handle: ({ activity }) => {
    const speakers = speakersOf(activity.seed);
    const categories = new Map(speakers.map(({ cate_id, cate_name }) => [cate_id, cate_name]));
    const data = [...categories].map(([id, name]) => ({
      id,
      name,
      count: String(speakers.filter(({ cate_id }) => cate_id === id).length),
    }));
    return json({ code: 1, msg: 'success', data });
  },
};

export const listSpeakers: SandboxEndpoint = {
  section: '4.12',
  method: 'GET',
  path: '/api/guest/getList',
  auth: 'service',
  parametersIn: 'query',
  optional: ['cate_id'],
  handle: ({ activity, parameters }) => {
    const category = parameters.has('cate_id') ? digits(parameters, 'cate_id') : null;
    const data = speakersOf(activity.seed).filter(({ cate_id }) => category === null || cate_id === category);
    return json({ code: 1, msg: 'success', data });
  },
};

export const getSpeaker: SandboxEndpoint = {
  section: '4.12',
  method: 'GET',
  path: '/api/guest/get',
  auth: 'service',
  parametersIn: 'query',
  required: ['id'],
  handle: ({ activity, parameters }) => {
    const speaker = speakersOf(activity.seed).find(({ id }) => id === digits(parameters, 'id'));
    if (speaker === undefined) throw new Rejection('No such speaker: the activity has none with this id.');
    return json({ code: 1, msg: 'success', data: speaker });
  },
};

const companies = ['Harbour Labs', 'Quiet River Studios', 'Northwind Data', ''] as const;

/** The speakers in the order of their first schedule item, with all their items. */
function speakersOf({ schedule }: Pick<ActivitySeed, 'schedule'>) {
  const items = new Map<string, ScheduleRecord[]>();
  for (const item of [...schedule.values()].flat().flatMap(withChildren)) {
    for (const { name } of item.guest_more) items.set(name, [...(items.get(name) ?? []), item]);
  }
  return [...items].map(([name, agenda], index) => ({
    id: 601 + index,
    name,
    company_name: companies[index % companies.length]!,
    intro: `<p>Speaks about “${agenda[0]!.title}”.</p>`,
    cate_id: agenda[0]!.cate_id,
    cate_name: agenda[0]!.cate_name,
    // PHP writes an empty object as an empty array.
    avatar: index % 3 === 2 ? [] : { url: pictureAddress('speaker', 601 + index) },
    is_keynote: agenda.some(({ cate_name }) => cate_name === 'Keynote') ? '1' : '0',
    agenda: agenda.map((item) => ({ ...item, all_children: [] })),
  }));
}

const withChildren = (item: ScheduleRecord): readonly ScheduleRecord[] => [item, ...item.all_children.flatMap(withChildren)];
