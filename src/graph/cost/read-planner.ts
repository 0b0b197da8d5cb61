/* Plans the reads of an operation, field by field. */

import type { ArgumentReader } from './argument-reader.js';
import { contentOfKind } from '../names/entity-types.js';
import type { Costs } from './cost-rows.js';
import { FieldArguments, type FieldToPlan, type SelectedBelow } from './field-arguments.js';
import { NamedRecords } from './named-records.js';
import type { ParentObjects } from './parent-objects.js';
import type { PlannedReads } from './planned-reads.js';
import type { AttendeeGroups, IdentifiedAttendees, References } from './referenced-records.js';
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
    private readonly args: ArgumentReader,
    private readonly defaultActivityId: string,
    private readonly costs: Costs,
  ) {
    this.#fields = new FieldArguments(args, defaultActivityId);
    this.#named = new NamedRecords(args, this.#fields);
    this.returned = new ReturnedObjects(args, this.#fields, this.#named, defaultActivityId, costs);
  }

  /** The object that the fields of the operation itself are selected on. */
  get root(): ParentObjects {
    return { key: '', count: 1, activityCounts: new Map([[this.defaultActivityId, 1]]), sourceRead: '' };
  }

  /** Adds the reads of a field. A field without a cost row has no resolver and reads nothing. */
  plan(field: FieldToPlan, { detail, page }: SelectedBelow): void {
    const { coordinate, node, parents, size } = field;
    const { reads } = this;
    const cost = this.costs.get(coordinate);
    if (cost === undefined || parents.count === 0) return undefined;
    if (typeof cost.reads === 'object') return reads.addContent(cost.reads.content, parents, this.#fields.contentInput(node, cost.reads));
    switch (cost.reads) {
      case 'none':
      case 'attendee detail':
        return undefined;
      case 'page':
        return reads.addEach('page', parents, page ? `${parents.sourceRead} ${this.#fields.page(field)}` : `${parents.sourceRead} count`);
      case 'page items':
        return detail ? reads.add('details', parents.key, parents.count * size) : undefined;
      case 'own attendee':
        return reads.addEach('contact', parents, `${parents.sourceRead} own`);
      case 'linked attendee':
        return detail ? reads.add('details', parents.key, parents.count) : reads.addEach('attendees', parents, parents.sourceRead);
      case 'children':
        return reads.add('children', parents.key, parents.count);
      case 'attendees':
        return this.#planAttendees(this.#named.attendees(field), parents, detail);
      case 'references':
        return this.#planReferences(this.#named.references(node), detail);
      case 'check-in':
        return reads.add('check-in', this.args.identity(node, 'input'));
      case 'registration':
        reads.addContent('fields', { activityCounts: new Map([[this.#fields.activity(node, 'input', 'activityId'), 1]]) });
        return reads.add('single call', (node.alias ?? node.name).value);
      case 'single call':
        return reads.add('single call', (node.alias ?? node.name).value);
      case 'bound operation': {
        const { key } = this.returned.ofBoundOperation(field);
        reads.addEach('bound operation', parents, key);
        return detail ? reads.add('details', key, parents.count * size) : undefined;
      }
      case 'bound attendees':
        return detail ? reads.add('details', `${parents.key} ${node.name.value}`, parents.count * size) : undefined;
    }
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
    for (const { kind, activityId } of references.content) {
      const content = contentOfKind(kind);
      if (content) this.reads.addContent(content, { activityCounts: new Map([[activityId, 1]]) });
    }
  }
}
