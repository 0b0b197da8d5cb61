/** A form field: name and value, both sent as they are. */
export type FormEntry = readonly [name: string, value: string];

export interface Multipart {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Encodes text fields as multipart/form-data (RFC 7578), values byte for byte.
 * Names get the escapes of the WHATWG form encoding; without entries only the closing delimiter is left.
 * @param newBoundary is asked again while its answer occurs in the content.
 */
export function multipart(entries: readonly FormEntry[], newBoundary: () => string): Multipart {
  let boundary = newBoundary();
  while (entries.some(([name, value]) => value.includes(boundary) || name.includes(boundary))) boundary = newBoundary();
  let text = '';
  for (const [name, value] of entries) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${text}--${boundary}--\r\n`),
  };
}

const unsafeInName = /[\r\n"]/g;
const escapes: Readonly<Record<string, string>> = { '\r': '%0D', '\n': '%0A', '"': '%22' };

function escapeName(name: string): string {
  return name.replace(unsafeInName, (character) => escapes[character]!);
}
