import type { FieldNode } from 'graphql';
import type { ContentKind } from '../domain/content-reads.js';
import { parseGlobalId, type EntityKind } from '../model/ids.js';
import { unresolved, type ArgumentReader } from './argument-reader.js';
import { assumedListSize, contentOfField } from './cost-table.js';
import { attendeesOf, entityOwners, type IdentifiedAttendees } from './entity-plan.js';
import { nothing, type Owner, type PlannedReads } from './planned-reads.js';

export interface FieldToPlan {
  readonly coordinate: string;
  readonly node: FieldNode;
  /** The objects that the field is selected on. */
  readonly owner: Owner;
  /** How many objects it returns for each of them. */
  readonly size: number;
  /** How many attendees a page below it holds. */
  readonly pageSize: number;
}

/** What of a field's selection decides the reads: fields that only get-one has, and any of a page beside its total. */
export interface SelectedBelow {
  readonly getOne: boolean;
  readonly page: boolean;
}

/** More activities than this are told apart by number only. */
const mostActivities = 50;

/** Fields evaluated one by one; beyond that many, selections on the same type count as on the same objects. */
const mostOwners = 2_000;

/** Plans the reads of an operation from its fields and arguments, as the domain will make them: a read that fields share is one. */
export class ReadPlanner {
  #owners = 0;
  readonly #names = new Map<string, string>();
  // Long lists are read once, in however many fields they stand.
  readonly #idsOf = new Map<readonly unknown[], readonly unknown[]>();
  readonly #groups = new Map<readonly unknown[], Map<string, ReadonlyMap<string, ReadonlySet<string>>>>();
  readonly #byType = new Map<readonly unknown[], ReadonlyMap<string, Owner>>();
  readonly #planned = new Set<readonly unknown[]>();
  readonly #plannedGroups = new Map<ReadonlyMap<string, ReadonlySet<string>>, Set<string>>();

  constructor(
    private readonly reads: PlannedReads,
    private readonly args: ArgumentReader,
    private readonly defaultActivityId: string,
  ) {}

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
        return activitiesOwner([this.#activity(node, 'id')]);
      case 'Query.activities':
        return activitiesOwner([this.defaultActivityId], assumedListSize - 1);
      case 'Query.activitiesByIds':
        return size > mostActivities ? { ...activitiesOwner([]), ...this.#many(node, size) } : activitiesOwner((this.args.list(node, 'ids') ?? []).map(String));
      case 'Attendee.activity':
        return { ...owner, key: this.#named([...owner.activities.keys(), owner.after].join()), size: owner.activities.size };
      case 'Query.attendee':
      case 'Query.attendeesByIds': {
        const { groups } = this.#identified(field);
        const activities = () => (groups.size > 0 ? [...groups.keys()] : [this.#activity(node, 'activityId')]);
        const below = groups.size > mostActivities ? this.#many(node, groups.size) : activitiesOwner(activities());
        return { ...below, key: this.#text(node), size, after: this.#text(node) };
      }
      case 'Query._entities':
      case 'Query.node':
        return { ...owner, size, key: this.#text(node), byType: this.#ownersByType(node) };
      case 'Activity.attendees':
        return { ...owner, key: this.#named(`${owner.key}/page ${this.#pageText(field)}`), after: this.#text(node) };
      case 'Activity.attendee':
        return { ...owner, key: this.#named(`${owner.key}/${this.#text(node)}`), after: this.#text(node) };
      case 'AttendeeConnection.edges':
        return { ...owner, size: owner.size * size };
      case 'Query.checkInLookup':
      case 'Mutation.addAttendees': {
        const after = `${node.alias?.value ?? ''} ${this.#text(node)}`;
        return { key: after, size, after, activities: new Map([[this.#activity(node, 'input', 'activityId'), 1]]) };
      }
      default:
        return { ...owner, key: this.#named(`${owner.key}/${this.#text(node)}`), size: owner.size * size };
    }
  }

  /** Notes what a field reads. */
  plan(field: FieldToPlan, { getOne, page }: SelectedBelow): void {
    const { coordinate, node, owner, size } = field;
    const { reads } = this;
    if (owner.size === 0) return undefined;
    const content = contentOfField[coordinate];
    if (content !== undefined) return reads.addContent(content, owner, this.#contentId(coordinate, node));
    switch (coordinate) {
      case 'Activity.attendees':
        return reads.addEach('page', owner, page ? `${owner.after} ${this.#pageText(field)}` : `${owner.after} count`);
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
        return this.#planAttendees(this.#identified(field), owner.after, getOne);
      case 'Query._entities':
      case 'Query.node':
        return this.#planReferences(this.#references(node), getOne);
      case 'Query.checkInLookup':
        return reads.add('check-in', this.args.identity(node, 'input'));
      case 'Mutation.addAttendees':
        reads.addContent('fields', { activities: new Map([[this.#activity(node, 'input', 'activityId'), 1]]) });
        return reads.add('write', (node.alias ?? node.name).value);
      case 'Mutation.ssoLogin':
      case 'Subscription.ticketStock':
      case 'Subscription.goodsStock':
        return reads.add('write', (node.alias ?? node.name).value);
      default:
        return undefined;
    }
  }

  #planAttendees({ groups, contact }: IdentifiedAttendees, after: string, getOne: boolean): void {
    if (contact !== null) this.reads.add('contact', `${after} ${contact}`);
    const once = `${after} ${getOne}`;
    const planned = this.#plannedGroups.get(groups) ?? new Set();
    if (planned.has(once)) return;
    this.#plannedGroups.set(groups, planned.add(once));
    for (const [activity, ids] of groups) {
      this.reads.addAttendees(activity, after, ids, !getOne);
    }
  }

  #planReferences(references: readonly unknown[], getOne: boolean): void {
    this.#planAttendees({ groups: this.#grouped(references, ''), contact: null }, '', getOne);
    if (this.#planned.has(references)) return;
    this.#planned.add(references);
    for (const reference of references) {
      const global = typeof reference === 'string' ? parseGlobalId(reference) : null;
      if (typeof reference === 'string' && reference.startsWith(unresolved)) this.reads.add('node', reference);
      const kind = global && contentOfEntity[global.kind];
      if (kind) this.reads.addContent(kind, { activities: new Map([[String(global.activityId), 1]]) });
    }
  }

  /** The attendees that a look-up names, by activity; or by something else than an id. */
  #identified({ coordinate, node, owner }: FieldToPlan): IdentifiedAttendees {
    const given = this.#activity(node, 'activityId');
    if (coordinate === 'Query.attendeesByIds') {
      return { groups: this.#grouped(this.args.list(node, 'ids') ?? [], given), contact: null };
    }
    const id = this.args.identity(node, 'by', 'id');
    const whole = this.args.identity(node, 'by');
    if (id === '' || (id.startsWith(unresolved) && !this.args.isObject(node, 'by'))) {
      return { groups: new Map(), contact: `${coordinate === 'Query.attendee' ? given : [...owner.activities.keys()].join()} ${whole}` };
    }
    if (coordinate === 'Query.attendee') return { groups: attendeesOf([id], given), contact: null };
    const number = parseGlobalId(id)?.serviceId ?? id;
    return { groups: new Map([...owner.activities.keys()].map((activity) => [activity, new Set([String(number)])])), contact: null };
  }

  /** The ids of references, as far as they are text. */
  #references(node: FieldNode): readonly unknown[] {
    if (node.name.value === 'node') return [this.args.identity(node, 'id')];
    const list = this.args.list(node, 'representations') ?? [];
    const ids = this.#idsOf.get(list) ?? list.map((reference) => ((reference ?? {}) as { id?: unknown }).id);
    this.#idsOf.set(list, ids);
    return ids;
  }

  #grouped(ids: readonly unknown[], activity: string): ReadonlyMap<string, ReadonlySet<string>> {
    const known = this.#groups.get(ids) ?? new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();
    const groups = known.get(activity) ?? attendeesOf(ids, activity);
    this.#groups.set(ids, known.set(activity, groups));
    return groups;
  }

  #ownersByType(node: FieldNode): ReadonlyMap<string, Owner> {
    const ids = this.#references(node);
    const owners = this.#byType.get(ids) ?? entityOwners(ids, this.#text(node), mostActivities);
    this.#byType.set(ids, owners);
    return owners;
  }

  #many(node: FieldNode, number: number): Owner {
    const text = this.#text(node);
    return { key: text, size: number, activities: new Map([[text, number]]), after: '' };
  }

  /** A short name for a long text. */
  #named(text: string): string {
    const name = this.#names.get(text) ?? `${text.includes(unresolved) ? unresolved : ''}${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  #activity(node: FieldNode, name: string, member?: string): string {
    return this.args.identity(node, name, member) || this.defaultActivityId;
  }

  #contentId(coordinate: string, node: FieldNode): string {
    const id = coordinate === 'Activity.categories' ? this.args.identity(node, 'parentId') : coordinate === 'Activity.goods' ? this.args.identity(node, 'id') : '';
    return String(parseGlobalId(id)?.serviceId ?? id);
  }

  #pageText({ node, pageSize }: FieldToPlan): string {
    return `${pageSize} ${this.args.identity(node, 'offset') || 0} ${this.args.identity(node, 'after')}`;
  }

  /** A field with its arguments, alike for the same ones. */
  #text(node: FieldNode): string {
    return this.#named(`${node.name.value}(${(node.arguments ?? []).map(({ name }) => `${name.value}:${this.args.identity(node, name.value)}`).join()})`);
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

function activitiesOwner(ids: readonly string[], others = 0): Owner {
  const activities = new Map(ids.map((id) => [id, 1]));
  if (others > 0) activities.set('others', others);
  const size = activities.size - (others > 0 ? 1 : 0) + others;
  return { key: `activities ${[...activities.keys()].join()}`, size, activities, after: '' };
}
