/*
 * The endpoints of §4.12 on orders, which the interface names without path and payload: the sandbox invents them. An
 * order that costs nothing is paid (state 2). Any other is unpaid (1) for a quarter of an hour, and then expired (3).
 */

import { digits, json, Rejection, type SandboxEndpoint, type SignedCall } from '../endpoint.js';
import { detailedRecord } from '../endpoints/attendee.js';
import type { OrderRecord } from '../records.js';
import type { SandboxActivity } from '../store.js';

const paymentSeconds = 900;

/** Orders tickets for an attendee. A free order is paid immediately. */
export const createOrder: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/order/add',
  auth: 'service',
  parametersIn: 'form',
  required: ['ticket_id', 'participant_id'],
  optional: ['num'],
  handle: ({ activity, parameters, time }) => {
    const ticket = activity.tickets.find(({ id }) => id === digits(parameters, 'ticket_id'));
    if (ticket === undefined) throw new Rejection('No such ticket: the activity has none with this id.');
    const participant = activity.attendee(digits(parameters, 'participant_id'));
    if (participant === undefined) throw new Rejection('No such attendee: the activity has none with this id.');
    const num = parameters.has('num') ? digits(parameters, 'num') : 1;
    if (num < 1 || num > ticket.num - ticket.sold_num)
      throw new Rejection('Parameter num must be from 1 to the remaining stock of the ticket.');
    const id = 9001 + activity.orders.length;
    const cents = Math.round(Number(ticket.money) * 100) * num;
    const order: OrderRecord = {
      id,
      order_sn: `S${activity.id}${id}`,
      ticket_id: ticket.id,
      participant_id: participant.id,
      num,
      amount: (cents / 100).toFixed(2),
      create_time: time,
      pay_time: cents === 0 ? time : 0,
    };
    activity.addOrder(order);
    return json({ code: 1, msg: 'success', data: record(activity, order, time) });
  },
};

export const getOrder: SandboxEndpoint = {
  section: '4.12',
  method: 'GET',
  path: '/api/order/get',
  auth: 'service',
  parametersIn: 'query',
  required: ['order_sn'],
  handle: (call) => json({ code: 1, msg: 'success', data: record(call.activity, orderOf(call), call.time) }),
};

/** The address at which an unpaid order can be paid again. */
export const repayOrder: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/order/repay',
  auth: 'service',
  parametersIn: 'form',
  required: ['order_sn'],
  handle: (call) => {
    const order = record(call.activity, orderOf(call), call.time);
    if (order['state'] !== 1) throw new Rejection('Parameter order_sn must be an unpaid order: this one is paid or has expired.');
    return json({ code: 1, msg: 'success', data: order });
  },
};

/** The order that the parameter order_sn names. @throws Rejection */
function orderOf({ activity, parameters }: SignedCall): OrderRecord {
  const order = activity.orders.find(({ order_sn }) => order_sn === parameters.get('order_sn'));
  if (order === undefined) throw new Rejection('No such order: the activity has none with this number.');
  return order;
}

function record(activity: SandboxActivity, { ticket_id, participant_id, ...order }: OrderRecord, time: number): Record<string, unknown> {
  const state = order.pay_time > 0 ? 2 : time < order.create_time + paymentSeconds ? 1 : 3;
  const participant = activity.attendee(participant_id);
  return {
    ...order,
    state,
    ticket: activity.tickets.find(({ id }) => id === ticket_id),
    participant: participant && detailedRecord(participant),
    pay_url: state === 1 ? `https://event.example/pay/${order.order_sn}` : '',
  };
}
