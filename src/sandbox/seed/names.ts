/* The names in the seed, their transliteration, and the addresses of pictures. */

import type { Random } from './random.js';

/** Chinese surnames, each with its transliteration. */
const surnameSyllables =
  '王wang 李li 张zhang 刘liu 陈chen 杨yang 赵zhao 黄huang 周zhou 吴wu 徐xu 孙sun 胡hu 朱zhu 高gao 林lin 何he 郭guo 马ma ' +
  '罗luo 梁liang 宋song 郑zheng 谢xie 韩han 唐tang 冯feng 于yu 董dong 萧xiao';

/** The characters of Chinese given names, likewise. */
const givenNameSyllables =
  '伟wei 芳fang 娜na 敏min 静jing 丽li 强qiang 磊lei 军jun 洋yang 勇yong 艳yan 杰jie 娟juan 涛tao 明ming 超chao 兰lan 霞xia ' +
  '平ping 刚gang 英ying 华hua 玉yu 梅mei 雪xue 晨chen 宇yu 轩xuan 子zi 涵han 欣xin 怡yi 浩hao 然ran 思si 佳jia 文wen 博bo';

/** Splits a list that is not empty. */
const listOf = (text: string, separator = ' ') => text.split(separator) as [string, ...string[]];

const surnames = listOf(surnameSyllables.replace(/[a-z]/g, ''));

const givenNames = listOf(
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 兰 子涵 欣怡 浩然 思佳 文博 雪梅 晨宇 宇轩 玉兰 明华 佳怡 博文 静雪 英杰',
);

const firstNames = listOf(
  'Amara Björn Chloé Dmitri Elena Farid Grace Hiro Ines Jonas Kofi Lucía Mateo Nadia Oscar Priya Quentin Rosa Søren Tariq Uma Viktor Wanda Zoë',
);

const lastNames = listOf(
  "Almeida Bergström Costa Dubois Eriksen Fischer García Haddad Ivanova Jansen Kowalski Lindqvist Müller Nakamura O'Brien Petrov Quiroga Rossi Silva Tanaka",
);

/** A random name: Chinese in three of four cases, otherwise Latin. */
export function drawName(random: Random): string {
  return random.integer(4) > 0 ? random.pick(surnames) + random.pick(givenNames) : `${random.pick(firstNames)} ${random.pick(lastNames)}`;
}

/** Companies that do not exist. */
export const companies = listOf(
  '星河智能科技有限公司, 云杉软件股份有限公司, 青禾生物技术有限公司, 海燕物流集团, 远山能源研究院, 明德教育科技, 北辰精密制造, 蓝鲸数据服务, ' +
    'Northwind Robotics, Harbour Analytics Ltd, Copperleaf Energy, Juniper & Finch GmbH, Quiet River Studios, Tessellate Systems, Orchard Bio S.A., Blue Kite Logistics',
  ', ',
);

export const jobTitles = listOf(
  'Engineer 工程师, Product manager 产品经理, Researcher 研究员, Founder 创始人, Sales director 销售总监, Designer 设计师, ' +
    'Student 学生, Journalist 记者',
  ', ',
);

const syllables = new Map(listOf(`${surnameSyllables} ${givenNameSyllables}`).map((entry) => [entry.slice(0, 1), entry.slice(1)]));

/** A name in lower-case Latin letters without spaces: "wangwei" of 王伟. Unknown characters are omitted. */
export function pinyin(name: string): string {
  return words(name).join('');
}

/** The initials of a name: "WW" of 王伟, "AL" of Ada Lovelace. */
export function initials(name: string): string {
  return words(name)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
}

/** The words of a name: each Latin word, and each Chinese character transliterated. */
function words(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  return [...plain.matchAll(/[a-z]+|[\u4e00-\u9fff]/g)].map(([word]) => (word >= '\u4e00' ? (syllables.get(word) ?? '') : word));
}

/** The host of the pictures in the seed. Replies name the sandbox itself in its place: its port is known only once it listens. */
export const pictureHost = 'https://pictures.event.example';

export const pictureAddress = (kind: string, name: number | string): string => `${pictureHost}/picture?of=${kind}-${name}`;
