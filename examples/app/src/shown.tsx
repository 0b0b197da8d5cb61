import { CombinedGraphQLErrors, type ErrorLike } from '@apollo/client';
import type { ReactNode } from 'react';

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly loading: boolean;
  readonly error?: ErrorLike | undefined;
}

/** What is there, and beside it what is not: one part of an answer may fail without the others. */
export function Shown<Data>({ data, loading, error, children }: Answer<Data> & { readonly children: (data: Data) => ReactNode }) {
  return (
    <>
      {error && <Problem error={error} />}
      {data === undefined ? loading && <p className="dim">Loading…</p> : children(data)}
    </>
  );
}

export function Problem({ error }: { readonly error: ErrorLike }) {
  return (
    <p className="bad" role="alert">
      {sayingWhat(error)}
    </p>
  );
}

/** The codes that a user can do something about; the graph's own words for the rest. */
function sayingWhat(error: ErrorLike): string {
  if (!CombinedGraphQLErrors.is(error)) return 'The graph cannot be reached. Please try again.';
  const [{ message, extensions } = { message: error.message }] = error.errors;
  switch (extensions?.['code']) {
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
    case 'UPSTREAM_OVERLOADED':
    case 'UPSTREAM_RATE_LIMITED':
      return 'The event service does not answer at the moment. Please try again in a while.';
    case 'OUTCOME_UNKNOWN':
      return 'It is not known whether this registration has arrived. Press again: nobody is registered twice.';
    default:
      return message;
  }
}
