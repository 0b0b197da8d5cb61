/* Encodes form fields as multipart/form-data. */

/** The name and the value of a form field, both as text. */
export type FormEntry = readonly [name: string, value: string];

/** The body of a request, and the media type with its boundary. */
export interface Multipart {
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Encodes text fields as multipart/form-data (RFC 7578). Values are sent as they are, names with the escapes of the WHATWG form
 * encoding. Without entries the body is the closing delimiter only.
 * @param newBoundary is called again while its result occurs in a name or a value
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
