import { nearest } from './edit-distance.js';
import { type Environment, isSet } from './environment.js';
import { settingNames } from './settings.js';
import { unsupportedSettings } from './unsupported.js';

/** A name in the environment that no setting has, although one is probably meant. */
export interface UnreadName {
  readonly name: string;
  /** The name of the setting that it resembles most. */
  readonly nearest: string;
}

/** Shorter names are not compared: HOME is not HOST. */
const shortestCompared = 8;
const mostEdits = 2;

const known: readonly string[] = [...settingNames, ...Object.keys(unsupportedSettings)];
const ownPrefix = 'EVENT_SERVICE_';
const comparable = known.filter((name) => name.length >= shortestCompared);
/** A misspelt setting of these groups would leave the program open, stale or alone without a word. */
const strictPrefixes = /^(?:EVENT_SERVICE|AUTH|CACHE|TRUSTED|CHECK_IN|REDIS)_/;

/** What Kubernetes adds to the environment of a container for every Service, among them one that is called event-service. */
const injected = /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_[A-Z]+)?$/;

/**
 * Names that were probably meant as settings, which the program would otherwise ignore. `refused`: unknown EVENT_SERVICE_* names, and
 * names that resemble a setting that protects something. `warned`: names that resemble another setting. Blank variables do not count.
 */
export function unreadNames(env: Environment): { readonly refused: readonly UnreadName[]; readonly warned: readonly UnreadName[] } {
  const refused: UnreadName[] = [];
  const warned: UnreadName[] = [];
  for (const name of Object.keys(env)) {
    if (known.includes(name) || injected.test(name) || !isSet(env, name)) continue;
    const unread = resembling(name.toUpperCase(), name);
    if (unread) (strictPrefixes.test(unread.nearest) ? refused : warned).push(unread);
  }
  return { refused, warned };
}

/** An EVENT_SERVICE_* name is compared however far it is from every setting. */
function resembling(spelling: string, name: string): UnreadName | null {
  if (spelling.startsWith(ownPrefix))
    return {
      name,
      nearest: nearest(
        spelling,
        known.filter((each) => each.startsWith(ownPrefix)),
      )!.name,
    };
  if (spelling.length < shortestCompared) return null;
  const found = nearest(spelling, comparable, mostEdits);
  return found && { name, nearest: found.name };
}
