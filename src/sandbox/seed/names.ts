/* The names in the seed, their transliteration, and the addresses of pictures. */

import type { Random } from './random.js';

/** Splits a list that is not empty. */
const listOf = (text: string) => text.split(', ') as [string, ...string[]];

/** Chinese names, each with its transliteration. */
const transliterations: Readonly<Record<string, string>> = {
  王伟: 'wang wei',
  王芳: 'wang fang',
  李娜: 'li na',
  张敏: 'zhang min',
  刘洋: 'liu yang',
  陈明: 'chen ming',
  陈雪: 'chen xue',
  杨浩然: 'yang hao ran',
  赵静: 'zhao jing',
  黄涛: 'huang tao',
  周佳怡: 'zhou jia yi',
  吴磊: 'wu lei',
  孙文博: 'sun wen bo',
  马博文: 'ma bo wen',
};

const latinNames = listOf(
  "Amara Costa, Björn Lindqvist, Chloé Dubois, Grace O'Brien, Hiro Tanaka, Inês Almeida, Jonas Müller, Lucía García, Priya Silva, Zoë Petrov",
);

const names = [...Object.keys(transliterations), ...latinNames] as [string, ...string[]];

export const drawName = (random: Random): string => random.pick(names);

/** Companies that do not exist. */
export const companies = listOf(
  '星河智能科技有限公司, 云杉软件股份有限公司, 海燕物流集团, 远山能源研究院, ' +
    'Northwind Robotics, Harbour Analytics Ltd, Juniper & Finch GmbH, Quiet River Studios, Orchard Bio S.A.',
);

export const jobTitles = listOf(
  'Engineer 工程师, Product manager 产品经理, Researcher 研究员, Founder 创始人, Designer 设计师, Student 学生, Journalist 记者',
);

/** A name in lower-case Latin letters without spaces: "wangwei" of 王伟. Chinese names that the sandbox does not know are omitted. */
export const pinyin = (name: string): string => words(name).join('');

/** The initials of a name: "WW" of 王伟, "AL" of Ada Lovelace. */
export const initials = (name: string): string =>
  words(name)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

const words = (name: string): readonly string[] =>
  (transliterations[name] ?? name)
    .normalize('NFD')
    .replace(/[^a-z ]/gi, '')
    .toLowerCase()
    .split(' ');

/** The host of the pictures in the seed. Replies name the sandbox itself in its place: its port is known only once it listens. */
export const pictureHost = 'https://pictures.event.example';

export const pictureAddress = (kind: string, name: number | string): string => `${pictureHost}/picture?of=${kind}-${name}`;
