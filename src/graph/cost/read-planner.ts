import { isBatched, type EntityKind } from '../../model/ids.js';
import type { ArgumentReader } from './argument-reader.js';
import type { LookupRow, ReferenceRow } from './cost-rows.js';
import { FieldArguments, type FieldToPlan, type SelectedBelow } from './field-arguments.js';
import { NamedRecords, type IdsByActivity, type NamedReferences } from './named-records.js';
import { rootObject, type ParentObjects } from './parent-objects.js';
import type { ListRange, PlannedReads } from './planned-reads.js';
import { ReturnedObjects } from './returned-objects.js';

/**
 * Plans the reads from the fields and their arguments. `{ a: activity { tickets { name } } b: activity { tickets { soldStock } } }`, for example,
 * plans one call: in the domain equal reads share a call, and this class repeats its rules. docs/decisions/0015-planned-reads-have-their-own-keys.md
 * states why. `test/graph/cost/read-planner.graph.test.ts` and `planned-calls.graph.test.ts` fail if a change of the domain makes calls that are
 * not planned here.
 */
export class ReadPlanner {
  readonly #fields: FieldArguments;
  readonly #named: NamedRecords;
  /** The object that the fields of the operation itself are selected on. */
  readonly root: ParentObjects;
  /** The objects that the fields return. */
  readonly returned: ReturnedObjects;
  /** The plan for each list of ids: the same long list may be an argument of many fields. */
  readonly #planned = new Map<IdsByActivity, Set<string>>();
  readonly #plannedReferences = new Set<NamedReferences>();

  constructor(
    private readonly reads: PlannedReads,
    args: ArgumentReader,
    defaultActivityId: string,
  ) {
    this.#fields = new FieldArguments(args, defaultActivityId);
    this.#named = new NamedRecords(args, this.#fields);
    this.root = rootObject(defaultActivityId);
    this.returned = new ReturnedObjects(args, this.#fields, this.#named);
  }

  /** Adds the reads of a field. A field without a cost row has no resolver and reads nothing. */
  plan(field: FieldToPlan, { needsGetOne, needsPage }: SelectedBelow): void {
    const { coordinate, node, cost, parents, size } = field;
    const { reads } = this;
    if (cost === undefined || parents.count === 0) return undefined;
    const activityCounts = this.#fields.activityCounts(field);
    const row = cost.reads;
    switch (row.kind) {
      case 'none':
      case 'activities':
      case 'recordCount':
      case 'pageEdges':
      case 'getOne':
        return undefined;
      case 'content':
        return reads.addContent(row.list, activityCounts, this.#fields.contentInput(node, row));
      case 'page': {
        const list = `${coordinate} ${parents.sourceRead} ${this.#fields.listKey(field, row)}`;
        return reads.addRange(activityCounts, list, needsPage ? this.#fields.range(field, row) : readForCount);
      }
      case 'pageItems':
        return needsGetOne ? reads.add('getOne', parents.key, parents.count * size) : undefined;
      case 'lookup':
        return this.#planLookup(field, row, needsGetOne);
      case 'link':
        return needsGetOne || !isBatched(row.to)
          ? reads.add('getOne', `${parents.key} ${coordinate}`, parents.count)
          : reads.addEach('lookup', activityCounts, `${row.to} ${parents.sourceRead}`);
      case 'references':
        return this.#planReferences(field, row, needsGetOne);
      case 'callPerObject':
        return reads.add('callPerObject', `${coordinate} ${parents.key} ${this.#fields.fieldKey(node)}`, parents.count);
      case 'callPerAlias':
        return this.#planCallPerAlias(field);
      case 'checkedCall':
        reads.addContent(row.list, activityCounts);
        return this.#planCallPerAlias(field);
      case 'boundRead':
      case 'boundWrite': {
        const use = this.#fields.useKey(field);
        reads.addEach('boundCall', activityCounts, use);
        return needsGetOne ? reads.add('getOne', use, parents.count * size) : undefined;
      }
      case 'boundRecords':
        return needsGetOne ? reads.add('getOne', `${parents.key} ${node.name.value}`, parents.count * size) : undefined;
    }
  }

  #planCallPerAlias(field: FieldToPlan): void {
    this.reads.add('callPerAlias', `${field.coordinate} ${this.#fields.useKey(field)}`, field.parents.count);
  }

  #planLookup(field: FieldToPlan, reads: LookupRow, needsGetOne: boolean): void {
    const { ids, argumentKey } = this.#named.lookedUp(field, reads);
    if (argumentKey === null) return this.#planIds(reads.of, ids, field.parents, needsGetOne);
    const key = `${field.parents.sourceRead} ${field.coordinate} ${argumentKey}`;
    this.reads.addEach('lookupWithoutId', this.#fields.activityCounts(field), key);
  }

  /** Adds the reads of records by global id. */
  #planReferences(field: FieldToPlan, reads: ReferenceRow, needsGetOne: boolean): void {
    const references = this.#named.references(field, reads);
    const { lookups, content, variableNames } = references;
    for (const [kind, ids] of lookups) this.#planIds(kind, ids, { activityCounts: new Map(), sourceRead: '', write: '' }, needsGetOne);
    if (this.#plannedReferences.has(references)) return;
    this.#plannedReferences.add(references);
    for (const reference of variableNames) this.reads.add('reference', reference);
    for (const { content: kind, activityId } of content) this.reads.addContent(kind, new Map([[activityId, 1]]));
  }

  /** Adds the reads of records by id, once for the same ids. */
  #planIds(
    kind: EntityKind,
    ids: IdsByActivity,
    { activityCounts, sourceRead, write }: Pick<ParentObjects, 'activityCounts' | 'sourceRead' | 'write'>,
    needsGetOne: boolean,
  ): void {
    const variant = `${sourceRead} ${needsGetOne}`;
    const planned = this.#planned.get(ids) ?? new Set();
    if (planned.has(variant)) return;
    this.#planned.set(ids, planned.add(variant));
    const batched = isBatched(kind) && !needsGetOne;
    for (const [activity, ofActivity] of ids) {
      const number = activityCounts.get(activity) ?? 1;
      this.reads.addByIds(kind, { activity, number, sourceRead, write, ids: ofActivity, batched });
    }
  }
}

/** The range that is read for the number of records alone. */
const readForCount: ListRange = { offset: 0, length: 1 };
