import { pictureAddress } from '../pictures/picture-address.js';
import type { ArticleRecord } from './articles.js';

/** A category as the service sends it (§2.5). */
export type CategoryRecord = Readonly<ReturnType<typeof withCounts>[number]>;

type Category = readonly [id: number, parentId: number, name: string, intro: string, content: string | null];

const conference: readonly Category[] = [
  [301, 0, 'News', 'What is new about the summit', '<p>News of the organisers.</p>'],
  [302, 0, 'Guide', 'Everything a visitor needs', '<p>How to get there, and what to do then.</p>'],
  [303, 0, 'Downloads', '', null],
  [311, 301, 'Announcements', 'From the organisers', '<p>Official announcements.</p>'],
  [312, 301, 'Press', 'For journalists', null],
  [321, 302, 'Travel', 'Trains, flights, shuttle buses', null],
  [322, 302, 'Venue', 'Halls and floors', '<p>The harbour congress centre.</p>'],
  [331, 321, 'Hotels', 'Rooms near the venue', null],
];

const workshop: readonly Category[] = [[351, 0, 'Notes', 'Notes of the workshop', null]];

/** The tree of categories as a flat list, each parent before its children. */
export const conferenceCategories = (articles: readonly ArticleRecord[]): CategoryRecord[] => withCounts(conference, articles);

export const workshopCategories = (articles: readonly ArticleRecord[]): CategoryRecord[] => withCounts(workshop, articles);

function withCounts(categories: readonly Category[], articles: readonly ArticleRecord[]) {
  return categories.map(([id, parent_id, name, intro, content]) => ({
    id,
    name,
    parent_id,
    intro,
    content,
    thumbnail: parent_id === 0 ? pictureAddress('category', id) : '',
    count: articles.filter((article) => article.ca_category_id === id).length,
  }));
}
