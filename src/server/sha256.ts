/* The hash of texts, such as documents and API keys. */

import { hash } from 'node:crypto';

/** Returns the SHA-256 of a text, in hex. */
export const sha256Of = (text: string): string => hash('sha256', text);
