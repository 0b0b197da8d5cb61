import type { FieldNode } from 'graphql';
import { parseGlobalId } from '../../model/ids.js';
import { isUnresolved, type ArgumentReader } from './argument-reader.js';
import { contentOfKind } from '../names/entity-types.js';
import { assumedListSize, costTable } from './cost-table.js';
import { FieldArguments, type FieldToPlan, type SelectedBelow } from './field-arguments.js';
import { noObjects, type Owner, type PlannedReads } from './planned-reads.js';
import { attendeesOf, readReferences, type AttendeeGroups, type IdentifiedAttendees, type References } from './referenced-records.js';

/** The largest number of activities that are distinguished. Of more, only the number is stored. */
const maxActivities = 50;

/** The largest number of fields whose objects are distinguished. Beyond it, selections on the same type count as selections on the same objects. */
const maxOwners = 2_000;

/**
 * Plans the reads of an operation from its fields and arguments. It repeats the rules by which the domain merges reads, so
 * that a read that several fields share is planned once; a test compares the plan of many operations with the calls made.
 */
export class ReadPlanner {
  #owners = 0;
  readonly #fields: FieldArguments;
  // By list: the same long list may be an argument of many fields.
  readonly #groups = new Map<readonly unknown[], Map<string, AttendeeGroups>>();
  readonly #references = new Map<readonly unknown[], References>();
  readonly #planned = new Set<References>();
  readonly #plannedGroups = new Map<AttendeeGroups, Set<string>>();

  constructor(
    private readonly reads: PlannedReads,
    private readonly args: ArgumentReader,
    private readonly defaultActivityId: string,
  ) {
    this.#fields = new FieldArguments(args, defaultActivityId);
  }

  /** The object that the fields of the operation itself are selected on. */
  get root(): Owner {
    return { key: '', size: 1, activities: new Map([[this.defaultActivityId, 1]]), after: '' };
  }

  /** The objects that a field returns. */
  ownerBelow(field: FieldToPlan): Owner {
    const { coordinate, node, owner, size } = field;
    if (owner.size * size === 0) return noObjects;
    // Fragments that spread each other can form exponentially many paths.
    if (++this.#owners > maxOwners && !coordinate.startsWith('Query.')) return { ...owner, key: coordinate, size: assumedListSize };
    switch (coordinate) {
      case 'Query.activity':
        return activitiesOwner([this.#fields.activity(node, 'id')]);
      case 'Query.activities':
        return activitiesOwner([this.defaultActivityId], assumedListSize - 1);
      case 'Query.activitiesByIds':
        return size > maxActivities
          ? { ...activitiesOwner([]), ...this.#many(node, size) }
          : activitiesOwner((this.args.list(node, 'ids') ?? []).map(String));
      case 'Attendee.activity':
        return { ...owner, key: this.#fields.shortName([...owner.activities.keys(), owner.after].join()), size: owner.activities.size };
      case 'Query.attendee':
      case 'Query.attendeesByIds': {
        const { groups } = this.#identified(field);
        const activities = () => (groups.size > 0 ? [...groups.keys()] : [this.#fields.activity(node, 'activityId')]);
        const below = groups.size > maxActivities ? this.#many(node, groups.size) : activitiesOwner(activities());
        return { ...below, key: this.#fields.field(node), size, after: this.#fields.field(node) };
      }
      case 'Query._entities':
      case 'Query.node':
        return { ...owner, size, key: this.#fields.field(node), byType: this.#referencesOf(node).ownersByType };
      case 'Activity.attendees':
        return { ...owner, key: this.#fields.shortName(`${owner.key}/page ${this.#fields.page(field)}`), after: this.#fields.field(node) };
      case 'Activity.attendee':
        return { ...owner, key: this.#fields.shortName(`${owner.key}/${this.#fields.field(node)}`), after: this.#fields.field(node) };
      case 'AttendeeConnection.edges':
        return { ...owner, size: owner.size * size };
      case 'Query.checkInLookup':
      case 'Mutation.addAttendees': {
        const after = `${node.alias?.value ?? ''} ${this.#fields.field(node)}`;
        return { key: after, size, after, activities: new Map([[this.#fields.activity(node, 'input', 'activityId'), 1]]) };
      }
      default:
        return { ...owner, key: this.#fields.shortName(`${owner.key}/${this.#fields.field(node)}`), size: owner.size * size };
    }
  }

  /** Adds the reads of a field. A field without a cost row has no resolver and reads nothing. */
  plan(field: FieldToPlan, { detail, page }: SelectedBelow): void {
    const { coordinate, node, owner, size } = field;
    const { reads } = this;
    const cost = costTable.get(coordinate);
    if (cost === undefined || owner.size === 0) return undefined;
    if (typeof cost.reads === 'object') return reads.addContent(cost.reads.content, owner, this.#fields.contentId(coordinate, node));
    switch (cost.reads) {
      case 'none':
      case 'attendee detail':
        return undefined;
      case 'page':
        return reads.addEach('page', owner, page ? `${owner.after} ${this.#fields.page(field)}` : `${owner.after} count`);
      case 'page items':
        return detail ? reads.add('details', owner.key, owner.size * size) : undefined;
      case 'linked attendee':
        return detail ? reads.add('details', owner.key, owner.size) : reads.addEach('attendees', owner, owner.after);
      case 'children':
        return reads.add('children', owner.key, owner.size);
      case 'attendees':
        return this.#planAttendees(this.#identified(field), owner, detail);
      case 'references':
        return this.#planReferences(this.#referencesOf(node), detail);
      case 'check-in':
        return reads.add('check-in', this.args.identity(node, 'input'));
      case 'registration':
        reads.addContent('fields', { activities: new Map([[this.#fields.activity(node, 'input', 'activityId'), 1]]) });
        return reads.add('write', (node.alias ?? node.name).value);
      case 'activity read':
        return reads.addEach('activity read', owner, coordinate);
      case 'single call':
        return reads.add('write', (node.alias ?? node.name).value);
    }
  }

  /** Adds the reads of attendees by id or contact, once for the same ids. */
  #planAttendees(
    { groups, contact }: IdentifiedAttendees,
    { after, activities }: Pick<Owner, 'after' | 'activities'>,
    detail: boolean,
  ): void {
    if (contact !== null) for (const [activity, number] of activities) this.reads.add('contact', `${activity} ${after} ${contact}`, number);
    const variant = `${after} ${detail}`;
    const planned = this.#plannedGroups.get(groups) ?? new Set();
    if (planned.has(variant)) return;
    this.#plannedGroups.set(groups, planned.add(variant));
    for (const [activity, ids] of groups) {
      const number = activities.get(activity) ?? 1;
      if (number === 1) this.reads.addAttendees(activity, after, ids, !detail);
      else this.reads.add('attendees', [activity, after, ...ids].join(' '), number);
    }
  }

  /** Adds the reads of records by global id, once for the same list. */
  #planReferences(references: References, detail: boolean): void {
    this.#planAttendees({ groups: references.attendees, contact: null }, { after: '', activities: new Map() }, detail);
    if (this.#planned.has(references)) return;
    this.#planned.add(references);
    for (const reference of references.unresolved) this.reads.add('node', reference);
    for (const { kind, activityId } of references.content) {
      const content = contentOfKind(kind);
      if (content) this.reads.addContent(content, { activities: new Map([[activityId, 1]]) });
    }
  }

  /** The attendees that the arguments of a field name. */
  #identified({ coordinate, node, owner }: FieldToPlan): IdentifiedAttendees {
    const given = this.#fields.activity(node, 'activityId');
    if (coordinate === 'Query.attendeesByIds') {
      return { groups: this.#grouped(this.args.list(node, 'ids') ?? [], given), contact: null };
    }
    const id = this.args.identity(node, 'by', 'id');
    const whole = this.args.identity(node, 'by');
    if (id === '' || (isUnresolved(id) && !this.args.isObject(node, 'by'))) {
      return { groups: new Map(), contact: coordinate === 'Query.attendee' ? `${given} ${whole}` : whole };
    }
    if (coordinate === 'Query.attendee') return { groups: attendeesOf([id], given), contact: null };
    const global = parseGlobalId(id);
    const { activities } = owner;
    // A global id is looked up in the activity that it names, any other id in each activity of the owner.
    const named =
      global && (activities.has(String(global.activityId)) || activities.has(otherActivities)) ? [String(global.activityId)] : [];
    const number = new Set([String(global?.serviceId ?? id)]);
    return { groups: new Map((global ? named : [...activities.keys()]).map((activity) => [activity, number])), contact: null };
  }

  /** The ids of a list by activity. */
  #grouped(ids: readonly unknown[], activity: string): AttendeeGroups {
    const byActivity = this.#groups.get(ids) ?? new Map<string, AttendeeGroups>();
    const groups = byActivity.get(activity) ?? attendeesOf(ids, activity);
    this.#groups.set(ids, byActivity.set(activity, groups));
    return groups;
  }

  /** The records that the references of `node` or `_entities` name. */
  #referencesOf(node: FieldNode): References {
    const ids = this.#fields.references(node);
    const read = this.#references.get(ids) ?? readReferences(ids, this.#fields.field(node), maxActivities);
    this.#references.set(ids, read);
    return read;
  }

  /** Activities of which only the number is stored. */
  #many(node: FieldNode, number: number): Owner {
    const text = this.#fields.field(node);
    return { key: text, size: number, activities: new Map([[text, number]]), after: '' };
  }
}

/** The key of activities of which only the number is known. */
const otherActivities = 'others';

/** Activities by id, and a number of further ones whose ids are not known. */
function activitiesOwner(ids: readonly string[], further = 0): Owner {
  const activities = new Map(ids.map((id) => [id, 1]));
  const size = activities.size + further;
  if (further > 0) activities.set(otherActivities, further);
  return { key: `activities ${[...activities.keys()].join()}`, size, activities, after: '' };
}
