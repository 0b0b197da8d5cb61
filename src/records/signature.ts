/* The words of which the settings of the signature consist (§5): algorithms and placeholders of templates; and its form. */

/**
 * Names of the algorithms that hash a filled-in template (§5). Settings and options accept each of them. docs/adding.md states
 * what a new one needs.
 */
export const signatureAlgorithms = [
  'md5',
  'hmac-md5', // keyed with the private key
] as const;
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

/** How the hexadecimal digits of a signature are written (§5). */
export const signatureCases = ['lower', 'upper'] as const;
export type SignatureCase = (typeof signatureCases)[number];

/** How a signature is computed (§5). The interface does not define it, so the operator configures it. */
export interface SignatureRule {
  /** The text that is hashed, with placeholders such as `{Time}`. */
  readonly template: string;
  readonly algorithm: SignatureAlgorithm;
  readonly case: SignatureCase;
}

/** Names of the values that a template may contain in braces, such as `{Time}`: the members of the header, and the private key (§5). */
export const signaturePlaceholders = ['UserPublicKey', 'ActivityId', 'Time', 'Version', 'PrivateKey'] as const;
export type SignaturePlaceholder = (typeof signaturePlaceholders)[number];

const placeholder = new RegExp(`\\{(${signaturePlaceholders.join('|')})\\}`);

/**
 * Splits a template at its placeholders.
 * @returns literal text at even indexes, the names of placeholders at odd ones
 */
export const templateParts = (template: string): readonly string[] => template.split(placeholder);

/** The form of a signature: the digits of a hash of 128 to 512 bits. The interface documents 32 (§5), and the sandbox accepts no others. */
export const signatureForm = { pattern: /^[0-9a-f]{32,128}$/i, words: '32 to 128 hexadecimal digits' };
