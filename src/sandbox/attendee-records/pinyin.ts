/* The transliteration of the names in the seed. */

/** The transliteration of each Chinese character in the names of the seed. */
const syllables = new Map(
  (
    '王wang 李li 张zhang 刘liu 陈chen 杨yang 赵zhao 黄huang 周zhou 吴wu 徐xu 孙sun 胡hu 朱zhu 高gao 林lin 何he 郭guo 马ma ' +
    '罗luo 梁liang 宋song 郑zheng 谢xie 韩han 唐tang 冯feng 于yu 董dong 萧xiao 伟wei 芳fang 娜na 敏min 静jing 丽li 强qiang ' +
    '磊lei 军jun 洋yang 勇yong 艳yan 杰jie 娟juan 涛tao 明ming 超chao 兰lan 霞xia 平ping 刚gang 英ying 华hua 玉yu 梅mei 雪xue ' +
    '晨chen 宇yu 轩xuan 子zi 涵han 欣xin 怡yi 浩hao 然ran 思si 佳jia 文wen 博bo'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 1), entry.slice(1)] as const),
);

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
