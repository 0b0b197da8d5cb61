/** The library: the subgraph's schema and a context for each operation, for a server of your own. */
export { createEventGraph, type CreateContext, type EventGraph, type EventGraphOptions, type LibraryCaller } from './program/library.js';
export { createRestClient, type RestClient, type RestClientOptions } from './rest.js';
export { ConfigError } from './config/environment.js';
export type { CancelSignal } from './primitives/cancellation.js';
export { dataScopes as allScopes, type Caller, type Scope } from './records/caller.js';
export { createErrorFormat, type Defect, type ErrorReporting } from './graph/format-error.js';
export { EventGraphQLError } from './graph/format-error.js';
export * from './records/errors.js';
export type { GraphContext } from './graph/context.js';
export type { Subgraph } from './graph/schema/schema.js';
export type { Span, SpanAttributes, SpanTracer } from './primitives/span.js';
export type { ServiceOptions, ServiceTuning, SignatureOptions } from './config/library-options.js';
