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
