import { ConfigError, readConfig } from '../../src/config/config.js';

const endpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const tracesEndpoint = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
const protocol = 'OTEL_EXPORTER_OTLP_PROTOCOL';
const collector = 'http://collector:4318';

const rows: readonly [settings: Record<string, string>, url: string | undefined][] = [
  [{}, undefined],
  [{ [endpoint]: collector }, 'http://collector:4318/v1/traces'],
  [{ [endpoint]: 'https://collector/otlp/' }, 'https://collector/otlp/v1/traces'],
  [{ [tracesEndpoint]: 'https://collector/own/?team=a' }, 'https://collector/own/?team=a'],
  [{ [endpoint]: collector, [tracesEndpoint]: 'https://other/' }, 'https://other/'],
  [{ [endpoint]: collector, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ [endpoint]: collector, OTEL_SDK_DISABLED: 'true' }, undefined],
  [{ [protocol]: 'grpc' }, undefined],
];

test.each(rows)('%j sends spans to %s', (settings, url) => {
  expect(readConfig(settings).traces?.url).toBe(url);
});

test('the protocol is protobuf unless a setting changes it, and the one for traces decides', () => {
  const of = (more: Record<string, string>) => readConfig({ [endpoint]: collector, ...more }).traces?.protocol;
  expect(of({})).toBe('http/protobuf');
  expect(of({ [protocol]: 'http/json' })).toBe('http/json');
  expect(of({ [protocol]: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' })).toBe('http/json');
});

test.each([
  [{ [endpoint]: collector, [protocol]: 'grpc' }, protocol],
  [{ [endpoint]: collector, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'],
  [{ [endpoint]: 'collector:4318' }, endpoint],
  [{ [endpoint]: 'http://user:secret@collector' }, endpoint],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER'],
])('%j is refused', (settings, bad) => {
  const problems = () => {
    try {
      readConfig(settings);
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.problems.map(({ setting }) => setting) : [error];
    }
  };
  expect(problems()).toEqual([bad]);
});
