import { CombinedGraphQLErrors, type ErrorLike } from '@apollo/client';
import type { ReactNode } from 'react';

interface Result<Data> {
  readonly data?: Data | undefined;
  readonly loading: boolean;
  readonly error?: ErrorLike | undefined;
  readonly refetch?: () => Promise<unknown>;
}

/** Shows the data and the error of a query. Both may be present: a field may fail without the others. */
export function QueryResult<Data>({
  data,
  loading,
  error,
  refetch,
  children,
}: Result<Data> & { readonly children: (data: Data) => ReactNode }) {
  return (
    <>
      {error && <Problem error={error} />}
      {error && refetch && (
        // An error of the next attempt is the result's.
        <button disabled={loading} onClick={() => void refetch().catch(() => {})}>
          Try again
        </button>
      )}
      {data === undefined
        ? loading && (
            <p className="dim" role="status">
              Loading…
            </p>
          )
        : children(data)}
    </>
  );
}

export function Problem({ error }: { readonly error: ErrorLike }) {
  return (
    <p className="bad" role="alert">
      {messageFor(error)}
    </p>
  );
}

/** A message of its own for the codes that users can act on; the graph's message for all others. */
function messageFor(error: ErrorLike): string {
  if (!CombinedGraphQLErrors.is(error)) return 'The graph cannot be reached. Please try again.';
  const [{ message, extensions } = { message: error.message }] = error.errors;
  switch (extensions?.['code']) {
    case 'UNAUTHENTICATED':
    case 'FORBIDDEN':
      return 'You are not signed in, or may not see this.';
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_TIMEOUT':
    case 'UPSTREAM_OVERLOADED':
    case 'UPSTREAM_RATE_LIMITED':
      return 'The event service is not available. Please try again later.';
    case 'OUTCOME_UNKNOWN':
      return 'It is unknown whether this registration succeeded. Press again: you will not be registered twice.';
    default:
      return message;
  }
}
