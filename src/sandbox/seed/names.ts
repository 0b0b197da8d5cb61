import type { Random } from './random.js';

type Some = readonly [string, ...string[]];

const surnames: Some = [
  '王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴', '徐', '孙', '胡', '朱', '高',
  '林', '何', '郭', '马', '罗', '梁', '宋', '郑', '谢', '韩', '唐', '冯', '于', '董', '萧',
];

const givenNames: Some = [
  '伟', '芳', '娜', '敏', '静', '丽', '强', '磊', '军', '洋', '勇', '艳', '杰', '娟', '涛', '明', '超', '兰',
  '子涵', '欣怡', '浩然', '思佳', '文博', '雪梅', '晨宇', '宇轩', '玉兰', '明华', '佳怡', '博文', '静雪', '英杰',
];

const firstNames: Some = [
  'Amara', 'Björn', 'Chloé', 'Dmitri', 'Elena', 'Farid', 'Grace', 'Hiro', 'Ines', 'Jonas', 'Kofi', 'Lucía',
  'Mateo', 'Nadia', 'Oscar', 'Priya', 'Quentin', 'Rosa', 'Søren', 'Tariq', 'Uma', 'Viktor', 'Wanda', 'Zoë',
];

const lastNames: Some = [
  'Almeida', 'Bergström', 'Costa', 'Dubois', 'Eriksen', 'Fischer', 'García', 'Haddad', 'Ivanova', 'Jansen',
  'Kowalski', 'Lindqvist', 'Müller', 'Nakamura', "O'Brien", 'Petrov', 'Quiroga', 'Rossi', 'Silva', 'Tanaka',
];

/** Three names in four are Chinese, the rest Latin. */
export function drawName(random: Random): string {
  return random.chance(0.75)
    ? random.pick(surnames) + random.pick(givenNames)
    : `${random.pick(firstNames)} ${random.pick(lastNames)}`;
}

/** Companies that do not exist. */
export const companies: Some = [
  '星河智能科技有限公司',
  '云杉软件股份有限公司',
  '青禾生物技术有限公司',
  '海燕物流集团',
  '远山能源研究院',
  '明德教育科技',
  '北辰精密制造',
  '蓝鲸数据服务',
  'Northwind Robotics',
  'Harbour Analytics Ltd',
  'Copperleaf Energy',
  'Juniper & Finch GmbH',
  'Quiet River Studios',
  'Tessellate Systems',
  'Orchard Bio S.A.',
  'Blue Kite Logistics',
];

export const jobTitles: Some = [
  'Engineer 工程师',
  'Product manager 产品经理',
  'Researcher 研究员',
  'Founder 创始人',
  'Sales director 销售总监',
  'Designer 设计师',
  'Student 学生',
  'Journalist 记者',
];

export const areas: Some = ['上海', '北京', '深圳', '杭州', '成都', 'Singapore', 'Berlin', 'São Paulo'];
