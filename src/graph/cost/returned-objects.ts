/* The objects that the fields of an operation return: how many, of which activities, and which of them are the same. */

import type { FieldNode } from 'graphql';
import type { ArgumentReader } from './argument-reader.js';
import { assumedListSize, type Costs } from './cost-table.js';
import type { FieldArguments, FieldToPlan } from './field-arguments.js';
import type { NamedRecords } from './named-records.js';
import { activityObjects, maxActivities, noObjects, type ParentObjects } from './parent-objects.js';

/**
 * The largest number of fields whose objects are distinguished. Beyond it, selections on the same type count as selections on the
 * same objects.
 */
const maxSelections = 2_000;

/** States for each field which objects it returns, so that the reads of the fields below it are planned once for the same objects. */
export class ReturnedObjects {
  #selections = 0;

  constructor(
    private readonly args: ArgumentReader,
    private readonly fields: FieldArguments,
    private readonly named: NamedRecords,
    private readonly defaultActivityId: string,
    private readonly costs: Costs,
  ) {}

  /** The objects that a field returns. */
  of(field: FieldToPlan): ParentObjects {
    const { coordinate, node, parents, size } = field;
    if (parents.count * size === 0) return noObjects;
    // Fragments that spread each other can form exponentially many paths.
    if (++this.#selections > maxSelections && !coordinate.startsWith('Query.'))
      return { ...parents, key: coordinate, count: assumedListSize };
    if (this.costs.get(coordinate)?.reads === 'bound operation') return this.ofBoundOperation(field);
    switch (coordinate) {
      case 'Query.activity':
        return activityObjects([this.fields.activity(node, 'id')]);
      case 'Query.activities':
        return activityObjects([this.defaultActivityId], assumedListSize - 1);
      case 'Query.activitiesByIds':
        return size > maxActivities
          ? { ...activityObjects([]), ...this.#many(node, size) }
          : activityObjects((this.args.list(node, 'ids') ?? []).map(String));
      case 'Attendee.activity':
        return {
          ...parents,
          key: this.fields.shortName([...parents.activityCounts.keys(), parents.sourceRead].join()),
          count: parents.activityCounts.size,
        };
      case 'Query.attendee':
      case 'Query.attendeesByIds': {
        const { groups } = this.named.attendees(field);
        const activities = () => (groups.size > 0 ? [...groups.keys()] : [this.fields.activity(node, 'activityId')]);
        const below = groups.size > maxActivities ? this.#many(node, groups.size) : activityObjects(activities());
        return { ...below, key: this.fields.field(node), count: size, sourceRead: this.fields.field(node) };
      }
      case 'Query._entities':
      case 'Query.node':
        return { ...parents, count: size, key: this.fields.field(node), byType: this.named.references(node).objectsByType };
      case 'Activity.attendees':
        return {
          ...parents,
          key: this.fields.shortName(`${parents.key}/page ${this.fields.page(field)}`),
          sourceRead: this.fields.field(node),
        };
      case 'Activity.attendee':
      case 'Activity.viewer':
        return {
          ...parents,
          key: this.fields.shortName(`${parents.key}/${this.fields.field(node)}`),
          sourceRead: this.fields.field(node),
        };
      case 'Subscription.checkIns':
        return { ...activityObjects([this.fields.activity(node, 'activityId')]), key: this.fields.field(node) };
      case 'AttendeeConnection.edges':
        return { ...parents, count: parents.count * size };
      case 'Query.checkInLookup':
      case 'Mutation.addAttendees': {
        const sourceRead = `${node.alias?.value ?? ''} ${this.fields.field(node)}`;
        return {
          key: sourceRead,
          count: size,
          sourceRead,
          activityCounts: new Map([[this.fields.activity(node, 'input', 'activityId'), 1]]),
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
        return { ...parents, key: this.fields.shortName(`${parents.key}/${this.fields.field(node)}`), count: parents.count * size };
    }
  }

  /** The result of one use of a bound operation. A write belongs to the activity that an argument names. */
  ofBoundOperation({ coordinate, node, parents, size }: FieldToPlan): ParentObjects {
    const key = this.fields.shortName(`${parents.key}/operation ${(node.alias ?? node.name).value}`);
    const ofWrite = coordinate.startsWith('Mutation.') ? new Map([[this.fields.activityOfWrite(node), 1]]) : null;
    return { key, count: parents.count * size, activityCounts: ofWrite ?? parents.activityCounts, sourceRead: key };
  }

  /** Activities of which only the number is stored. */
  #many(node: FieldNode, number: number): ParentObjects {
    const text = this.fields.field(node);
    return { key: text, count: number, activityCounts: new Map([[text, number]]), sourceRead: '' };
  }
}
