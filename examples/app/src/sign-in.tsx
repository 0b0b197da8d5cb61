import { useState, type SyntheticEvent } from 'react';
import { useKept } from './kept.js';
import { signIn, signOut, type Session } from './session.js';

/** A form for the demo's token issuer, which believes every number. A real app leads to the sign-in of its organisation here. */
export function SignIn() {
  const [mobile, setMobile] = useKept('mobile', () => '');
  const [problem, setProblem] = useState<string | null>(null);
  const enter = (session: Session, section: string) =>
    signIn(session).then(
      () => location.replace(section),
      (error: unknown) => setProblem(error instanceof Error ? error.message : 'The sign-in failed.'),
    );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void enter({ role: 'attendee', mobile: mobile.trim() }, '#badge');
  };
  return (
    <section>
      <h2>Sign in</h2>
      <p>
        Enter the mobile number that you registered with, or want to register with. This is a demonstration: no code is sent, and every
        number is believed.
      </p>
      <form onSubmit={submit}>
        <div>
          <label htmlFor="mobile-number">Mobile number</label>
          <input
            id="mobile-number"
            type="tel"
            autoComplete="tel"
            required
            value={mobile}
            aria-describedby="mobile-hint sign-in-problem"
            onChange={(event) => setMobile(event.target.value)}
          />
          <p id="mobile-hint" className="dim">
            Try 10000700001, who is registered, or a number of your own.
          </p>
          <p id="sign-in-problem" className="bad" role="alert">
            {problem}
          </p>
        </div>
        <button className="main">Sign in</button>
      </form>
      <h2>For the organiser</h2>
      <p>
        <button onClick={() => void enter({ role: 'organiser' }, '#attendees')}>Sign in as an organiser</button>
      </p>
    </section>
  );
}

export function SignedIn({ session }: { readonly session: Session }) {
  return (
    <button onClick={() => void signOut().then(() => location.replace('#now'))}>
      Sign out <span className="who">{session.role === 'attendee' ? `…${session.mobile.slice(-4)}` : session.role}</span>
    </button>
  );
}
