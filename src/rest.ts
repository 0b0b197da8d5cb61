/** The event service's operations as typed methods, without GraphQL: `import { createRestClient } from 'event-graph/rest'`. */
export { createRestClient, type RestClient, type RestClientOptions } from './rest-client.js';
export { ConfigError } from './config.js';
export * from './model/errors.js';
export * from './model/upstream-errors.js';
