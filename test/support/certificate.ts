import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  /** The path of the key. */
  readonly keyFile: string;
  readonly cert: string;
  /** The path of the certificate. */
  readonly file: string;
}

/** A self-signed certificate for a host name, valid for two days. Needs the command openssl. */
export function certificateFor(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    {
      stdio: 'ignore',
    },
  );
  return { key: readFileSync(key, 'utf8'), keyFile: key, cert: readFileSync(cert, 'utf8'), file: cert };
}

/** A self-signed certificate for a host name that was valid on one day of 2020. Needs the command openssl. */
export function expiredCertificateFor(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert, request] = [join(folder, 'key.pem'), join(folder, 'certificate.pem'), join(folder, 'request.pem')];
  const [settings, database] = [join(folder, 'ca.cnf'), join(folder, 'issued')];
  const run = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  writeFileSync(database, '');
  writeFileSync(
    settings,
    `[ca]\ndefault_ca = own\n[own]\ndatabase = ${database}\nnew_certs_dir = ${folder}\nrand_serial = yes\ndefault_md = sha256\n` +
      'policy = any\ncopy_extensions = copy\n[any]\ncommonName = supplied\n',
  );
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  run('req', '-new', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', request);
  const day = ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'];
  run('ca', '-batch', '-selfsign', '-notext', '-config', settings, '-keyfile', key, '-in', request, '-out', cert, ...day);
  return { key: readFileSync(key, 'utf8'), keyFile: key, cert: readFileSync(cert, 'utf8'), file: cert };
}
