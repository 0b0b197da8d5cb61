/* The objects that the fields of an operation return: their number, their activities, and which of them are equal. */

import { isVariableName, type ArgumentReader } from './argument-reader.js';
import { assumedListSize, itemsOf, type LookupRow, type PageRow, type ReferenceRow } from './cost-rows.js';
import type { FieldArguments, FieldToPlan } from './field-arguments.js';
import type { NamedRecords } from './named-records.js';
import {
  activityCountsOf,
  isRoot,
  noObjects,
  objectsBelow,
  otherActivities,
  type ActivityCounts,
  type ParentObjects,
} from './parent-objects.js';

/**
 * The largest number of selected fields whose objects are distinguished. Beyond it, a field counts as returning the same objects, ten of
 * them, wherever it is selected.
 */
const maxDistinguished = 2_000;

/**
 * States for each field which objects it returns, so that the reads of the fields below it are planned once for the same objects. For
 * example, `attendee(by: { id: "7" })` and `attendees(first: 20)` return objects of the same activity, whose form is read once.
 */
export class ReturnedObjects {
  #distinguished = 0;

  constructor(
    private readonly args: ArgumentReader,
    private readonly fields: FieldArguments,
    private readonly named: NamedRecords,
  ) {}

  of(field: FieldToPlan): ParentObjects {
    const { coordinate, cost, node, parents, size } = field;
    const count = objectsBelow(parents.count, size);
    if (count === 0) return noObjects;
    // Fragments that spread each other can form exponentially many paths.
    if (++this.#distinguished > maxDistinguished && !isRoot(parents)) return { ...parents, key: coordinate, count: assumedListSize };
    const reads = cost?.reads;
    if (reads === undefined) return this.#ofEqualFields(field);
    switch (reads.kind) {
      case 'activities':
        return this.#ofActivities(field);
      case 'page':
        return this.#ofPage(field, reads);
      case 'pageEdges':
        return { ...parents, count };
      case 'lookup':
        return this.#ofLookup(field, reads);
      case 'references':
        return this.#ofReferences(field, reads, count);
      case 'callPerObject':
      case 'callPerAlias':
        return this.#ofCall(field);
      case 'checkedCall':
        return ofWrite(this.#ofCall(field));
      case 'boundRead':
        return this.#ofBoundCall(field, parents.activityCounts);
      case 'boundWrite':
        return ofWrite(this.#ofBoundCall(field, new Map([[this.fields.activityOfWrite(node, reads), 1]])));
      case 'none':
      case 'content':
      case 'recordCount':
      case 'pageItems':
      case 'link':
      case 'getOne':
      case 'boundRecords':
        return this.#ofEqualFields(field);
    }
  }

  /** Equal fields of the same objects return the same objects. */
  #ofEqualFields(field: FieldToPlan): ParentObjects {
    const { node, parents, size } = field;
    const key = this.fields.shortName(`${parents.key}/${this.fields.fieldKey(node)}`);
    return { ...parents, key, count: objectsBelow(parents.count, size), activityCounts: this.fields.activityCounts(field) };
  }

  /** The objects come from this call. A call per alias has objects of its own under each alias. */
  #ofCall(field: FieldToPlan): ParentObjects {
    const { cost, node } = field;
    const objects = this.#ofEqualFields(field);
    const isShared = cost?.reads.kind === 'callPerObject';
    const key = isShared ? objects.key : this.fields.shortName(`${objects.key} ${node.alias?.value ?? ''}`);
    return { ...objects, key, sourceRead: key };
  }

  /** The result of one use of a bound field. */
  #ofBoundCall(field: FieldToPlan, activityCounts: ActivityCounts): ParentObjects {
    const key = this.fields.useKey(field);
    const { count, write } = field.parents;
    return { key, count: objectsBelow(count, field.size), activityCounts, sourceRead: key, write };
  }

  /** A lookup is the read that its records come from. A global id names the activity of its record. */
  #ofLookup(field: FieldToPlan, reads: LookupRow): ParentObjects {
    const objects = this.#ofEqualFields(field);
    const sourceRead = this.#sourceReadOf(field);
    const { ids } = this.named.lookedUp(field, reads);
    const named = isRoot(field.parents) && ids.size > 0;
    const activityCounts = named ? activityCountsOf([...ids.keys()], sourceRead) : objects.activityCounts;
    return { ...objects, sourceRead, activityCounts: this.#activityInVariable(field, reads) ?? activityCounts };
  }

  /** The activity that a variable names if its value is a global id, and no other argument names one. Until it is read, it is like no other. */
  #activityInVariable({ node, cost, parents }: FieldToPlan, { id: path }: LookupRow): ActivityCounts | undefined {
    if (!isRoot(parents) || path === undefined) return undefined;
    const id = this.fields.keyAt(node, path);
    const namesActivity = cost?.activity !== undefined && this.fields.keyAt(node, cost.activity) !== '';
    return isVariableName(id) && !namesActivity ? new Map([[id, 1]]) : undefined;
  }

  #ofReferences(field: FieldToPlan, reads: ReferenceRow, count: number): ParentObjects {
    const { activityCounts, sourceRead, write } = field.parents;
    return {
      key: this.fields.fieldKey(field.node),
      count,
      activityCounts,
      sourceRead,
      write,
      byType: this.named.references(field, reads).objectsByType,
    };
  }

  /** Selections of the same page share its records, however their arguments name it. */
  #ofPage(field: FieldToPlan, reads: PageRow): ParentObjects {
    const { coordinate, parents } = field;
    const { offset, length } = this.fields.range(field, reads);
    const key = this.fields.shortName(`${parents.key}/${coordinate} ${offset} ${length} ${this.fields.listKey(field, reads)}`);
    return { ...parents, key, activityCounts: this.fields.activityCounts(field), sourceRead: this.#sourceReadOf(field) };
  }

  /** The read that a field makes. Equal fields make it together, except below different writes. */
  #sourceReadOf({ node, parents }: FieldToPlan): string {
    return `${parents.write} ${this.fields.fieldKey(node)}`;
  }

  /** Activities with the same ids are the same objects, whichever fields lead to them. */
  #ofActivities(field: FieldToPlan): ParentObjects {
    const { sourceRead, write } = field.parents;
    const activityCounts = this.#activitiesOf(field);
    let count = 0;
    for (const number of activityCounts.values()) count += number;
    return { key: `activities ${[...activityCounts.keys()].join()} ${sourceRead}`, count, activityCounts, sourceRead, write };
  }

  #activitiesOf(field: FieldToPlan): ActivityCounts {
    const { node, cost, size } = field;
    const items = itemsOf(cost?.size);
    if (items !== undefined) return activityCountsOf((this.args.list(node, items) ?? []).map(String), this.fields.fieldKey(node));
    const activities = this.fields.activityCounts(field);
    return size > 1 ? new Map([...activities, [otherActivities, size - 1]]) : activities;
  }
}

/** Objects that a write returns. */
const ofWrite = (objects: ParentObjects): ParentObjects => ({ ...objects, write: objects.key });
