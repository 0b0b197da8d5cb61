import type { FieldNode } from 'graphql';
import type { ContentKind } from '../../domain/content-reads.js';
import { parseGlobalId, type EntityKind } from '../../model/ids.js';
import { isUnresolved, type ArgumentReader } from './argument-reader.js';
import { assumedListSize, contentOfField } from './cost-table.js';
import { attendeesOf, readReferences, type AttendeeGroups, type IdentifiedAttendees, type References } from './entity-plan.js';
import { FieldArguments, type FieldToPlan, type SelectedBelow } from './field-arguments.js';
import { nothing, type Owner, type PlannedReads } from './planned-reads.js';

/** More activities than this are told apart by number only. */
const mostActivities = 50;

/** Fields evaluated one by one; beyond that many, selections on the same type count as on the same objects. */
const mostOwners = 2_000;

/** Plans the reads of an operation from its fields and arguments, as the domain will make them: a read that fields share is one. */
export class ReadPlanner {
  #owners = 0;
  readonly #fields: FieldArguments;
  // Long lists are read once, in however many fields they stand.
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

  get root(): Owner {
    return { key: '', size: 1, activities: new Map([[this.defaultActivityId, 1]]), after: '' };
  }

  /** The objects that a field returns. */
  ownerBelow(field: FieldToPlan): Owner {
    const { coordinate, node, owner, size } = field;
    if (owner.size * size === 0) return nothing;
    // Bounds the work for fragments that spread each other: their paths may be exponentially many.
    if (++this.#owners > mostOwners && !coordinate.startsWith('Query.')) return { ...owner, key: coordinate, size: assumedListSize };
    switch (coordinate) {
      case 'Query.activity':
        return activitiesOwner([this.#fields.activity(node, 'id')]);
      case 'Query.activities':
        return activitiesOwner([this.defaultActivityId], assumedListSize - 1);
      case 'Query.activitiesByIds':
        return size > mostActivities
          ? { ...activitiesOwner([]), ...this.#many(node, size) }
          : activitiesOwner((this.args.list(node, 'ids') ?? []).map(String));
      case 'Attendee.activity':
        return { ...owner, key: this.#fields.named([...owner.activities.keys(), owner.after].join()), size: owner.activities.size };
      case 'Query.attendee':
      case 'Query.attendeesByIds': {
        const { groups } = this.#identified(field);
        const activities = () => (groups.size > 0 ? [...groups.keys()] : [this.#fields.activity(node, 'activityId')]);
        const below = groups.size > mostActivities ? this.#many(node, groups.size) : activitiesOwner(activities());
        return { ...below, key: this.#fields.text(node), size, after: this.#fields.text(node) };
      }
      case 'Query._entities':
      case 'Query.node':
        return { ...owner, size, key: this.#fields.text(node), byType: this.#referencesOf(node).ownersByType };
      case 'Activity.attendees':
        return { ...owner, key: this.#fields.named(`${owner.key}/page ${this.#fields.pageText(field)}`), after: this.#fields.text(node) };
      case 'Activity.attendee':
        return { ...owner, key: this.#fields.named(`${owner.key}/${this.#fields.text(node)}`), after: this.#fields.text(node) };
      case 'AttendeeConnection.edges':
        return { ...owner, size: owner.size * size };
      case 'Query.checkInLookup':
      case 'Mutation.addAttendees': {
        const after = `${node.alias?.value ?? ''} ${this.#fields.text(node)}`;
        return { key: after, size, after, activities: new Map([[this.#fields.activity(node, 'input', 'activityId'), 1]]) };
      }
      default:
        return { ...owner, key: this.#fields.named(`${owner.key}/${this.#fields.text(node)}`), size: owner.size * size };
    }
  }

  /** Notes what a field reads. */
  plan(field: FieldToPlan, { getOne, page }: SelectedBelow): void {
    const { coordinate, node, owner, size } = field;
    const { reads } = this;
    if (owner.size === 0) return undefined;
    const content = contentOfField[coordinate];
    if (content !== undefined) return reads.addContent(content, owner, this.#fields.contentId(coordinate, node));
    switch (coordinate) {
      case 'Activity.attendees':
        return reads.addEach('page', owner, page ? `${owner.after} ${this.#fields.pageText(field)}` : `${owner.after} count`);
      case 'AttendeeConnection.nodes':
      case 'AttendeeEdge.node':
        return getOne ? reads.add('details', owner.key, owner.size * size) : undefined;
      case 'CheckInMatch.attendee':
      case 'AttendeeRegistration.attendee':
        return getOne ? reads.add('details', owner.key, owner.size) : reads.addEach('attendees', owner, owner.after);
      case 'Category.children':
        return reads.add('children', owner.key, owner.size);
      case 'Query.attendee':
      case 'Activity.attendee':
      case 'Query.attendeesByIds':
        return this.#planAttendees(this.#identified(field), owner, getOne);
      case 'Query._entities':
      case 'Query.node':
        return this.#planReferences(this.#referencesOf(node), getOne);
      case 'Query.checkInLookup':
        return reads.add('check-in', this.args.identity(node, 'input'));
      case 'Mutation.addAttendees':
        reads.addContent('fields', { activities: new Map([[this.#fields.activity(node, 'input', 'activityId'), 1]]) });
        return reads.add('write', (node.alias ?? node.name).value);
      case 'Mutation.ssoLogin':
      case 'Subscription.ticketStock':
      case 'Subscription.goodsStock':
        return reads.add('write', (node.alias ?? node.name).value);
      default:
        return undefined;
    }
  }

  #planAttendees(
    { groups, contact }: IdentifiedAttendees,
    { after, activities }: Pick<Owner, 'after' | 'activities'>,
    getOne: boolean,
  ): void {
    if (contact !== null) for (const [activity, number] of activities) this.reads.add('contact', `${activity} ${after} ${contact}`, number);
    const once = `${after} ${getOne}`;
    const planned = this.#plannedGroups.get(groups) ?? new Set();
    if (planned.has(once)) return;
    this.#plannedGroups.set(groups, planned.add(once));
    for (const [activity, ids] of groups) {
      const number = activities.get(activity) ?? 1;
      if (number === 1) this.reads.addAttendees(activity, after, ids, !getOne);
      else this.reads.add('attendees', [activity, after, ...ids].join(' '), number);
    }
  }

  #planReferences(references: References, getOne: boolean): void {
    this.#planAttendees({ groups: references.attendees, contact: null }, { after: '', activities: new Map() }, getOne);
    if (this.#planned.has(references)) return;
    this.#planned.add(references);
    for (const reference of references.unresolved) this.reads.add('node', reference);
    for (const { kind, activityId } of references.content) {
      const list = contentOfEntity[kind];
      if (list) this.reads.addContent(list, { activities: new Map([[activityId, 1]]) });
    }
  }

  /** The attendees that a look-up names, by activity; or by something else than an id. */
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
    // An id that names an activity is looked up there, one that does not in each.
    const named = global && (activities.has(String(global.activityId)) || activities.has(others)) ? [String(global.activityId)] : [];
    const number = new Set([String(global?.serviceId ?? id)]);
    return { groups: new Map((global ? named : [...activities.keys()]).map((activity) => [activity, number])), contact: null };
  }

  #grouped(ids: readonly unknown[], activity: string): AttendeeGroups {
    const known = this.#groups.get(ids) ?? new Map<string, AttendeeGroups>();
    const groups = known.get(activity) ?? attendeesOf(ids, activity);
    this.#groups.set(ids, known.set(activity, groups));
    return groups;
  }

  #referencesOf(node: FieldNode): References {
    const ids = this.#fields.references(node);
    const read = this.#references.get(ids) ?? readReferences(ids, this.#fields.text(node), mostActivities);
    this.#references.set(ids, read);
    return read;
  }

  #many(node: FieldNode, number: number): Owner {
    const text = this.#fields.text(node);
    return { key: text, size: number, activities: new Map([[text, number]]), after: '' };
  }
}

/** Which list holds the records of a kind; attendees are read by their ids. */
const contentOfEntity: Readonly<Partial<Record<EntityKind, ContentKind>>> = {
  scheduleItem: 'schedule',
  article: 'articles',
  category: 'categories',
  ticketItem: 'tickets',
  goods: 'goods',
};

/** Stands for activities that only their number is known of. */
const others = 'others';

function activitiesOwner(ids: readonly string[], further = 0): Owner {
  const activities = new Map(ids.map((id) => [id, 1]));
  const size = activities.size + further;
  if (further > 0) activities.set(others, further);
  return { key: `activities ${[...activities.keys()].join()}`, size, activities, after: '' };
}
