import { StockItem } from '../../src/records/stock.js';
import { carried, listOfActivity, recordRows, type CarriedRow, type Row } from './row.js';

const base = { id: 401, name: 'Day Pass', num: 100, sold_num: 0, money: 1 };
const ofTickets = listOfActivity({ section: '4.9', recordSection: '2.6', typeName: 'TicketItem', field: 'tickets', base });
const ofGoods = listOfActivity({ section: '4.10', recordSection: '2.6', typeName: 'Goods', field: 'goods', base });

const { cases, complete } = recordRows('2.6', [ofTickets.scene, ofGoods.scene]);

/** One row, of which the types have different proofs. */
const joined = (one: CarriedRow, other: CarriedRow, remark = ''): Row => ({
  ...one,
  carriers: [...one.carriers, ...other.carriers],
  proofs: [...one.proofs, ...other.proofs],
  remark,
});

export const stockRows: readonly Row[] = [
  ...complete({ '': StockItem }, [
    joined(ofTickets.ofId, ofGoods.ofId),
    cases('num', [800, { totalStock: 800, remainingStock: 790 }, { sold_num: 10 }]),
    cases(
      'sold_num',
      [40, { soldStock: 40, remainingStock: 60, soldOut: false }],
      [100, { soldStock: 100, remainingStock: 0, soldOut: true }],
    ),
    joined(
      ofTickets.cases('money', [199.5, { unitPrice: '199.5' }], [0, { unitPrice: '0' }]),
      ofGoods.cases('money', ['59.00', { unitPrice: '59.00' }]),
      'A number for tickets, a decimal string for goods. The digits stay the same.',
    ),
  ]),

  ofTickets.ofReply,

  carried(
    '4.10 request',
    'goods_id',
    ['Activity.goods(id:)'],
    [
      {
        query: '{ activity { goods(id: "501") { name } } }',
        replies: { [ofGoods.path]: ofGoods.reply([{ ...base, id: 501, name: 'Notebook' }]) },
        arrives: { path: ofGoods.path, in: 'form', name: 'goods_id', value: '501' },
        reads: { 'activity.goods': [{ name: 'Notebook' }] },
      },
      {
        query: ofGoods.query,
        replies: { [ofGoods.path]: ofGoods.reply([]) },
        arrives: { path: ofGoods.path, in: 'form', name: 'goods_id', value: undefined },
      },
    ],
  ),
  ofGoods.ofReply,
];
