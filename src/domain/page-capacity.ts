/** What a process has learned of how large a page one operation of the service gives; the limit is not in the interface (§8). */
export class PageCapacity {
  /** The largest page that came: pages up to it are known to come whole. */
  proven = 0;
  /** The size at which pages were seen to be cut short; null while none was. */
  cutAt: number | null = null;
  /** The same, once it was seen twice running: from then on no larger page is asked for. */
  limit: number | null = null;

  observe(received: number): void {
    if (received > this.proven) this.proven = received;
  }

  /** A page came shorter than its total promised. */
  cut(received: number): void {
    if (this.cutAt === received) this.limit = received;
    this.cutAt = received;
    this.proven = Math.min(this.proven, received);
  }
}
