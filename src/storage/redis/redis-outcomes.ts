import { randomBytes } from 'node:crypto';
import type { OutcomeStore } from '../../domain/at-most-once/outcome-store.js';
import type { Secret } from '../../primitives/secret.js';
import { createLeasedRows, systemLeases } from '../leases/leased-rows.js';
import { createSeal } from '../rows/seal.js';
import { createSealedOutcomes } from '../rows/sealed-outcomes.js';
import type { RedisLink } from './redis-link.js';
import { createRedisStore } from './redis-store.js';

/** An outcome store in Redis, which all replicas share and only a holder of the organiser's private key can read. */
export function createRedisOutcomes(link: RedisLink, privateKey: Pick<Secret, 'reveal'>): OutcomeStore {
  const store = createRedisStore(link, () => randomBytes(16).toString('base64url'));
  return createSealedOutcomes(createLeasedRows(store, systemLeases), createSeal(privateKey));
}
