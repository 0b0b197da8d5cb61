import { listArticles } from '../../src/endpoint/article.js';
import type { Article } from '../../src/model/article.js';
import { samples } from './samples.js';
import { decoded, values, type Members } from './sampled-endpoints.js';

test('§2.4: every member of an article and of the list is decoded', () => {
  const list = decoded(listArticles, samples.listArticles.reply);
  expect(values(list, ['itemsCount', 'total', 'currentPage'])).toEqual({ itemsCount: 1, total: 1, currentPage: 1 });
  const expected: Members<Article, 'invalidBody'> = {
    kind: 'article',
    id: 'article:1001:61',
    serviceId: 61,
    activityId: 1001,
    parentId: '60',
    userId: '88',
    title: 'The programme',
    keywords: 'a,b',
    excerpt: 'Short',
    source: 'Agency',
    author: 'L. Costa',
    thumbnailUrl: 'https://event.example/t.jpg',
    rawHtml: '<p>Body</p>',
    url: 'https://event.example/article/61',
    attachment: 'https://event.example/a.pdf',
    video: 'https://event.example/v.mp4',
    videoStatus: 1,
    fileId: 'file-1',
    mediaId: 'media-1',
    categoryStructure: '["301","311"]',
    categoryServiceId: 311,
    readCount: 12,
    likeCount: 3,
    createdAt: '2026-03-31T23:00:00.000Z',
    publishedAt: '2026-04-01T00:00:00.000Z',
    deletedAt: null,
    editorType: 1,
    postStatus: 1,
    listOrder: 5,
    pinned: true,
    pinnedUntil: '2026-05-17 23:59:59',
    location: 2,
  };
  expect(values(list.items[0]!, Object.keys(expected))).toEqual(expected);
});
