import { carried, type CarriedRow, type Proof, type Replies } from './row.js';

export type WireRecord = Readonly<Record<string, unknown>>;

/** A path on which a record reaches the graph: the endpoint that returns it, and the query that reads it. */
export interface Scene {
  /** The graph's type of the record. */
  readonly typeName: string;
  /** The path of the endpoint that returns the record. */
  readonly path: string;
  /** The members that every record of the scene has. */
  readonly base: WireRecord;
  readonly envelope: (record: WireRecord) => unknown;
  readonly query: (selection: string) => string;
  /** The path of the record in the response data. */
  readonly at: string;
}

/**
 * A value on the wire, the expected values in the graph by their paths below the record, and further members of the record. A path ends at a
 * field without subfields: that of the first item of a list is `'landmarks.0.name'`, and undefined if the list is empty.
 */
export type Case = readonly [wire: unknown, reads: Readonly<Record<string, unknown>>, others?: WireRecord];

/** Creates rows for the fields of a record, with a proof in every scene. The first case must differ from an absent field. */
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
  /** A row of a field whose value in the graph is the one on the wire. */
  const same = (name: string, path: string, value: unknown) => cases(name, [value, { [path]: value }]);
  /**
   * A row of the number of a record of another list, whose replies are passed. In the graph the field is the record; null for 0, and for a number
   * that the list does not contain.
   */
  const link = (name: string, path: string, id: number, others: Replies): CarriedRow =>
    carried(
      section,
      name,
      [`${typeName}.${path}`],
      scenes.flatMap((scene) =>
        [id, id + 1, 0].map((wire, index): Proof => {
          const replies = (value: unknown) => ({ ...others, [scene.path]: scene.envelope(withMember(scene.base, name, value)) });
          return {
            query: scene.query(`${path} { serviceId }`),
            replies: replies(wire),
            reads: { [`${scene.at}.${path}`]: index === 0 ? { serviceId: String(id) } : null },
            ...(index === 0 && { repliesWithout: replies(undefined) }),
          };
        }),
      ),
    );
  return { cases, same, link };
}

function proofOf(scene: Scene, name: string, [wire, reads, others]: Case, controlled: boolean): Proof {
  const entries = Object.entries(reads);
  const record = { ...scene.base, ...others };
  const replies = (content: WireRecord) => ({ [scene.path]: scene.envelope(content) });
  return {
    query: scene.query(entries.map(([path], index) => selection(path, `r${index}`)).join(' ')),
    replies: replies(withMember(record, name, wire)),
    reads: Object.fromEntries(entries.map(([path, value], index) => [`${scene.at}.${aliased(path, `r${index}`)}`, value])),
    ...(controlled && { repliesWithout: replies(withMember(record, name, undefined)) }),
  };
}

/** A copy with another value for a member. "link.mode" is the member `mode` of the member `link`. undefined removes it. */
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
