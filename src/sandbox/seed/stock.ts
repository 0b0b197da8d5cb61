/* The tickets and goods of both activities. */

/** The stock of a ticket or of goods as the service sends it (§2.6). `money` is a number for tickets and a decimal string for goods. */
export interface StockRecord {
  readonly id: number;
  readonly name: string;
  readonly num: number;
  readonly sold_num: number;
  readonly money: number | string;
}

/** Tickets. The third is sold out; the fourth is free of charge. */
export const conferenceTickets: readonly StockRecord[] = [
  { id: 401, name: 'Day Pass', num: 600, sold_num: 412, money: 99 },
  { id: 402, name: 'Full Pass', num: 800, sold_num: 655, money: 199.5 },
  { id: 403, name: 'VIP Pass', num: 50, sold_num: 50, money: 888 },
  { id: 404, name: 'Student Pass', num: 200, sold_num: 73, money: 0 },
];

/** Goods. More T-shirts are sold than exist. */
export const conferenceGoods: readonly StockRecord[] = [
  { id: 501, name: 'Notebook', num: 300, sold_num: 120, money: '59.00' },
  { id: 502, name: 'T-shirt', num: 100, sold_num: 103, money: '128.50' },
  { id: 503, name: 'Enamel pin', num: 1000, sold_num: 0, money: '9.90' },
];

export const workshopTickets: readonly StockRecord[] = [{ id: 451, name: 'Seat', num: 30, sold_num: 25, money: 20 }];
