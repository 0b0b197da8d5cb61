import { carried, type CarriedRow, type Proof } from './row.js';

export type WireRecord = Readonly<Record<string, unknown>>;

/** A way in which a record of some kind reaches the graph: who answers it, and which query reads it. */
export interface Scene {
  /** The graph's type of the record. */
  readonly typeName: string;
  /** The operation that answers with the record. */
  readonly path: string;
  /** The members that every such record has. */
  readonly base: WireRecord;
  readonly envelope: (record: WireRecord) => unknown;
  readonly query: (selection: string) => string;
  /** Where the record stands in the answer's data. */
  readonly at: string;
}

/** A value on the wire, what the graph makes of it by path below the record, and other members that must be beside it. */
export type Case = readonly [wire: unknown, reads: Readonly<Record<string, unknown>>, beside?: WireRecord];

/** Makes rows of a record's fields, each proven in every scene. The first case must be one that an absent field is not. */
export function recordRows(section: string, scenes: readonly Scene[]) {
  const typeName = scenes[0]!.typeName;
  const cases = (name: string, first: Case, ...more: readonly Case[]): CarriedRow => {
    const all = [first, ...more];
    const paths = new Set(all.flatMap(([, reads]) => Object.keys(reads)));
    return carried(
      section,
      name,
      [...paths].map((path) => `${typeName}.${path.replace(/\.\d+/g, '')}`),
      scenes.flatMap((scene) => all.map((one, index) => proofOf(scene, name, one, index === 0))),
    );
  };
  /** The graph has the value as the service sends it. */
  const same = (name: string, path: string, value: unknown) => cases(name, [value, { [path]: value }]);
  return { cases, same };
}

function proofOf(scene: Scene, name: string, [wire, reads, beside]: Case, controlled: boolean): Proof {
  const entries = Object.entries(reads);
  const record = { ...scene.base, ...beside };
  const answers = (content: WireRecord) => ({ [scene.path]: scene.envelope(content) });
  return {
    query: scene.query(entries.map(([path], index) => selection(path, `r${index}`)).join(' ')),
    answers: answers(withMember(record, name, wire)),
    reads: Object.fromEntries(entries.map(([path, value], index) => [`${scene.at}.${aliased(path, `r${index}`)}`, value])),
    ...(controlled && { without: answers(withMember(record, name, undefined)) }),
  };
}

/** "link.mode" is the member `mode` of the member `link`. An undefined member does not travel. */
function withMember(record: WireRecord, name: string, value: unknown): WireRecord {
  const [outer, inner] = name.split('.') as [string, string | undefined];
  if (inner === undefined) return { ...record, [outer]: value };
  return { ...record, [outer]: { ...(record[outer] as WireRecord | undefined), [inner]: value } };
}

const segments = (path: string): string[] => path.split(/\.(?![^(]*\))/);

/** "review.state" as a selection under an alias: r0: review { state } */
function selection(path: string, alias: string): string {
  const names = segments(path).filter((segment) => !/^\d+$/.test(segment));
  return `${alias}: ${names.join(' { ')}${' }'.repeat(names.length - 1)}`;
}

function aliased(path: string, alias: string): string {
  return [alias, ...segments(path).slice(1)].join('.');
}
