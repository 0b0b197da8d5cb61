import busboy from 'busboy';

/** The fields of a multipart body. */
export function formOf(contentType: string, body: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8' });
    parser.on('field', (name, value) => (fields[name] = value));
    parser.on('error', reject);
    parser.on('close', () => resolve(fields));
    parser.end(body);
  });
}
