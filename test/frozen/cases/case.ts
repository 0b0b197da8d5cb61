import type { Ask } from '../program.js';
import type { Faults } from '../service.js';

/** One request, and the circumstances. A string is a query. */
export type Step =
  | string
  | (Ask & {
      /** How the service fails from now on. */
      readonly faults?: Faults;
      /** Milliseconds that pass before the request. */
      readonly pass?: number;
      /** Whether the order of the calls to the service is determined. */
      readonly inOrder?: boolean;
    });

/** Cases that run over programs with the same settings. */
export interface Group {
  readonly title: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether each case has a program and a sandbox of its own: it changes the one or the other. */
  readonly fresh?: boolean;
  readonly cases: Readonly<Record<string, Step | readonly Step[]>>;
}

/** A request by GET. */
export const get = (parameters: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Ask => ({
  method: 'GET',
  path: `/graphql?${new URLSearchParams(parameters).toString()}`,
  headers,
});
