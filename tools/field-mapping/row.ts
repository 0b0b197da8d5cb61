/* The rows of the field mapping: what a row states, its proofs, and functions that make the rows of a record, a reply or a list. */

import type { GraphType } from '../../src/records/fields.js';
import type { Declaration } from '../../src/records/record.js';
import { endpoints } from '../../src/service/endpoints.js';

/** The replies of the service in a proof, by the path of the endpoint. */
export type Replies = Readonly<Record<string, unknown>>;

/** A parameter or a member of Service-Auth that a request to the service must contain. */
export interface Arrival {
  readonly path: string;
  readonly in: 'query' | 'form' | 'Service-Auth';
  readonly name: string;
  /** The expected value. undefined means that it must be absent. A function returns whether a value is correct. */
  readonly value: unknown;
}

/** One operation on the graph, the replies of the service, and what the test then expects. */
export interface Proof {
  readonly query: string;
  readonly replies: Replies;
  /** Settings of the program, by the names of their environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Expected values in the response data, by their paths. */
  readonly reads?: Readonly<Record<string, unknown>>;
  /** Expected values in the extensions of the first error, by their paths. */
  readonly fails?: Readonly<Record<string, unknown>>;
  readonly arrives?: Arrival;
  /** The `replies` without the field. The values that are read must then differ. */
  readonly repliesWithout?: Replies;
}

interface Documented {
  /** A key of `documented`, such as "2.2" or "4.3 request". */
  readonly section: string;
  readonly name: string;
}

/** A field or parameter that the graph carries. */
export interface CarriedRow extends Documented {
  /** The fields, arguments and error members of the graph, or the settings, that carry it. */
  readonly carriers: readonly string[];
  readonly remark: string;
  /** At least one. */
  readonly proofs: readonly Proof[];
}

/** A field that the graph leaves out, with the reason. */
export interface LeftOutRow extends Documented {
  readonly leftOut: string;
}

export type Row = CarriedRow | LeftOutRow;

export function carried(section: string, name: string, carriers: readonly string[], proofs: readonly Proof[], remark = ''): CarriedRow {
  return { section, name, carriers, remark, proofs };
}

export function leftOut(section: string, name: string, reason: string): LeftOutRow {
  return { section, name, leftOut: reason };
}

/** Returns the path of the endpoint that a section documents. */
export function pathOf(section: string): string {
  const endpoint = Object.values(endpoints).find((each) => each.section === section);
  if (!endpoint) throw new Error(`src/service/endpoints.ts has no endpoint of §${section}.`);
  return endpoint.path;
}

/* Records */

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
  const typeNames = [...new Set(scenes.map(({ typeName }) => typeName))];
  const cases = (name: string, first: Case, ...more: readonly Case[]): CarriedRow => {
    const all = [first, ...more];
    const paths = new Set(all.flatMap(([, reads]) => Object.keys(reads)));
    return carried(
      section,
      name,
      typeNames.flatMap((typeName) => [...paths].map((path) => `${typeName}.${path.replace(/\.\d+/g, '')}`)),
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
      typeNames.map((typeName) => `${typeName}.${path}`),
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
  /**
   * The rows of a record: one for each field of its table that the graph has, and those that are given in place of one.
   * @param declared the record, and the parts of it by their path: `{ '': Attendee, 'wechat.': WechatProfile }`
   */
  const complete = (declared: Readonly<Record<string, Declared>>, given: readonly Row[]): readonly Row[] => {
    const named = new Set(given.map(({ name }) => name));
    const ofTables = Object.entries(declared).flatMap(([at, { declaration }]) =>
      Object.entries(declaration.fields).flatMap(([field, stated]) => {
        if (stated.decode === null || stated.graph === null || named.has(stated.member)) return [];
        return [cases(stated.member, ...plainCases(stated.member, at + field, stated.graph.type))];
      }),
    );
    return [...ofTables, ...given];
  };
  return { cases, same, link, complete };
}

interface Declared {
  readonly declaration: Declaration;
}

type Cases = readonly [Case, ...Case[]];

/** The cases of a field whose value is of a scalar, by its type. */
const casesOfScalar: Readonly<Record<string, (member: string, path: string) => Cases>> = {
  String: (member, path) => [[`A ${member}`, { [path]: `A ${member}` }]],
  ID: (member, path) => [[`A ${member}`, { [path]: `A ${member}` }]],
  Int: (_member, path) => [[17, { [path]: 17 }]],
  Boolean: (_member, path) => [
    [1, { [path]: true }],
    [0, { [path]: false }],
  ],
  DateTime: (_member, path) => [[1_775_000_000, { [path]: '2026-03-31T23:33:20Z' }]],
  Decimal: (_member, path) => [['59.00', { [path]: '59.00' }]],
};

/** @throws Error for a type whose cases have to be given */
function plainCases(member: string, path: string, type: GraphType): Cases {
  const cases = typeof type === 'string' ? casesOfScalar[type] : undefined;
  if (cases === undefined) throw new Error(`Give the cases of ${member} in tools/field-mapping: its value is converted.`);
  return cases(member, path);
}

function proofOf(scene: Scene, name: string, [wire, reads, others]: Case, controlled: boolean): Proof {
  const entries = Object.entries(reads);
  const record = { ...scene.base, ...others };
  const replies = (content: WireRecord) => ({ [scene.path]: scene.envelope(content) });
  return {
    query: scene.query(entries.map(([path], index) => selectionUnder(path, `r${index}`)).join(' ')),
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
function selectionUnder(path: string, alias: string): string {
  const names = segments(path).filter((segment) => !/^\d+$/.test(segment));
  return `${alias}: ${names.join(' { ')}${' }'.repeat(names.length - 1)}`;
}

function aliased(path: string, alias: string): string {
  return [alias, ...segments(path).slice(1)].join('.');
}

/* Lists */

interface ListOfActivity {
  /** The section of the endpoint, and that of its records. */
  readonly section: string;
  readonly recordSection: string;
  readonly typeName: string;
  /** The field of Activity that returns the list. */
  readonly field: string;
  readonly base: WireRecord;
}

/** Creates the row of the reply of an endpoint that lists the entities of an activity, that of their ids, and functions for their other rows. */
export function listOfActivity({ section, recordSection, typeName, field, base }: ListOfActivity) {
  const path = pathOf(section);
  const at = `activity.${field}`;
  const select = (selection: string) => `{ activity { ${field} { ${selection} } } }`;
  const query = select('serviceId');
  const reply = (records: readonly unknown[]) => ({ code: 1, msg: 'success', data: records });
  const scene: Scene = { typeName, path, base, envelope: (record) => reply([record]), query: select, at: `${at}.0` };
  const two = { [path]: reply([base, { ...base, id: 8 }]) };
  const reads = { [at]: [{ serviceId: String(base['id']) }, { serviceId: '8' }] };
  const ofReply = carried(`${section} reply`, 'data', [`Activity.${field}`], [{ query, replies: two, reads }]);
  const rows = recordRows(recordSection, [scene]);
  const kind = typeName.charAt(0).toLowerCase() + typeName.slice(1);
  return { path, query, reply, ofReply, scene, ofId: rows.cases('id', [42, { serviceId: '42', id: `${kind}:1001:42` }]), ...rows };
}
