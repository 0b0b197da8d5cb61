/* The checks of the path to the service: host name, connection, TLS. */

import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { systemCode } from '../records/call-outcome.js';
import { counted, passed, skipped, type CheckResult } from './check.js';

/** Checks that the host name of the service resolves. */
export async function checkAddress({ hostname }: URL): Promise<CheckResult> {
  const host = withoutBrackets(hostname);
  if (isIP(host)) return skipped('address', 'The address is an IP address; there is no name to resolve.');
  try {
    const found = await lookup(host, { all: true });
    return passed('address', `The host name resolves to ${counted(found.length, 'address', 'addresses')}.`);
  } catch (error) {
    const cause = systemCode(error) ?? 'UNKNOWN';
    return {
      id: 'address',
      status: 'fail',
      message: `The host name does not resolve (${cause}).`,
      hint: 'Check the host name in EVENT_SERVICE_URL, and the DNS server of this machine.',
      settings: ['EVENT_SERVICE_URL'],
      details: { cause },
    };
  }
}

/** Checks that a TCP connection opens within the budget of a call. */
export async function checkConnection(url: URL, timeoutMs: number): Promise<CheckResult> {
  try {
    await waitUntilOpen(connect({ host: withoutBrackets(url.hostname), port: portOf(url) }), 'connect', timeoutMs);
    return passed('connection', `Port ${portOf(url)} accepts connections.`);
  } catch (error) {
    const cause = systemCode(error) ?? 'ETIMEDOUT';
    return {
      id: 'connection',
      status: 'fail',
      message: `No connection to port ${portOf(url)} could be opened (${cause}).`,
      hint: 'Check the host and the port in EVENT_SERVICE_URL, firewalls, and whether this network needs a proxy (HTTP_PROXY is not supported).',
      settings: ['EVENT_SERVICE_URL'],
      details: { cause },
    };
  }
}

/** Checks that the certificate is trusted and fits the host name. */
export async function checkTls(url: URL, timeoutMs: number): Promise<CheckResult> {
  if (url.protocol !== 'https:') return skipped('tls', 'The address is plain http.');
  const host = withoutBrackets(url.hostname);
  try {
    const socket = connectTls({ host, port: portOf(url), ...(isIP(host) === 0 && { servername: host }) });
    await waitUntilOpen(socket, 'secureConnect', timeoutMs);
    return passed('tls', 'The certificate is trusted and fits the host name.');
  } catch (error) {
    const cause = systemCode(error) ?? 'ETIMEDOUT';
    const { problem, hint } = tlsProblems.find(({ causes }) => causes.test(cause)) ?? noTls;
    return { id: 'tls', status: 'fail', message: `${problem} (${cause}).`, hint, settings: ['EVENT_SERVICE_URL'], details: { cause } };
  }
}

const tlsProblems = [
  {
    causes: /^CERT_HAS_EXPIRED$|^CERT_NOT_YET_VALID$/,
    problem: 'The certificate has expired, or is not valid yet',
    hint: "Check this machine's date. Otherwise the certificate must be renewed: NODE_EXTRA_CA_CERTS does not help.",
  },
  {
    causes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    problem: 'The certificate is for another host name',
    hint: 'Use the name of the certificate in EVENT_SERVICE_URL: NODE_EXTRA_CA_CERTS does not help.',
  },
  {
    causes: /CERT|SIGNATURE|ISSUER/,
    problem: 'The certificate is not trusted',
    hint: 'If an authority of your own has signed it, name the file with the certificate of the authority in NODE_EXTRA_CA_CERTS.',
  },
] as const;

const noTls = {
  problem: 'No TLS connection could be opened',
  hint: 'Check the port, and https or http, in EVENT_SERVICE_URL. (NODE_EXTRA_CA_CERTS is for certificates that are not trusted.)',
} as const;

/** Waits until the socket is open, and destroys it. */
function waitUntilOpen(socket: Socket, event: 'connect' | 'secureConnect', timeoutMs: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No connection within the budget.')), timeoutMs);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    socket.once(event, () => settle(resolve));
    socket.on('error', (error) => settle(() => reject(error)));
  }).finally(() => socket.destroy());
}

/** An IPv6 address stands in brackets in a URL. */
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));
