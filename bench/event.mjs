// The data of the stub service: one fictitious event, the same in every run.

export const activityId = 1001;
export const firstId = 700_001;
export const attendeeCount = 5000;
export const day = '2026-04-01';

const openingDay = 1_775_001_600;

/** A pseudo-random generator, the same in every run. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
const roll = dice(20_260_401);
const pick = (list) => list[roll(list.length)];
const characters = (alphabet, length) => Array.from({ length }, () => alphabet[roll(alphabet.length)]).join('');
const digits = (length) => characters('0123456789', length);
const hex = (length) => characters('0123456789abcdef', length);

const people = [
  ['王小明', 'wang xiaoming', 'wxm'],
  ['欧阳娜娜', 'ouyang nana', 'oynn'],
  ['Zoë Müller', 'zoe muller', 'zm'],
  ['Ольга Петрова', 'olga petrova', 'op'],
  ['佐藤 花子', 'sato hanako', 'sh'],
  ['김민수', 'kim minsu', 'kms'],
  ['ليلى حداد', 'layla haddad', 'lh'],
  ['Ada Lovelace', 'ada lovelace', 'al'],
  ['Γιώργος Παππάς', 'giorgos pappas', 'gp'],
  ['अनिता राव', 'anita rao', 'ar'],
  ['Nguyễn Thị Hạnh', 'nguyen thi hanh', 'nth'],
  ['John Smith', 'john smith', 'js'],
];
const companies = [
  '北京云图科技有限公司',
  'Müller & Söhne GmbH',
  'ООО «Ромашка»',
  '株式会社さくら',
  'Acme Corporation',
  'École Supérieure',
  '한빛전자',
  '',
];
const wishes = ['素食', 'なし', 'keine Nüsse', 'без глютена', 'none'];

function attendee(id) {
  const [contact, contact_pinyin, contact_abbr] = pick(people);
  const mobile = `1${digits(10)}`;
  const email = roll(10) === 0 ? '' : `${contact_abbr}${id}@example.com`;
  const content = {
    name: contact,
    mobile,
    name10000001: pick(['S', 'M', 'L', 'XL']),
    name10000002: pick(wishes),
    name10000003: `${2026}-0${1 + roll(9)}-1${roll(10)}`,
    name10000004: `/upload/avatar/${hex(24)}.jpg`,
    name10000005: 'I would like to hear more about queues at the entrance.',
  };
  return {
    id,
    form_id: activityId,
    contact_data_id: 40_000 + roll(9999),
    contact,
    contact_pinyin,
    contact_abbr,
    mobile,
    email,
    eamil: email,
    idcard: digits(18),
    company: pick(companies),
    avatar: `/upload/avatar/${hex(24)}.jpg`,
    content: JSON.stringify(content),
    order: `E${digits(16)}`,
    label: pick(['', 'VIP', '讲师']),
    sign_code: hex(8).toUpperCase(),
    short_link: `https://s.example.com/${hex(6)}`,
    rfid: null,
    source: pick([1, 2, 3, 4, 5, 10]),
    channel: roll(5),
    openid: null,
    wechat_nickname: '',
    wechat_avatar: '',
    wechat_sex: '',
    wechat_area: '',
    review: pick([1, 2, 3, 6, 7]),
    msg: null,
    undone: 0,
    review_time: null,
    is_review: 1,
    time: openingDay - roll(8_000_000),
    update_time: openingDay - roll(80_000),
    delete_time: 0,
    token: null,
    avatar_msg: '',
    avatar_status: roll(4),
    is_sync_avatar: roll(2),
    is_ec: 0,
  };
}

const scheduleItem = (id, start) => ({
  id,
  activity_id: activityId,
  parent_id: 0,
  time_cate_id: 1,
  cate_id: 1 + roll(5),
  live_type: 0,
  live_id: 0,
  hidden_status: 0,
  live_url: '',
  title: pick([`签到与茶歇 ${id}`, `Keynote ${id}`, `Круглый стол ${id}`]),
  subtitle: 'From idea to practice',
  introduction: 'What organisers learnt while running events of this size, in their own words. '.repeat(2),
  address_place: `Hall ${1 + roll(8)}`,
  guest_id: String(1 + roll(99)),
  guest_name: pick(people)[0],
  meeting_id: '',
  meeting_pwd: '',
  link_title: '',
  time_cate_name: 'Day',
  cate_name: '主论坛',
  live_name: '',
  start_time: start,
  interval_time: '09:00-09:45',
  create_time: '2026-01-02 03:04:05',
  delete_time: '0',
  guest_more: [],
  link: { mode: 0, val: '', label: '', appId: '' },
  all_children: [],
});

const article = (id) => ({
  id,
  parent_id: 0,
  user_id: 77,
  read_count: roll(5000),
  like_count: roll(500),
  create_time: openingDay,
  published_time: openingDay + id,
  delete_time: 0,
  editor_type: 1,
  post_status: 1,
  list_order: id,
  is_top: 0,
  location: 0,
  video_status: 0,
  ca_category_id: 500 + (id % 10),
  form_id: String(activityId),
  category_id: `a:1:{i:0;i:${500 + (id % 10)};}`,
  post_title: pick([`新闻 ${id}`, `News ${id}`]),
  post_keywords: 'event,news',
  post_excerpt: 'A short summary.',
  post_source: '',
  post_author: pick(people)[0],
  thumbnail: `/upload/article/${hex(24)}.jpg`,
  attach: '',
  video: '',
  fileId: '',
  media_id: '',
  url: '',
  post_content: `<p>${'Doors open at eight, and there is coffee. '.repeat(14)}</p>`,
  top_time: '0',
});

const several = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const envelope = (data) => ({ code: 1, msg: 'success', data, url: '', time: openingDay });

export const attendees = several(attendeeCount, (index) => attendee(firstId + index));

/** The replies that do not depend on the request, by path. */
export const contents = {
  '/api/schedule/getList': {
    code: 1,
    data: Object.fromEntries(
      several(3, (d) => [`2026-04-0${d + 1}`, several(12, (n) => scheduleItem(1 + d * 12 + n, openingDay + d * 86_400 + n * 2700))]),
    ),
    total: 36,
  },
  '/api/article/getList': envelope({ data: several(20, (n) => article(9000 + n)), itemsCount: 20, total: 20, currentPage: 1 }),
  '/api/article/getCategoryList': envelope(
    several(10, (n) => ({
      id: 500 + n,
      name: `分类 ${n + 1}`,
      parent_id: 0,
      intro: 'Summary',
      content: null,
      thumbnail: `/upload/category/${hex(24)}.jpg`,
      count: roll(20),
    })),
  ),
  '/api/activity/getFields': envelope([
    { name: 'name', type: 'input' },
    { name: 'mobile', type: 'input' },
  ]),
  '/api/ticket/data': envelope(
    several(8, (n) => ({ id: 100 + n, name: `Ticket ${n + 1}`, num: 500, sold_num: roll(500), money: 99.5 + n })),
  ),
  '/api/goods/data': envelope(
    several(8, (n) => ({ id: 200 + n, name: `Goods ${n + 1}`, num: 500, sold_num: roll(500), money: `${9 + n}.90` })),
  ),
};
