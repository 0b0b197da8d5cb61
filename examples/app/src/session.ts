import { useSyncExternalStore } from 'react';

/** Who uses the app. The token issuer of the demo believes what this says; a real one would verify it. */
export type Session =
  | { readonly role: 'visitor' | 'organiser' }
  | {
      readonly role: 'attendee';
      readonly mobile: string;
    };

const visitor: Session = { role: 'visitor' };
let session: Session = visitor;
let issued: ReturnType<typeof requestToken> | undefined;
const listeners = new Set<() => void>();

/** The current session. The component renders again when somebody signs in or out. */
export const useSession = (): Session => useSyncExternalStore(onChange, () => session);

export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs in. @throws Error if the issuer refuses */
export async function signIn(wanted: Session): Promise<void> {
  await begin(wanted);
}

export const signOut = (): Promise<void> => begin(visitor);

/** A token of the session that is valid for at least half a minute. It is held in memory only. */
export async function bearerToken(): Promise<string> {
  const { token, until } = await (issued ?? renewed());
  return until - Date.now() > 30_000 ? token : (await renewed()).token;
}

/** Requests a token. One that fails is requested again when one is needed next. */
function renewed() {
  const requested = requestToken(session);
  issued = requested;
  requested.catch(() => {
    if (issued === requested) issued = undefined;
  });
  return requested;
}

async function begin(next: Session): Promise<void> {
  const first = requestToken(next);
  await first;
  [session, issued] = [next, first];
  for (const listener of listeners) listener();
}

async function requestToken(wanted: Session) {
  const response = await fetch('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  if (!response.ok) throw new Error('The sign-in was refused. Please check the mobile number.');
  const { token, lifetimeSeconds } = (await response.json()) as { token: string; lifetimeSeconds: number };
  return { token, until: Date.now() + lifetimeSeconds * 1000 };
}
