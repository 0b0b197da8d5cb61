/* The records of the sandbox that requests create and change. Those of content are in the files of seed. */

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
