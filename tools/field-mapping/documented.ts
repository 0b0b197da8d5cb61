/*
 * Every field and parameter that the interface documents, by section: §1 the envelope, §2 the records, §4 the request and reply of
 * each endpoint, §5 the members of Service-Auth. A test compares this list with the rows in both directions. The tables of
 * docs/event-service-interface.md list those of §1, §2 and §5.
 */

import { fieldsOf, sectionNumbers } from '../docs/interface-page.js';

const listed = sectionNumbers.filter((section) => /^(1|2\.\d+|5)$/.test(section));

/** Names as on the wire. A member of a reply's payload has its path. */
export const documented: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(listed.map((section) => [section, fieldsOf(section)])),

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
};

function names(list: string): readonly string[] {
  return list.split(' ');
}
