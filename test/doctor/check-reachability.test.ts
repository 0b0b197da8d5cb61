import { alteredService } from '../support/altered-service.js';
import { certificateFor } from '../support/certificate.js';
import { examined, examinedService } from './examined.js';

test('a certificate that no authority signed fails with its code, and the hint names NODE_EXTRA_CA_CERTS', async () => {
  const { check, paths } = await examinedService({ tls: certificateFor('localhost'), host: 'localhost' });
  expect(check('address').status).toBe('ok');
  expect(check('connection').status).toBe('ok');
  expect(check('tls')).toMatchObject({
    status: 'fail',
    details: { cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  expect(check('http').status).toBe('skip');
  expect(paths).toEqual([]);
});

test('plain http is skipped, and a plain http port under https fails', async () => {
  const service = await alteredService();
  expect((await examined(service.url)).check('tls').status).toBe('skip');
  const { check } = await examined(service.url.replace('http:', 'https:'));
  expect(check('tls')).toMatchObject({ status: 'fail', details: { cause: expect.stringMatching(/^[A-Z_]+$/) } });
  expect(check('tls').hint).toContain('https or http');
});
