/* Words that the repository avoids: they meant several things, or only this project would use them. `npm run docs` lists them in docs/words.md. */

export interface AvoidedWord {
  /** The words in the table of docs/words.md. */
  readonly avoided: string;
  readonly pattern: RegExp;
  readonly better: string;
}

export const avoidedWords: readonly AvoidedWord[] = [
  {
    avoided: 'answer',
    pattern: /(?<![Ff]orm[ -]?)(?<![a-z])[Aa]nswer(s|ed|ing|able)?(?![a-z])|(?<!Form)(?<!form)Answer/,
    better: 'response (HTTP, GraphQL), reply (of the event service), result (except "form answer", what an attendee filled in)',
  },
  { avoided: 'kept', pattern: /\b[Kk]ept\b/, better: 'cached, stored' },
  { avoided: 'spare', pattern: /\b[Ss]par(e|es|ed|ing)\b/, better: 'refused while the circuit is open, skipped, saved' },
  { avoided: 'tell, told', pattern: /\b[Tt]old\b|\b[Tt]ell(s|ing)?\b/, better: 'report, log, state, show' },
  {
    avoided: 'nobody, whoever, stranger',
    pattern: /\b[Nn]obody\b|\b[Ww]hoever\b|\b[Ss]trangers?\b/,
    better: 'no caller, the caller, the operator',
  },
  { avoided: 'let go', pattern: /\b[Ll]et(s|ting)? go\b/, better: 'release, dispose' },
  { avoided: 'anew', pattern: /\b[Aa]new\b/, better: 'again' },
  {
    avoided: 'flight',
    pattern: /(?<!in[ -]|single-)\b[Ff]lights?\b/,
    better: 'request, shared read (except "in flight" and "single-flight")',
  },
  { avoided: 'tally', pattern: /\b[Tt]all(y|ies)\b/, better: 'count' },
  { avoided: 'sign-on', pattern: /(?<![Ss]ingle )(?<![Ss]ingle-)\b[Ss]ign-?ons?\b/, better: 'single sign-on, ssoLogin' },
  {
    avoided: 'sign on, log in',
    pattern: /\b[Ss]ign(s|ed|ing)? (\w*sel(f|ves) )?on\b|\b[Ll]og(s|ged|ging)? ((an? \w+|\w*sel(f|ves)|them) )?(in|on)\b(?! the)/,
    better: 'sign in',
  },
  {
    avoided: '`LookUp`, `lookUps`',
    pattern: /LookUp|lookUps|\blookUp(: '|\.)/,
    better: 'Lookup, lookups, lookup; `lookUp` for what looks up',
  },
  { avoided: 'all the same', pattern: /\ball the same\b/, better: 'nevertheless, although' },
  { avoided: 'what is none', pattern: /\bwhat is none\b/, better: 'an invalid value' },
  { avoided: 'embedded service', pattern: /\b[Ee]mbedded (event )?service\b/, better: 'sandbox' },
  { avoided: 'misspelled', pattern: /\b[Mm]isspelled\b/, better: 'misspelt' },
  { avoided: 'Returns whether …, True if …', pattern: /\*\*? (Returns whether|True if)\b/, better: 'Whether …' },
  { avoided: 'a clock that never goes backwards', pattern: /never (goes )?backwards|\bclock that never\b/, better: 'a monotonic clock' },
  {
    // The descriptions of `serviceId` begin with "The id in the event service": they state what it is.
    avoided: "the id in the event service, the service's number",
    pattern: /\b(the|an) ids? in the event service\b|\bservice's (own )?(ids?|numbers?)\b(?! for)/,
    better: 'service id',
  },
  {
    avoided: 'at once, of one thing',
    pattern: /\b([Ff]ails?|refused|polled|tested|released|closed|optimised) at once\b|\b[Ee]nds .*\bat once\b|\bat once,? (if|or)\b/,
    better: 'immediately (`at once` means together)',
  },
  { avoided: 'since 1970', pattern: /\bsince 1970\b/, better: 'since the epoch' },
  {
    avoided: 'Absent: …, Missing: …, If omitted',
    pattern: /\* .*\b(Absent(:| if\b)|Missing(:| if\b)|If omitted\b)/,
    better: 'Omitted: …, of an optional member',
  },
];

/** The rows of the table in docs/words.md. */
export const avoidedWordRows: readonly string[] = avoidedWords.map(({ avoided, better }) => `| ${avoided} | ${better} |`);
