/** What the service answers in a proof, by the path of the operation. */
export type Answers = Readonly<Record<string, unknown>>;

/** Where a parameter or a member travels. */
export interface Arrival {
  readonly path: string;
  readonly in: 'query' | 'form' | 'Service-Auth';
  readonly name: string;
  /** undefined: it must not be there. A function tells whether the value is right. */
  readonly value: unknown;
}

/** One operation on the graph over a service that answers as told, and what must come of it. */
export interface Proof {
  readonly query: string;
  readonly answers: Answers;
  /** Settings of the program, by their names in the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Values in the answer's data, by their paths. */
  readonly reads?: Readonly<Record<string, unknown>>;
  /** Values in the first error's extensions, by their paths. */
  readonly fails?: Readonly<Record<string, unknown>>;
  readonly arrives?: Arrival;
  /** The same answers without the field: what is read must then be something else. */
  readonly without?: Answers;
}

interface Documented {
  /** As in the list of what is documented, such as "2.2" or "4.3 request". */
  readonly section: string;
  readonly name: string;
}

/** A field or parameter that the graph carries. */
export interface CarriedRow extends Documented {
  /** The graph's fields, arguments and error members, or the settings, that carry it. */
  readonly carriers: readonly string[];
  readonly remark: string;
  /** Never empty. */
  readonly proofs: readonly Proof[];
}

/** A field that the graph leaves out, with the interface's reason. */
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
