/*
 * The memory that the documents of subscriptions take. A prepared operation stays in memory as long as a subscription with it, whatever the
 * cache of them evicts. Subscriptions with one document share it, so an app needs little: a document for each of its screens.
 */

import type { Caller } from '../../records/caller.js';
import { TooManyDocumentsError } from '../../records/errors.js';
import type { PreparedOperation } from '../operations/prepare.js';

const maxBytes = { caller: 16 * 1024 * 1024, process: 64 * 1024 * 1024 };

/** The documents of the subscriptions of a process. */
export class HeldDocuments {
  readonly #all = new Holder(maxBytes.process);
  readonly #byCaller = new Map<string, Holder>();

  /** Holds the document of a subscription. @returns what releases it @throws TooManyDocumentsError if there are too many different ones */
  hold({ name }: Caller, prepared: PreparedOperation): () => void {
    const ofCaller = this.#byCaller.get(name) ?? new Holder(maxBytes.caller);
    const holders = [ofCaller, this.#all];
    if (!holders.every((holder) => holder.hasRoom(prepared))) throw new TooManyDocumentsError();
    this.#byCaller.set(name, ofCaller);
    for (const holder of holders) holder.change(prepared, 1);
    return () => {
      for (const holder of holders) holder.change(prepared, -1);
      if (ofCaller.isEmpty) this.#byCaller.delete(name);
    };
  }
}

class Holder {
  readonly #subscriptions = new Map<PreparedOperation, number>();
  #bytes = 0;

  constructor(private readonly maximum: number) {}

  get isEmpty(): boolean {
    return this.#subscriptions.size === 0;
  }

  hasRoom(prepared: PreparedOperation): boolean {
    return this.#subscriptions.has(prepared) || this.#bytes + prepared.bytes <= this.maximum;
  }

  /** Counts a subscription with the document more, or one less. */
  change(prepared: PreparedOperation, by: 1 | -1): void {
    const before = this.#subscriptions.get(prepared) ?? 0;
    if (before + by === 0) this.#subscriptions.delete(prepared);
    else this.#subscriptions.set(prepared, before + by);
    if (before === 0 || before + by === 0) this.#bytes += by * prepared.bytes;
  }
}
