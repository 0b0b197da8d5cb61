import type { ActivityId, ServiceId } from './ids.js';

/** Something sold from a limited stock (§2.6). */
export interface StockItem {
  readonly kind: 'ticketItem' | 'goods';
  readonly id: string;
  readonly serviceId: ServiceId;
  readonly activityId: ActivityId;
  readonly name: string;
  /** Sold plus remaining. */
  readonly totalStock: number;
  readonly soldStock: number;
  /** Never below zero, however the service oversells. */
  readonly remainingStock: number;
  readonly soldOut: boolean;
  /** A decimal in plain digits. */
  readonly unitPrice: string;
}
