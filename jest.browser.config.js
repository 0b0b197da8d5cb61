import base from './jest.config.js';

/** Tests in a browser, which must be there: Chromium, at CHROMIUM or where Debian puts it. */
export default {
  ...base,
  roots: ['<rootDir>/test/browser'],
  testMatch: ['**/*.browser.ts'],
  testTimeout: 120_000,
  // The libraries of the base, and qr: it is written as ES modules.
  transformIgnorePatterns: ['/node_modules/(?!(jose|qr|@opentelemetry/otlp-exporter-base)/)'],
};
