import { replyRows } from './envelope.js';
import { pathOf } from './paths.js';
import { carried, type Row } from './row.js';
import { recordRows, type Scene } from './scene.js';

const tickets = pathOf('4.9');
const goods = pathOf('4.10');
const base = { id: 401, name: 'Day Pass', num: 100, sold_num: 0, money: 1 };
const reply = (items: readonly unknown[]) => ({ code: 1, msg: 'success', data: items });

const ticket: Scene = {
  typeName: 'TicketItem',
  path: tickets,
  base,
  envelope: (record) => reply([record]),
  query: (selection) => `{ activity { tickets { ${selection} } } }`,
  at: 'activity.tickets.0',
};
const item: Scene = {
  ...ticket,
  typeName: 'Goods',
  path: goods,
  query: (selection) => `{ activity { goods { ${selection} } } }`,
  at: 'activity.goods.0',
};

const ofTickets = recordRows('2.6', [ticket]);
const ofGoods = recordRows('2.6', [item]);

/** One row for a field of both types, with the proofs of both. */
function both(...[name, ...cases]: Parameters<typeof ofTickets.cases>): Row {
  const [one, other] = [ofTickets.cases(name, ...cases), ofGoods.cases(name, ...cases)];
  return { ...one, carriers: [...one.carriers, ...other.carriers], proofs: [...one.proofs, ...other.proofs] };
}

const byId = (kind: string) => [442, { id: `${kind}:1001:442`, serviceId: '442' }] as const;
const ticketId = ofTickets.cases('id', byId('ticketItem'));
const goodsId = ofGoods.cases('id', byId('goods'));
const price = ofTickets.cases('money', [199.5, { unitPrice: '199.5' }], [0, { unitPrice: '0' }]);
const goodsPrice = ofGoods.cases('money', ['59.00', { unitPrice: '59.00' }]);

const ticketRows = replyRows('4.9', {
  path: tickets,
  query: '{ activity { tickets { name } } }',
  field: 'activity.tickets',
  success: reply([base]),
});
const goodsRows = replyRows('4.10', {
  path: goods,
  query: '{ activity { goods { name } } }',
  field: 'activity.goods',
  success: reply([base]),
});
const two = reply([base, { ...base, id: 402, name: 'Full Pass' }]);

export const stockRows: readonly Row[] = [
  { ...ticketId, carriers: [...ticketId.carriers, ...goodsId.carriers], proofs: [...ticketId.proofs, ...goodsId.proofs] },
  both('name', ['Full Pass', { name: 'Full Pass' }]),
  both('num', [800, { totalStock: 800, remainingStock: 790 }, { sold_num: 10 }]),
  both(
    'sold_num',
    [40, { soldStock: 40, remainingStock: 60, soldOut: false }],
    [100, { soldStock: 100, remainingStock: 0, soldOut: true }],
  ),
  {
    ...price,
    carriers: [...price.carriers, ...goodsPrice.carriers],
    proofs: [...price.proofs, ...goodsPrice.proofs],
    remark: 'A number for tickets, a decimal string for goods. The digits stay the same.',
  },

  ticketRows.code,
  ticketRows.msg,
  carried(
    '4.9 reply',
    'data',
    ['Activity.tickets'],
    [
      {
        query: '{ activity { tickets { name } } }',
        replies: { [tickets]: two },
        reads: { 'activity.tickets': [{ name: 'Day Pass' }, { name: 'Full Pass' }] },
      },
    ],
  ),

  carried(
    '4.10 request',
    'goods_id',
    ['Activity.goods(id:)'],
    [
      {
        query: '{ activity { goods(id: "501") { name } } }',
        replies: { [goods]: reply([{ ...base, id: 501, name: 'Notebook' }]) },
        arrives: { path: goods, in: 'form', name: 'goods_id', value: '501' },
        reads: { 'activity.goods': [{ name: 'Notebook' }] },
      },
      {
        query: '{ activity { goods { name } } }',
        replies: { [goods]: reply([]) },
        arrives: { path: goods, in: 'form', name: 'goods_id', value: undefined },
      },
    ],
  ),
  goodsRows.code,
  goodsRows.msg,
  carried(
    '4.10 reply',
    'data',
    ['Activity.goods'],
    [
      {
        query: '{ activity { goods { name } } }',
        replies: { [goods]: two },
        reads: { 'activity.goods': [{ name: 'Day Pass' }, { name: 'Full Pass' }] },
      },
    ],
  ),
];
