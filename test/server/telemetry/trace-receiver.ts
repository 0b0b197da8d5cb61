/* A collector of traces. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { httpServer } from '../../support/http-server.js';

/** A span as OTLP/JSON has it, with its attributes as an object. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

export type TraceReceiver = Awaited<ReturnType<typeof traceReceiver>>;

/** A collector that receives OTLP over HTTP. @param respond default: it accepts everything */
export async function traceReceiver(
  respond: (response: ServerResponse) => void = (response) => response.setHeader('content-type', 'application/json').end('{}'),
) {
  /** The requests so far. */
  const requests: {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
    readonly response: ServerResponse;
  }[] = [];
  const { url } = await httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks), response });
      respond(response);
    });
  });
  const resourceSpans = () => requests.flatMap(({ body }) => (JSON.parse(body.toString()) as Export).resourceSpans);
  /** The spans of all requests in OTLP/JSON. */
  const spans = (): ReceivedSpan[] =>
    resourceSpans()
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
      .map(({ status, attributes, parentSpanId, links, ...span }) => ({
        ...span,
        parentSpanId,
        failed: status.code === 2,
        attributes: valuesOf(attributes),
        links: links.map(({ traceId, spanId }) => ({ traceId, spanId })),
      }));
  /** The attributes of the resource. */
  const resource = () => valuesOf(resourceSpans()[0]!.resource.attributes);
  return { url, requests, spans, resource };
}

type Attributes = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'failed' | 'attributes'> & {
        readonly status: { readonly code: number };
        readonly attributes: Attributes;
      })[];
    }[];
  }[];
}

/** Each value is an object with one member, named after its type. */
const valuesOf = (attributes: Attributes) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
