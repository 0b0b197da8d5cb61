/* The fields that Relay and federation add to Query, as types for the tables of access and cost. */

/** The field that Relay's Node interface adds to Query; see relay-node.ts. */
export interface RelayQueryFields {
  readonly node: unknown;
}

/** The fields that Federation adds to Query; see federation.ts. */
export interface FederationQueryFields {
  readonly _service: unknown;
  readonly _entities: unknown;
}
