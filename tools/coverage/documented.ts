/*
 * Every field and parameter that the interface documents, by section: §1 the envelope, §2 the records, §4 the request and reply of
 * each operation, §5 the members of Service-Auth. A test compares this list with the rows in both directions.
 */

/** Names as on the wire. A member of a reply's payload has its path. */
export const documented: Readonly<Record<string, readonly string[]>> = {
  '1': names('code msg data url time'),
  '2.1': names('name type label value sort hidden placeholder form_id custom_store'),
  '2.2': names(
    'id form_id contact_data_id contact contact_pinyin contact_abbr mobile email eamil idcard company company_tax_id avatar content ' +
      'order label sign_code short_link rfid source channel other_channel openid wechat_nickname wechat_avatar wechat_sex wechat_area ' +
      'review msg undone review_time is_review time update_time delete_time token avatar_msg avatar_status is_sync_avatar is_ec points',
  ),
  '2.3': names(
    'id activity_id parent_id time_cate_id cate_id live_type live_id hidden_status live_url title subtitle introduction address_place ' +
      'guest_id guest_name meeting_id meeting_pwd link_title time_cate_name cate_name live_name start_time interval_time create_time ' +
      'delete_time guest_more link link.mode link.val link.label link.appId all_children',
  ),
  '2.4': names(
    'id parent_id user_id read_count like_count create_time published_time delete_time editor_type post_status list_order is_top ' +
      'location video_status ca_category_id form_id category_id post_title post_keywords post_excerpt post_source post_author ' +
      'thumbnail attach video fileId media_id url post_content top_time',
  ),
  '2.5': names('id name parent_id intro content thumbnail count'),
  '2.6': names('id name num sold_num money'),
  '2.7': names('sso_token sso_state expire_date'),

  '4.1 request': names('activity_id'),
  '4.1 reply': names('code data'),
  '4.2 request': names(
    'name mobile data[0][name] data[0][mobile] data[0][<field_name>] data[0][sign_code] ' +
      'data[1][name] data[1][mobile] data[1][<field_name>] data[1][sign_code] channel',
  ),
  '4.2 reply': names('code url ids sign_code_arr order_ids'),
  '4.3 request': names('pagesize page ids'),
  '4.3 reply': names('code data total'),
  '4.4 request': names('mobile id email openid'),
  '4.4 reply': names('code data'),
  '4.5 request': names('token user_id device_type form_id point_id sign_code'),
  '4.5 reply': names(
    'code msg data url time data[].id data[].avatar data[].fields data[].rfid data[].qrcode data[].ticket data[].hotel_match ' +
      'data[].pickup_data data[].seat_seat',
  ),
  '4.6 reply': names('code data total'),
  '4.7 reply': names('code msg data data.data data.itemsCount data.total data.currentPage url time'),
  '4.8 request': names('parent_id'),
  '4.8 reply': names('code msg data url time'),
  '4.9 reply': names('code msg data'),
  '4.10 request': names('goods_id'),
  '4.10 reply': names('code msg data'),
  '4.11 request': names('mobile is_add'),
  '4.11 reply': names('code msg url data'),

  '5': names('UserPublicKey ActivityId Time Version Signature'),
};

/** The title of each section, for headings. */
export const sectionTitles: Readonly<Record<string, string>> = {
  '1': 'Response envelope',
  '2.1': 'Form field',
  '2.2': 'Attendee',
  '2.3': 'Schedule item',
  '2.4': 'Article',
  '2.5': 'Article category',
  '2.6': 'Ticket or goods item',
  '2.7': 'Single sign-on result',
  '4.1': 'Get all fields of an activity',
  '4.2': 'Add attendees',
  '4.3': 'Get attendee list',
  '4.4': 'Get one attendee',
  '4.5': 'Check-in attendee lookup',
  '4.6': 'Schedule list',
  '4.7': 'Article list',
  '4.8': 'Article category list',
  '4.9': 'Ticket data',
  '4.10': 'Goods data',
  '4.11': 'Single sign-on login',
  '5': 'Service-Auth',
};

function names(list: string): readonly string[] {
  return list.split(' ');
}
