/* The objects that the fields of an operation return: how many, of which activities, and which of them are the same. */

import type { FieldNode } from 'graphql';
import type { ArgumentReader } from './argument-reader.js';
import { assumedListSize, type PageReads } from './cost-rows.js';
import type { CostCoordinate } from './cost-table.js';
import type { FieldArguments, FieldToPlan } from './field-arguments.js';
import type { NamedRecords } from './named-records.js';
import { activityObjects, maxActivities, noObjects, type ParentObjects } from './parent-objects.js';

/**
 * The largest number of fields whose objects are distinguished. Beyond it, selections on the same type count as selections on the
 * same objects.
 */
const maxSelections = 2_000;

/** A field of a root type. */
type RootCoordinate = Extract<CostCoordinate, `${'Query' | 'Mutation' | 'Subscription'}.${string}`>;

const isRootField = (coordinate: CostCoordinate): coordinate is RootCoordinate =>
  coordinate.startsWith('Query.') || coordinate.startsWith('Mutation.') || coordinate.startsWith('Subscription.');

/** States for each field which objects it returns, so that the reads of the fields below it are planned once for the same objects. */
export class ReturnedObjects {
  #selections = 0;

  constructor(
    private readonly args: ArgumentReader,
    private readonly fields: FieldArguments,
    private readonly named: NamedRecords,
    private readonly defaultActivityId: string,
  ) {}

  /** The objects that a field returns. */
  of(field: FieldToPlan): ParentObjects {
    const { coordinate, cost, parents, size } = field;
    if (parents.count * size === 0) return noObjects;
    // Fragments that spread each other can form exponentially many paths.
    if (++this.#selections > maxSelections && !coordinate.startsWith('Query.'))
      return { ...parents, key: coordinate, count: assumedListSize };
    if (cost?.reads === 'bound operation') return this.#ofBoundOperation(field);
    if (typeof cost?.reads === 'object' && 'pageFrom' in cost.reads) return this.#ofPage(field, cost.reads);
    return isRootField(coordinate) ? this.#ofRootField(coordinate, field) : this.#ofFieldOfObjects(field);
  }

  /**
   * A field of a root type has no objects above it that could determine its own, so each such field has a case. The linter reports a
   * missing one.
   */
  #ofRootField(coordinate: RootCoordinate, field: FieldToPlan): ParentObjects {
    const { node, parents, size } = field;
    switch (coordinate) {
      case 'Query.activity':
        return activityObjects([this.fields.activity(node, 'id')]);
      case 'Query.activities':
        return activityObjects([this.defaultActivityId], assumedListSize - 1);
      case 'Query.activitiesByIds':
        return size > maxActivities
          ? { ...activityObjects([]), ...this.#many(node, size) }
          : activityObjects((this.args.list(node, 'ids') ?? []).map(String));
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
      case 'Query.checkInLookup':
      case 'Mutation.addAttendees': {
        const sourceRead = `${node.alias?.value ?? ''} ${this.fields.field(node)}`;
        return { key: sourceRead, count: size, sourceRead, activityCounts: this.fields.activities(field) };
      }
      // Their cost rows name the activity of their objects, if these have one.
      case 'Query._service':
      case 'Mutation.ssoLogin':
      case 'Subscription.checkIns':
      case 'Subscription.goodsStock':
      case 'Subscription.ticketStock':
      // Fields without a cost row.
      default:
        return this.#ofText(field);
    }
  }

  /**
   * Usually, equal fields of the same objects return the same objects. The exceptions:
   * - `Attendee.activity`: attendees of one activity return the same object.
   * - `Activity.attendee` and `Activity.viewer`: the field is the read that its object comes from.
   * - `AttendeeConnection.edges`: the edges stand for their connection.
   */
  #ofFieldOfObjects(field: FieldToPlan): ParentObjects {
    const { coordinate, node, parents, size } = field;
    // The same activities, however many attendees refer to them.
    if (coordinate === 'Attendee.activity') {
      const key = this.fields.shortName([...parents.activityCounts.keys(), parents.sourceRead].join());
      return { ...parents, key, count: parents.activityCounts.size };
    }
    if (coordinate === 'Activity.attendee' || coordinate === 'Activity.viewer') {
      const key = this.fields.shortName(`${parents.key}/${this.fields.field(node)}`);
      return { ...parents, key, sourceRead: this.fields.field(node) };
    }
    // An edge causes no reads of its own: the fields below it count as fields of the connection.
    if (coordinate === 'AttendeeConnection.edges') return { ...parents, count: parents.count * size };
    return this.#ofText(field);
  }

  /** Selections of the same page share its records, however their arguments name it. */
  #ofPage(field: FieldToPlan, reads: PageReads): ParentObjects {
    const { coordinate, node, parents } = field;
    const key = this.fields.shortName(`${parents.key}/${coordinate} ${this.fields.page(field, reads)}`);
    return { ...parents, key, activityCounts: this.fields.activities(field), sourceRead: this.fields.field(node) };
  }

  /** Equal fields of the same objects return the same objects. */
  #ofText(field: FieldToPlan): ParentObjects {
    const { node, parents, size } = field;
    const key = this.fields.shortName(`${parents.key}/${this.fields.field(node)}`);
    return { ...parents, key, count: parents.count * size, activityCounts: this.fields.activities(field) };
  }

  /** The result of one use of a bound operation. A write belongs to the activity that an argument names. */
  #ofBoundOperation(field: FieldToPlan): ParentObjects {
    const { coordinate, node, parents, size } = field;
    const key = this.fields.useOf(field);
    const ofWrite = coordinate.startsWith('Mutation.') ? new Map([[this.fields.activityOfWrite(node), 1]]) : null;
    return { key, count: parents.count * size, activityCounts: ofWrite ?? parents.activityCounts, sourceRead: key };
  }

  /** Activities of which only the number is stored. */
  #many(node: FieldNode, number: number): ParentObjects {
    const text = this.fields.field(node);
    return { key: text, count: number, activityCounts: new Map([[text, number]]), sourceRead: '' };
  }
}
