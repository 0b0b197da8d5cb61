/* Names in the environment that are probably misspelt settings. */

import { isSet, type Environment, type SettingProblem } from './environment.js';
import { settingNames } from './settings.js';

/** Shorter settings are not compared: HOME would count as a misspelt HOST. */
const shortestCompared = 8;
/** The most letters in which a name differs from the setting that it resembles, with or without the setting's unit. */
const maxEdits = 2;
const unit = /_(?:MS|BYTES)$/;
const ownPrefix = 'EVENT_SERVICE_';
/**
 * Critical groups: a misspelt setting of one would silently disable a protection, or leave out a service or
 * a store that the operator intends to use.
 */
const strictPrefixes = /^(?:(?:EVENT_SERVICE|AUTH|CACHE|TRUSTED|CHECK_IN|REDIS|MAX)_|RATE_LIMIT|ALLOWED_HOSTS)/;

/** Variables that Kubernetes adds to every container for each Service, for example for one that is called event-service. */
const injected = /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_[A-Z]+)?$/;

/**
 * Returns names that are probably misspelt settings. Unknown EVENT_SERVICE_* names and names that resemble a critical setting are problems,
 * names that resemble another setting are for warnings, with the nearest setting. Blank variables are ignored.
 */
export function misspeltNames(env: Environment) {
  const problems: SettingProblem[] = [];
  const warnings: { name: string; nearest: string }[] = [];
  const known: readonly string[] = settingNames;
  for (const name of Object.keys(env)) {
    if (known.includes(name) || injected.test(name) || !isSet(env, name)) continue;
    const spelling = name.toUpperCase();
    const isOwn = spelling.startsWith(ownPrefix);
    const isComparable = (text: string) => text.length >= shortestCompared && Math.abs(text.length - spelling.length) <= maxEdits;
    const [nearest] = known
      .flatMap((setting) => [setting, setting.replace(unit, '')].map((text) => ({ setting, text })))
      .filter(({ text }) => (isOwn ? text.startsWith(ownPrefix) : isComparable(text)))
      .map(({ setting, text }) => ({ setting, edits: editDistance(spelling, text) }))
      .toSorted((one, other) => one.edits - other.edits);
    if (nearest === undefined || (!isOwn && nearest.edits > maxEdits)) continue;
    if (isOwn || strictPrefixes.test(nearest.setting))
      problems.push({ setting: name, expected: `no setting has this name; the nearest is ${nearest.setting}` });
    else warnings.push({ name, nearest: nearest.setting });
  }
  return { problems, warnings };
}

/** Returns the number of letters to insert, delete or replace to change one text into the other (Levenshtein distance). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
