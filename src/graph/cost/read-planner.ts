/* Plans the reads of an operation, field by field. */

import { contentOfKind } from '../entity-types.js';
import type { ArgumentReader } from './argument-reader.js';
import { FieldArguments, type FieldToPlan, type SelectedBelow } from './field-arguments.js';
import { NamedRecords } from './named-records.js';
import type { ParentObjects } from './parent-objects.js';
import type { PlannedReads } from './planned-reads.js';
import type { AttendeeGroups, IdentifiedAttendees, References } from './group-ids.js';
import { ReturnedObjects } from './returned-objects.js';

/**
 * Plans the reads from the fields and their arguments. It repeats the rules by which the domain merges reads, so
 * that a read that several fields share is planned once; a test compares the plan of many operations with the calls made.
 */
export class ReadPlanner {
  readonly #fields: FieldArguments;
  readonly #named: NamedRecords;
  /** The objects that the fields return. */
  readonly returned: ReturnedObjects;
  readonly #planned = new Set<References>();
  readonly #plannedGroups = new Map<AttendeeGroups, Set<string>>();

  constructor(
    private readonly reads: PlannedReads,
    args: ArgumentReader,
    private readonly defaultActivityId: string,
  ) {
    this.#fields = new FieldArguments(args, defaultActivityId);
    this.#named = new NamedRecords(args, this.#fields);
    this.returned = new ReturnedObjects(args, this.#fields, this.#named, defaultActivityId);
  }

  /** The object that the fields of the operation itself are selected on. */
  get root(): ParentObjects {
    return { key: '', count: 1, activityCounts: new Map([[this.defaultActivityId, 1]]), sourceRead: '' };
  }

  /** Adds the reads of a field. A field without a cost row has no resolver and reads nothing. */
  plan(field: FieldToPlan, { detail, page }: SelectedBelow): void {
    const { coordinate, node, cost, parents, size } = field;
    const { reads } = this;
    if (cost === undefined || parents.count === 0) return undefined;
    const activities = this.#fields.activities(field);
    if (typeof cost.reads === 'object') {
      if ('content' in cost.reads) return reads.addContent(cost.reads.content, activities, this.#fields.contentInput(node, cost.reads));
      const part = page ? this.#fields.page(field, cost.reads) : `count ${this.#fields.list(field, cost.reads)}`;
      return reads.addEach('page', activities, `${coordinate} ${parents.sourceRead} ${part}`);
    }
    switch (cost.reads) {
      case 'none':
      case 'record count':
      case 'attendee detail':
        return undefined;
      case 'page items':
        return detail ? reads.add('details', parents.key, parents.count * size) : undefined;
      case 'self attendee':
        return reads.addEach('contact', activities, `${parents.sourceRead} own`);
      case 'linked attendee':
        return detail
          ? reads.add('details', `${parents.key} ${coordinate}`, parents.count)
          : reads.addEach('attendees', activities, parents.sourceRead);
      case 'attendees':
        return this.#planAttendees(this.#named.attendees(field), parents, detail);
      case 'references':
        return this.#planReferences(this.#named.references(node), detail);
      case 'registration':
        reads.addContent('fields', activities);
        return this.#planSingleCall(field);
      case 'shared call':
        return reads.add('shared call', `${coordinate} ${parents.key} ${this.#fields.field(node)}`, parents.count);
      case 'single call':
        return this.#planSingleCall(field);
      case 'bound operation': {
        const use = this.#fields.useOf(field);
        reads.addEach('bound operation', activities, use);
        return detail ? reads.add('details', use, parents.count * size) : undefined;
      }
      case 'bound attendees':
        return detail ? reads.add('details', `${parents.key} ${node.name.value}`, parents.count * size) : undefined;
    }
  }

  #planSingleCall({ coordinate, node, parents }: FieldToPlan): void {
    this.reads.add('single call', `${coordinate} ${parents.key} ${(node.alias ?? node.name).value}`, parents.count);
  }

  /** Adds the reads of attendees by id or contact, once for the same ids. */
  #planAttendees(
    { groups, contact }: IdentifiedAttendees,
    { sourceRead, activityCounts }: Pick<ParentObjects, 'sourceRead' | 'activityCounts'>,
    detail: boolean,
  ): void {
    if (contact !== null)
      for (const [activity, number] of activityCounts) this.reads.add('contact', `${activity} ${sourceRead} ${contact}`, number);
    const variant = `${sourceRead} ${detail}`;
    const planned = this.#plannedGroups.get(groups) ?? new Set();
    if (planned.has(variant)) return;
    this.#plannedGroups.set(groups, planned.add(variant));
    for (const [activity, ids] of groups) {
      const number = activityCounts.get(activity) ?? 1;
      if (number === 1) this.reads.addAttendees(activity, sourceRead, ids, !detail);
      else this.reads.add('attendees', [activity, sourceRead, ...ids].join(' '), number);
    }
  }

  /** Adds the reads of records by global id, once for the same list. */
  #planReferences(references: References, detail: boolean): void {
    this.#planAttendees({ groups: references.attendees, contact: null }, { sourceRead: '', activityCounts: new Map() }, detail);
    if (this.#planned.has(references)) return;
    this.#planned.add(references);
    for (const reference of references.variableNames) this.reads.add('reference', reference);
    for (const { kind, activityId } of references.content) this.reads.addContent(contentOfKind(kind), new Map([[activityId, 1]]));
  }
}
