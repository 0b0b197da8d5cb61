/* The records of the sandbox, as they are on the wire (§2). */

/** A form field as the service sends it (§2.1). The check-in lookup adds custom_store. */
export interface FormFieldRecord {
  readonly name: string;
  readonly type: 'input' | 'radio' | 'avatar' | 'date';
  readonly label: string;
  readonly value: string;
  readonly sort: number | string;
  readonly hidden: number | string;
  readonly placeholder: string | null;
  readonly form_id: number;
}

/** An attendee as the store has it (§2.2). attendee.ts turns it into the records that the service sends. */
export interface AttendeeRecord {
  readonly id: number;
  readonly form_id: number;
  readonly contact_data_id: number;
  readonly contact: string;
  readonly contact_pinyin: string;
  readonly contact_abbr: string;
  readonly mobile: string;
  readonly email: string;
  readonly eamil: string;
  readonly idcard: string;
  readonly company: string;
  readonly company_tax_id: string;
  readonly avatar: string;
  readonly content: Readonly<Record<string, string>>;
  readonly order: string;
  readonly label: string;
  readonly sign_code: string;
  readonly short_link: string;
  readonly rfid: null;
  readonly source: number;
  readonly channel: number;
  readonly other_channel: string | null;
  readonly openid: string | null;
  readonly wechat_nickname: string;
  readonly wechat_avatar: string;
  readonly wechat_sex: string;
  readonly wechat_area: string;
  readonly review: number;
  readonly msg: string | null;
  readonly undone: number;
  readonly review_time: number | null;
  readonly is_review: number;
  readonly time: number;
  readonly update_time: number;
  readonly delete_time: number;
  readonly token: null;
  readonly avatar_msg: string;
  readonly avatar_status: number;
  readonly is_sync_avatar: number;
  readonly is_ec: number;
  readonly points: string;
}

/** An order as the store has it. */
export interface OrderRecord {
  readonly id: number;
  readonly order_sn: string;
  readonly ticket_id: number;
  readonly participant_id: number;
  readonly num: number;
  /** A decimal number. */
  readonly amount: string;
  readonly create_time: number;
  /** 0 if the order is not paid. */
  readonly pay_time: number;
}

/** A schedule item as the service sends it (§2.3). */
export interface ScheduleRecord {
  readonly id: number;
  readonly activity_id: number;
  readonly parent_id: number;
  readonly time_cate_id: number;
  readonly cate_id: number;
  readonly live_type: number;
  readonly live_id: number;
  readonly hidden_status: number;
  readonly live_url: string;
  readonly title: string;
  readonly subtitle: string;
  readonly introduction: string;
  readonly address_place: string;
  readonly guest_id: string;
  readonly guest_name: string;
  readonly meeting_id: string;
  readonly meeting_pwd: string;
  readonly link_title: string;
  readonly time_cate_name: string;
  readonly cate_name: string;
  readonly live_name: string;
  readonly start_time: number;
  /** HH:MM-HH:MM in UTC+8, the time of the venue. */
  readonly interval_time: string;
  readonly create_time: string;
  readonly delete_time: string;
  readonly guest_more: readonly { readonly id: string; readonly name: string }[];
  /** An empty array if there is no link: PHP writes an empty object as an empty array. */
  readonly link: { readonly mode: number; readonly val: string; readonly label: string; readonly appId: string } | readonly [];
  readonly all_children: readonly ScheduleRecord[];
}

/** An article as the service sends it (§2.4). */
export interface ArticleRecord {
  readonly id: number;
  readonly parent_id: number;
  readonly form_id: string;
  readonly user_id: number;
  readonly category_id: string;
  readonly post_title: string;
  readonly post_keywords: string;
  readonly post_excerpt: string;
  readonly post_source: string;
  readonly post_author: string;
  readonly post_content: string;
  readonly thumbnail: string;
  readonly attach: string;
  readonly video: string;
  readonly fileId: string;
  readonly media_id: string;
  readonly url: string;
  readonly read_count: number;
  readonly like_count: number;
  readonly create_time: number;
  readonly published_time: number;
  readonly delete_time: number;
  readonly editor_type: number;
  readonly post_status: number;
  readonly list_order: number;
  readonly is_top: number;
  readonly top_time: string;
  readonly location: number;
  readonly video_status: number;
  readonly ca_category_id: number;
}

/** A category as the service sends it (§2.5). */
export interface CategoryRecord {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number;
  readonly intro: string;
  readonly content: string | null;
  readonly thumbnail: string;
  readonly count: number;
}

/** The stock of a ticket or of goods as the service sends it (§2.6). `money` is a number for tickets and a decimal string for goods. */
export interface StockRecord {
  readonly id: number;
  readonly name: string;
  readonly num: number;
  readonly sold_num: number;
  readonly money: number | string;
}
