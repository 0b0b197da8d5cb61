/* The articles of both activities, and the categories that count them. */

import type { Calendar } from './calendar.js';
import { pictureAddress } from './names.js';

/** An article as the service sends it (§2.4). */
type ArticleRecord = Readonly<ReturnType<typeof article>>;

/** The members of an article that has nothing special. */
const usual = {
  post_keywords: '',
  post_excerpt: '',
  post_source: '',
  post_author: 'Organising team',
  attach: '',
  video: '',
  fileId: '',
  media_id: '',
  is_top: 0,
  top_time: '',
  video_status: 0,
};

type Special = Partial<typeof usual> & { readonly thumbnail?: string; readonly post_content?: string };

/** @param path the ids of its category and that one's ancestors, beginning with the root @param published Unix seconds */
function article(activityId: number, path: readonly number[], id: number, title: string, published: number, special: Special = {}) {
  return {
    id,
    parent_id: 0,
    form_id: String(activityId),
    user_id: 88,
    category_id: JSON.stringify(path.map(String)),
    ca_category_id: path.at(-1) ?? 0,
    post_title: title,
    post_content: `<p>${title}</p>`,
    thumbnail: pictureAddress('article', id),
    url: `https://event.example/article/${id}`,
    read_count: id % 977,
    like_count: id % 53,
    create_time: published - 3600,
    published_time: published,
    delete_time: 0,
    editor_type: 1,
    post_status: 1,
    list_order: 0,
    location: 0,
    ...usual,
    ...special,
  };
}

/** The articles, newest first. The HTML of 6003 contains everything that sanitising must remove. */
export function conferenceArticles(calendar: Calendar): readonly ArticleRecord[] {
  return [
    article(1001, [301, 311], 6001, 'The programme is complete', calendar.at(-2, '09:00'), {
      post_keywords: 'programme,speakers',
      is_top: 1,
      top_time: `${calendar.date(2)} 23:59:59`,
      post_excerpt: 'Three days, four halls, more than twenty sessions.',
      post_content: `<h2>Three days at the harbour</h2>
<p>The programme of the <strong>Harbour Technology Summit</strong> is complete: keynotes in the morning, workshops in the afternoon.</p>
<p><img src="${pictureAddress('image', 'programme')}" alt="The main hall"></p>
<ul><li>Day one: foundations</li><li>Day two: practice</li><li>Day three: people</li></ul>
<p>See <a href="https://event.example/schedule">the schedule</a>.</p>`,
    }),
    article(1001, [302, 321], 6002, 'Getting to the harbour', calendar.at(-7, '10:30'), {
      post_excerpt: 'Metro, ferry and shuttle bus.',
      attach: 'https://event.example/files/map.pdf',
      post_content: `<h2>Getting there</h2>
<table><thead><tr><th>By</th><th>Line</th><th>Minutes</th></tr></thead>
<tbody><tr><td>Metro</td><td>2</td><td>25</td></tr><tr><td>Ferry</td><td>H1</td><td>40</td></tr><tr><td>Shuttle bus</td><td>—</td><td>15</td></tr></tbody></table>
<p>The shuttle bus leaves every ten minutes from <em>Central Station</em>, exit&nbsp;C.</p>`,
    }),
    article(1001, [301, 312], 6003, 'Press accreditation <open>', calendar.at(-12, '14:00'), {
      post_source: 'Harbour Press Agency',
      post_author: 'L. Costa',
      post_content: `<h2>For journalists</h2>
<p onclick="alert('clicked')">Accreditation is open until <b>${calendar.date(-1)}</b>.</p>
<script>document.title = 'taken over'</script>
<p><img src="x" onerror="alert('broken')"><a href="javascript:alert('link')">Apply here</a></p>
<iframe src="https://attacker.example/frame"></iframe><style>body { display: none }</style>
<p style="position:fixed">Questions: <a href="mailto:press@event.example">press@event.example</a> &amp; on site.</p>`,
    }),
    article(1001, [302, 322], 6005, '会场楼层指南 Floor guide', calendar.at(-27, '18:00'), {
      video: 'https://event.example/video/floors.mp4',
      video_status: 1,
      fileId: 'file-6005',
      media_id: 'media-6005',
      post_content: `<h2>会场楼层指南</h2><p>一层：注册与展览；二层：主会场；三层：工作坊。</p><p><img src="${pictureAddress('image', 'floors')}" alt="楼层图"></p>`,
    }),
    article(1001, [303], 6007, 'Logo and banners', calendar.at(-50, '12:00'), {
      attach: 'https://event.example/files/logo.zip',
      post_content: '',
    }),
    article(1001, [], 6008, 'Save the date', calendar.at(-59, '09:00'), {
      post_content: `<p>${calendar.date(0)} to ${calendar.date(2)}, harbour congress centre.</p>`,
    }),
  ];
}

export const workshopArticles = (calendar: Calendar): readonly ArticleRecord[] => [
  article(1002, [351], 6501, 'What to bring', calendar.at(-4, '16:00')),
  article(1002, [351], 6502, 'Welcome', calendar.at(-31, '16:00')),
];

type Category = readonly [id: number, parentId: number, name: string, intro: string, content: string | null];

/** The tree of categories as a flat list, each parent before its children. */
export const conferenceCategories: readonly Category[] = [
  [301, 0, 'News', 'What is new about the summit', '<p>News of the organisers.</p>'],
  [302, 0, 'Guide', 'Everything a visitor needs', '<p>How to get there, and what to do then.</p>'],
  [303, 0, 'Downloads', '', null],
  [311, 301, 'Announcements', 'From the organisers', '<p>Official announcements.</p>'],
  [312, 301, 'Press', 'For journalists', null],
  [321, 302, 'Travel', 'Trains, flights, shuttle buses', null],
  [322, 302, 'Venue', 'Halls and floors', '<p>The harbour congress centre.</p>'],
  [331, 321, 'Hotels', 'Rooms near the venue', null],
];

export const workshopCategories: readonly Category[] = [[351, 0, 'Notes', 'Notes of the workshop', null]];

/** Categories as the service sends them (§2.5). */
export function withCounts(categories: readonly Category[], articles: readonly ArticleRecord[]) {
  return categories.map(([id, parent_id, name, intro, content]) => ({
    id,
    name,
    parent_id,
    intro,
    content,
    thumbnail: parent_id === 0 ? pictureAddress('category', id) : '',
    count: articles.filter(({ ca_category_id }) => ca_category_id === id).length,
  }));
}
