/** What the app knows of an event and the graph does not: the interface has neither names of events nor currencies. */
export interface EventSettings {
  readonly title: string;
  readonly place: string;
  /** ISO 4217. The graph returns prices as numbers; the organiser decides what they mean. */
  readonly currency: string;
}

const events: Readonly<Record<string, EventSettings>> = {
  '1001': { title: 'Harbour Technology Summit', place: 'Harbour congress centre', currency: 'EUR' },
  '1002': { title: 'Schema Design Workshop', place: 'Room 12', currency: 'EUR' },
};

export const eventOf = (activityId: string): EventSettings =>
  events[activityId] ?? { title: `Event ${activityId}`, place: '', currency: 'EUR' };

/** A price in words. @param unitPrice a decimal number as text, as the graph returns it */
export function priceOf(unitPrice: string | null, currency: string): string {
  if (unitPrice === null) return '';
  if (Number(unitPrice) === 0) return 'Free';
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(unitPrice));
}
