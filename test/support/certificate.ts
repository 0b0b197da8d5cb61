/* Certificates for servers with TLS. */

import { temporaryFile } from './temporary-files.js';

interface Certificate {
  readonly key: string;
  /** The path of the key. */
  readonly keyFile: string;
  readonly cert: string;
  /** The path of the certificate. */
  readonly file: string;
}

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbu9HV1ydk953xihg
x6podNfP4LUTrbPPK1QuEe5pU3ahRANCAATFFXsMuIwcRW7aqjRueSlvMvrd9c93
NI4gqdukDVR1mS7KM7mkK/4vHZj6jzlRKfVjvqSJJBbeDLdIW6mgl/ra
-----END PRIVATE KEY-----`;

/** Self-signed certificates by what they are for: host names, for a hundred years, and localhost on one day of 2020. Nobody trusts them. */
const certificates = {
  localhost: `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUX6AgLzalGfDhvNbmfc5juImM4YwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTA2Mzc1OFoYDzIxMjYxMTA1
MDYzNzU4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATFFXsMuIwcRW7aqjRueSlvMvrd9c93NI4gqdukDVR1mS7KM7mkK/4v
HZj6jzlRKfVjvqSJJBbeDLdIW6mgl/rao2kwZzAdBgNVHQ4EFgQUqp/wT4s3Ntz1
inKJaKvgUH1BANswHwYDVR0jBBgwFoAUqp/wT4s3Ntz1inKJaKvgUH1BANswDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAObaDxAe/l5QOWVEa/NXY/AYzyk+VhHwFWYMpORj+GwdAiEA9NIPvfPW
kzekUWgUcCXINhblRK8ASap9UXUF9m7NsHw=
-----END CERTIFICATE-----`,
  'other.example': `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUF7qFo7OoA4aBNOmgRbujVMmsxjYwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yNjExMjkwNjM3NThaGA8yMTI2
MTEwNTA2Mzc1OFowGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABMUVewy4jBxFbtqqNG55KW8y+t31z3c0jiCp26QNVHWZ
LsozuaQr/i8dmPqPOVEp9WO+pIkkFt4Mt0hbqaCX+tqjbTBrMB0GA1UdDgQWBBSq
n/BPizc23PWKcoloq+BQfUEA2zAfBgNVHSMEGDAWgBSqn/BPizc23PWKcoloq+BQ
fUEA2zAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDW90aGVyLmV4YW1wbGUw
CgYIKoZIzj0EAwIDSAAwRQIhALz15W2jlvdDiFlioDyqFLIUkSuLIKQButKk1MRY
nlP1AiB9P0PXVtMFtcEiDlD8qNlri1pfdPLTdAFFnNaldOYYzA==
-----END CERTIFICATE-----`,
  'localhost, expired': `-----BEGIN CERTIFICATE-----
MIIBYTCCAQegAwIBAgIUWFKQndnCiK0D4V4/1Aw/hGgShV0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTIwMDEwMTAwMDAwMFoXDTIwMDEwMjAw
MDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAExRV7DLiMHEVu2qo0bnkpbzL63fXPdzSOIKnbpA1UdZkuyjO5pCv+Lx2Y
+o85USn1Y76kiSQW3gy3SFupoJf62qM3MDUwFAYDVR0RBA0wC4IJbG9jYWxob3N0
MB0GA1UdDgQWBBSqn/BPizc23PWKcoloq+BQfUEA2zAKBggqhkjOPQQDAgNIADBF
AiBe4FxFNzfJBsF8RYktMbvuxjgCHBOF/EdiRK74+kc1mQIhAIfRqSZFsDy5igOd
9G9rXiQ6z55H6+jo4Bh4e6bJIR2o
-----END CERTIFICATE-----`,
};

/** A certificate in files of its own. */
export function certificateFor(name: keyof typeof certificates): Certificate {
  const cert = certificates[name];
  return { key, keyFile: temporaryFile('key.pem', key), cert, file: temporaryFile('certificate.pem', cert) };
}
