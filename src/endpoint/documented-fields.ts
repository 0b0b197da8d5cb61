const names = (list: string): readonly string[] => list.split(' ');

const attendee = names(
  'id form_id contact_data_id contact contact_pinyin contact_abbr mobile email eamil idcard company avatar content order label ' +
    'sign_code short_link rfid source channel openid wechat_nickname wechat_avatar wechat_sex wechat_area review msg undone ' +
    'review_time is_review time update_time delete_time token avatar_msg avatar_status is_sync_avatar is_ec',
);
const stockItem = names('id name num sold_num money');

/** The fields of each list's records as §2 documents them, by the section of the endpoint that returns them. */
export const documentedFields: Readonly<Record<string, readonly string[]>> = {
  '4.1': names('name type label value sort hidden placeholder form_id'),
  '4.3': attendee,
  '4.4': [...attendee, 'company_tax_id', 'other_channel', 'points'],
  '4.6': names(
    'id activity_id parent_id time_cate_id cate_id live_type live_id hidden_status live_url title subtitle introduction address_place ' +
      'guest_id guest_name meeting_id meeting_pwd link_title time_cate_name cate_name live_name start_time interval_time create_time ' +
      'delete_time guest_more link all_children',
  ),
  '4.7': names(
    'id parent_id user_id read_count like_count create_time published_time delete_time editor_type post_status list_order is_top ' +
      'location video_status ca_category_id form_id category_id post_title post_keywords post_excerpt post_source post_author ' +
      'thumbnail attach video fileId media_id url post_content top_time',
  ),
  '4.8': names('id name parent_id intro content thumbnail count'),
  '4.9': stockItem,
  '4.10': stockItem,
};

/** Fields whose content the organiser determines, such as form answers: the interface does not document it. */
export const organiserFields: ReadonlySet<string> = new Set(['content', 'guest_more']);

/** The records in the `data` of a reply, wherever this section has them. */
export function rawRecords(section: string, data: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (section === '4.4') return objects([data]);
  if (section === '4.6') return withChildren(objects(members(data).flatMap(members)));
  return objects(members(section === '4.7' ? (data as { data?: unknown } | null)?.data : data));
}

function withChildren(items: readonly Readonly<Record<string, unknown>>[]): readonly Readonly<Record<string, unknown>>[] {
  return items.flatMap((item) => [item, ...withChildren(objects(members(item['all_children'])))]);
}

const members = (value: unknown): readonly unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : []);

const objects = (values: readonly unknown[]) =>
  values.filter(
    (value): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
