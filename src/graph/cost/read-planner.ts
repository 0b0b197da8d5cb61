/* Plans the reads of an operation, field by field. */

import type { FieldNode } from 'graphql';
import type { ArgumentReader } from './argument-reader.js';
import { contentOfKind } from '../names/entity-types.js';
import { assumedListSize, type Costs } from './cost-table.js';
import { FieldArguments, type FieldToPlan, type SelectedBelow } from './field-arguments.js';
import { NamedRecords } from './named-records.js';
import { activityObjects, maxActivities, noObjects, type ParentObjects } from './parent-objects.js';
import type { PlannedReads } from './planned-reads.js';
import type { AttendeeGroups, IdentifiedAttendees, References } from './referenced-records.js';

/** The largest number of fields whose objects are distinguished. Beyond it, selections on the same type count as selections on the same objects. */
const maxSelections = 2_000;

/**
 * Plans the reads of an operation from its fields and arguments. It repeats the rules by which the domain merges reads, so
 * that a read that several fields share is planned once; a test compares the plan of many operations with the calls made.
 */
export class ReadPlanner {
  #selections = 0;
  readonly #fields: FieldArguments;
  readonly #named: NamedRecords;
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
  }

  /** The object that the fields of the operation itself are selected on. */
  get root(): ParentObjects {
    return { key: '', count: 1, activityCounts: new Map([[this.defaultActivityId, 1]]), sourceRead: '' };
  }

  /** The objects that a field returns. */
  objectsReturnedBy(field: FieldToPlan): ParentObjects {
    const { coordinate, node, parents, size } = field;
    if (parents.count * size === 0) return noObjects;
    // Fragments that spread each other can form exponentially many paths.
    if (++this.#selections > maxSelections && !coordinate.startsWith('Query.'))
      return { ...parents, key: coordinate, count: assumedListSize };
    if (this.costs.get(coordinate)?.reads === 'bound operation') return this.#boundResult(field);
    switch (coordinate) {
      case 'Query.activity':
        return activityObjects([this.#fields.activity(node, 'id')]);
      case 'Query.activities':
        return activityObjects([this.defaultActivityId], assumedListSize - 1);
      case 'Query.activitiesByIds':
        return size > maxActivities
          ? { ...activityObjects([]), ...this.#many(node, size) }
          : activityObjects((this.args.list(node, 'ids') ?? []).map(String));
      case 'Attendee.activity':
        return {
          ...parents,
          key: this.#fields.shortName([...parents.activityCounts.keys(), parents.sourceRead].join()),
          count: parents.activityCounts.size,
        };
      case 'Query.attendee':
      case 'Query.attendeesByIds': {
        const { groups } = this.#named.attendees(field);
        const activities = () => (groups.size > 0 ? [...groups.keys()] : [this.#fields.activity(node, 'activityId')]);
        const below = groups.size > maxActivities ? this.#many(node, groups.size) : activityObjects(activities());
        return { ...below, key: this.#fields.field(node), count: size, sourceRead: this.#fields.field(node) };
      }
      case 'Query._entities':
      case 'Query.node':
        return { ...parents, count: size, key: this.#fields.field(node), byType: this.#named.references(node).objectsByType };
      case 'Activity.attendees':
        return {
          ...parents,
          key: this.#fields.shortName(`${parents.key}/page ${this.#fields.page(field)}`),
          sourceRead: this.#fields.field(node),
        };
      case 'Activity.attendee':
      case 'Activity.viewer':
        return {
          ...parents,
          key: this.#fields.shortName(`${parents.key}/${this.#fields.field(node)}`),
          sourceRead: this.#fields.field(node),
        };
      case 'Subscription.checkIns':
        return { ...activityObjects([this.#fields.activity(node, 'activityId')]), key: this.#fields.field(node) };
      case 'AttendeeConnection.edges':
        return { ...parents, count: parents.count * size };
      case 'Query.checkInLookup':
      case 'Mutation.addAttendees': {
        const sourceRead = `${node.alias?.value ?? ''} ${this.#fields.field(node)}`;
        return {
          key: sourceRead,
          count: size,
          sourceRead,
          activityCounts: new Map([[this.#fields.activity(node, 'input', 'activityId'), 1]]),
        };
      }
      case 'Activity.article':
      case 'Activity.articles':
      case 'Activity.categories':
      case 'Activity.formFields':
      case 'Activity.goods':
      case 'Activity.schedule':
      case 'Activity.tickets':
      case 'Article.category':
      case 'Article.content':
      case 'Attendee.companyTaxId':
      case 'Attendee.content':
      case 'Attendee.customField':
      case 'Attendee.customFields':
      case 'Attendee.otherChannel':
      case 'Attendee.points':
      case 'Attendee.qrCodeUrl':
      case 'AttendeeConnection.nodes':
      case 'AttendeeConnection.pageInfo':
      case 'AttendeeConnection.totalCount':
      case 'AttendeeEdge.cursor':
      case 'AttendeeEdge.node':
      case 'AttendeeRegistration.attendee':
      case 'Category.articles':
      case 'Category.children':
      case 'CheckInEvent.attendee':
      case 'CheckInMatch.attendee':
      case 'Mutation.ssoLogin':
      case 'Query._service':
      case 'Subscription.goodsStock':
      case 'Subscription.ticketStock':
      // Fields without a cost row.
      default:
        return { ...parents, key: this.#fields.shortName(`${parents.key}/${this.#fields.field(node)}`), count: parents.count * size };
    }
  }

  /** Adds the reads of a field. A field without a cost row has no resolver and reads nothing. */
  plan(field: FieldToPlan, { detail, page }: SelectedBelow): void {
    const { coordinate, node, parents, size } = field;
    const { reads } = this;
    const cost = this.costs.get(coordinate);
    if (cost === undefined || parents.count === 0) return undefined;
    if (typeof cost.reads === 'object') return reads.addContent(cost.reads.content, parents, this.#fields.contentId(coordinate, node));
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
        const { key } = this.#boundResult(field);
        reads.addEach('bound operation', parents, key);
        return detail ? reads.add('details', key, parents.count * size) : undefined;
      }
      case 'bound attendees':
        return detail ? reads.add('details', `${parents.key} ${node.name.value}`, parents.count * size) : undefined;
    }
  }

  /** The result of one use of a bound operation. A write belongs to the activity that an argument names. */
  #boundResult({ coordinate, node, parents, size }: FieldToPlan): ParentObjects {
    const key = this.#fields.shortName(`${parents.key}/operation ${(node.alias ?? node.name).value}`);
    const ofWrite = coordinate.startsWith('Mutation.') ? new Map([[this.#fields.activityOfWrite(node), 1]]) : null;
    return { key, count: parents.count * size, activityCounts: ofWrite ?? parents.activityCounts, sourceRead: key };
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

  /** Activities of which only the number is stored. */
  #many(node: FieldNode, number: number): ParentObjects {
    const text = this.#fields.field(node);
    return { key: text, count: number, activityCounts: new Map([[text, number]]), sourceRead: '' };
  }
}
