/** Headers by lower-case name, every occurrence of each: a credential that is there twice is none. */
export type HeaderLists = Readonly<Record<string, readonly string[] | undefined>>;

/** An HTTP request as the handlers see it: no socket, and a body that is read only when asked for. */
export interface HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  headerLists(): HeaderLists;
  readonly remoteAddress: string;
  /** The body as text, inflated. @throws Refusal over the limit, or in an unknown encoding */
  text(): Promise<string>;
  /** Calls back when the sender is gone, or has its answer. */
  onClose(listener: () => void): void;
  /** What the access log tells of the request; handlers add to it. */
  readonly notes: { caller?: string; operationName?: string | null };
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream of events is written as it comes. */
  readonly body: string | Buffer | AsyncIterable<string>;
  /** Aborts when a stream has to end; a reader that has not taken the rest two seconds later is cut off. */
  readonly over?: AbortSignal;
}

export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** The header's one value. */
export function header(request: HttpRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
