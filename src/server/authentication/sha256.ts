import { hash } from 'node:crypto';

/** Returns the hash of a credential, by which `timingSafeEqual` compares it with others of any length. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');
