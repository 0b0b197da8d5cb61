import type { FieldNode } from 'graphql';
import { parseGlobalId } from '../../model/ids.js';
import type { ArgumentReader } from './argument-reader.js';
import type { FieldArguments, FieldToPlan } from './field-arguments.js';
import { otherActivities } from './parent-objects.js';
import { attendeesOf, readReferences, type AttendeeGroups, type IdentifiedAttendees, type References } from './group-ids.js';
import { isVariableName } from './variable-names.js';

/** The records that the arguments of fields name by id, or by contact. */
export class NamedRecords {
  // By list: the same long list may be an argument of many fields.
  readonly #groups = new Map<readonly unknown[], Map<string, AttendeeGroups>>();
  readonly #references = new Map<readonly unknown[], References>();

  constructor(
    private readonly args: ArgumentReader,
    private readonly fields: FieldArguments,
  ) {}

  /** The attendees that the arguments of a field name. */
  attendees({ coordinate, node, parents }: FieldToPlan): IdentifiedAttendees {
    const given = this.fields.activity(node, 'activityId');
    if (coordinate === 'Query.attendeesByIds') {
      return { groups: this.#grouped(this.args.list(node, 'ids') ?? [], given), contact: null };
    }
    const id = this.args.identity(node, 'by', 'id');
    const whole = this.args.identity(node, 'by');
    if (id === '' || (isVariableName(id) && !this.args.isObject(node, 'by'))) {
      return { groups: new Map(), contact: coordinate === 'Query.attendee' ? `${given} ${whole}` : whole };
    }
    if (coordinate === 'Query.attendee') return { groups: attendeesOf([id], given), contact: null };
    const global = parseGlobalId(id);
    const { activityCounts } = parents;
    // A global id is looked up in the activity that it names, any other id in each activity of the parent objects.
    const named =
      global && (activityCounts.has(String(global.activityId)) || activityCounts.has(otherActivities)) ? [String(global.activityId)] : [];
    const number = new Set([String(global?.serviceId ?? id)]);
    return { groups: new Map((global ? named : [...activityCounts.keys()]).map((activity) => [activity, number])), contact: null };
  }

  /** The records that the references of `node` or `_entities` name. */
  references(node: FieldNode): References {
    const ids = this.fields.references(node);
    const read = this.#references.get(ids) ?? readReferences(ids, this.fields.field(node));
    this.#references.set(ids, read);
    return read;
  }

  /** The ids of a list by activity. */
  #grouped(ids: readonly unknown[], activity: string): AttendeeGroups {
    const byActivity = this.#groups.get(ids) ?? new Map<string, AttendeeGroups>();
    const groups = byActivity.get(activity) ?? attendeesOf(ids, activity);
    this.#groups.set(ids, byActivity.set(activity, groups));
    return groups;
  }
}
