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
let issued: Promise<{ readonly token: string; readonly until: number }> | undefined;
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
  issued ??= requestToken(session);
  const { token, until } = await issued.catch((error: unknown) => {
    issued = undefined;
    throw error;
  });
  if (until - Date.now() > 30_000) return token;
  issued = requestToken(session);
  return (await issued).token;
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
