import type { AttendeePage } from '../endpoint/attendee.js';

/** What a process has learned of how large a page the service gives; its limit is not in the interface (§8). */
export class PageCapacity {
  /** The largest page that ever came: pages up to it are known to come whole. */
  proven = 0;
  /** Whether a page ever came shorter than its total promised: then the service cuts pages short. */
  cutsShort = false;

  observe({ received }: AttendeePage): void {
    if (received > this.proven) this.proven = received;
  }
}
