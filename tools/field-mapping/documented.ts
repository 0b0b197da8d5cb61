/*
 * Every field and parameter that the interface documents, by section: §1 the envelope, §2 the records, §4 the request and reply of
 * each endpoint, §5 the members of Service-Auth. A test compares this list with the rows in both directions.
 */

import { documentedFields } from '../../src/endpoint/documented-fields.js';

/** Names as on the wire. A member of a reply's payload has its path. */
export const documented: Readonly<Record<string, readonly string[]>> = {
  '1': names('code msg data url time'),
  // The names of a record's own members are in src, because the doctor compares the records of a service with them.
  '2.1': [...documentedFields['4.1']!, 'custom_store'],
  '2.2': documentedFields['4.4']!,
  '2.3': [...documentedFields['4.6']!, ...names('link.mode link.val link.label link.appId')],
  '2.4': documentedFields['4.7']!,
  '2.5': documentedFields['4.8']!,
  '2.6': documentedFields['4.9']!,
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
  '1': 'Reply envelope',
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
  '4.5': 'Check-in look-up',
  '4.6': 'Schedule list',
  '4.7': 'Article list',
  '4.8': 'Article category list',
  '4.9': 'Ticket data',
  '4.10': 'Goods data',
  '4.11': 'Single sign-on',
  '5': 'Service-Auth',
};

function names(list: string): readonly string[] {
  return list.split(' ');
}
