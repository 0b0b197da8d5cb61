import { pictureAddress } from '../pictures/picture-address.js';
import { articleBodies } from './article-bodies.js';
import type { Calendar } from './calendar.js';

/** An article as the service sends it (§2.4). */
export interface ArticleRecord {
  readonly id: number;
  readonly parent_id: number;
  readonly form_id: string;
  readonly user_id: number;
  readonly category_id: string;
  readonly post_title: string;
  readonly post_keywords: string;
  readonly post_excerpt: string;
  readonly post_source: string;
  readonly post_author: string;
  readonly post_content: string;
  readonly thumbnail: string;
  readonly attach: string;
  readonly video: string;
  readonly fileId: string;
  readonly media_id: string;
  readonly url: string;
  readonly read_count: number;
  readonly like_count: number;
  readonly create_time: number;
  readonly published_time: number;
  readonly delete_time: number;
  readonly editor_type: number;
  readonly post_status: number;
  readonly list_order: number;
  readonly is_top: number;
  readonly top_time: string;
  readonly location: number;
  readonly video_status: number;
  readonly ca_category_id: number;
}

type Article = Partial<ArticleRecord> & Pick<ArticleRecord, 'id' | 'post_title' | 'ca_category_id' | 'published_time'>;

function article(activityId: number, path: readonly number[], fields: Article): ArticleRecord {
  return {
    parent_id: 0,
    form_id: String(activityId),
    user_id: 88,
    category_id: JSON.stringify(path.map(String)),
    post_keywords: '',
    post_excerpt: '',
    post_source: '',
    post_author: 'Organising team',
    post_content: `<p>${fields.post_title}</p>`,
    thumbnail: pictureAddress('article', fields.id),
    attach: '',
    video: '',
    fileId: '',
    media_id: '',
    url: `https://event.example/article/${fields.id}`,
    read_count: fields.id % 977,
    like_count: fields.id % 53,
    create_time: fields.published_time - 3600,
    delete_time: 0,
    editor_type: 1,
    post_status: 1,
    list_order: 0,
    is_top: 0,
    top_time: '',
    location: 0,
    video_status: 0,
    ...fields,
  };
}

/** The articles, newest first. The HTML of 6003 contains everything that sanitising must remove. */
export function conferenceArticles(calendar: Calendar): readonly ArticleRecord[] {
  const bodies = articleBodies(calendar);
  const records = [
    article(1001, [301, 311], {
      id: 6001,
      ca_category_id: 311,
      published_time: calendar.at(-2, '09:00'),
      post_title: 'The programme is complete',
      post_keywords: 'programme,speakers',
      is_top: 1,
      top_time: `${calendar.date(2)} 23:59:59`,
      post_excerpt: 'Three days, four halls, more than twenty sessions.',
    }),
    article(1001, [302, 321], {
      id: 6002,
      ca_category_id: 321,
      published_time: calendar.at(-7, '10:30'),
      post_title: 'Getting to the harbour',
      post_excerpt: 'Metro, ferry and shuttle bus.',
      attach: 'https://event.example/files/map.pdf',
    }),
    article(1001, [301, 312], {
      id: 6003,
      ca_category_id: 312,
      published_time: calendar.at(-12, '14:00'),
      post_title: 'Press accreditation <open>',
      post_source: 'Harbour Press Agency',
      post_author: 'L. Costa',
    }),
    article(1001, [302, 321, 331], {
      id: 6004,
      ca_category_id: 331,
      published_time: calendar.at(-20, '08:15'),
      post_title: 'Hotel rates for attendees',
    }),
    article(1001, [302, 322], {
      id: 6005,
      ca_category_id: 322,
      published_time: calendar.at(-27, '18:00'),
      post_title: '会场楼层指南 Floor guide',
      video: 'https://event.example/video/floors.mp4',
      video_status: 1,
      fileId: 'file-6005',
      media_id: 'media-6005',
    }),
    article(1001, [301, 311], {
      id: 6006,
      ca_category_id: 311,
      published_time: calendar.at(-40, '09:00'),
      post_title: 'Call for papers is closed',
      thumbnail: '',
      post_author: '',
    }),
    article(1001, [303], {
      id: 6007,
      ca_category_id: 303,
      published_time: calendar.at(-50, '12:00'),
      post_title: 'Logo and banners',
      post_content: '',
      attach: 'https://event.example/files/logo.zip',
    }),
    article(1001, [], { id: 6008, ca_category_id: 0, published_time: calendar.at(-59, '09:00'), post_title: 'Save the date' }),
  ];
  return records.map((record) => ({ ...record, post_content: bodies[record.id] ?? record.post_content }));
}

export const workshopArticles = (calendar: Calendar): readonly ArticleRecord[] => [
  article(1002, [351], { id: 6501, ca_category_id: 351, published_time: calendar.at(-4, '16:00'), post_title: 'What to bring' }),
  article(1002, [351], { id: 6502, ca_category_id: 351, published_time: calendar.at(-31, '16:00'), post_title: 'Welcome' }),
];
