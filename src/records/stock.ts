import type { ActivityId, ServiceId } from './ids.js';

export type StockKind = 'ticketItem' | 'goods';

/** A ticket or goods item with a limited stock (§2.6). */
export interface StockItem {
  readonly kind: StockKind;
  readonly id: string;
  readonly serviceId: ServiceId;
  readonly activityId: ActivityId;
  readonly name: string;
  /** The sold and the remaining stock together. */
  readonly totalStock: number;
  readonly soldStock: number;
  /** Never below zero, even if more is sold than the stock. */
  readonly remainingStock: number;
  readonly soldOut: boolean;
  /** A decimal number in plain digits. */
  readonly unitPrice: string;
}
