import { randomBytes, randomUUID } from 'node:crypto';
import type { OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import type { Secret } from '../../primitives/secret.js';
import { leasedRows } from '../leases/leased-rows.js';
import { sealUnder } from '../rows/seal.js';
import { sealedOutcomes } from '../rows/sealed-outcomes.js';
import type { RedisLink } from './redis-link.js';
import { redisStore } from './redis-store.js';

/** An outcome store in Redis, which all replicas share and only a holder of the organiser's private key can read. */
export function redisOutcomes(link: RedisLink, privateKey: Pick<Secret, 'reveal'>): OutcomeStore {
  const store = redisStore(link, () => randomBytes(16).toString('base64url'));
  const every = (ms: number, callback: () => void) => {
    const timer = setInterval(callback, ms).unref();
    return () => clearInterval(timer);
  };
  const rows = leasedRows(store, { newWriteId: randomUUID, now: () => performance.now(), every });
  return sealedOutcomes(rows, sealUnder(privateKey));
}
