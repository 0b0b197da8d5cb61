/* The arguments of fields as the read planner needs them. */

import { print, type FieldNode } from 'graphql';
import type { ContentInput } from '../../domain/reads/content-reads.js';
import { parseGlobalId } from '../../model/ids.js';
import { byVariableName, isVariableName, mentionsVariableName, type ArgumentReader } from './argument-reader.js';
import { pageOf, type BoundWriteRow, type ContentRow, type FieldCost, type PageRow } from './cost-rows.js';
import type { ActivityCounts, ParentObjects } from './parent-objects.js';
import type { ListRange } from './planned-reads.js';

/** A field of the operation whose reads are planned. */
export interface FieldToPlan {
  /** Type and field, such as `Activity.schedule`. */
  readonly coordinate: string;
  readonly node: FieldNode;
  /** The cost row of the field; undefined for a field without a resolver, which reads nothing. */
  readonly cost: FieldCost | undefined;
  /** The objects that the field is selected on. */
  readonly parents: ParentObjects;
  /** The number of objects that it returns for each of them. */
  readonly size: number;
  /** The number of records in a page below it. */
  readonly pageSize: number;
}

/** The properties of the selection below a field that decide which reads the field causes. */
export interface SelectedBelow {
  /** Whether a field is selected that only get-one returns. */
  readonly needsGetOne: boolean;
  /** Whether a field is selected that needs a page, not only the number of records. */
  readonly needsPage: boolean;
}

/** The arguments of fields, and keys of fields by them: strings that are equal for equal reads. PlannedReads counts different keys. */
export class FieldArguments {
  readonly #names = new Map<string, string>();
  readonly #keys = new Map<FieldNode, string>();

  constructor(
    private readonly args: ArgumentReader,
    private readonly defaultActivityId: string,
  ) {}

  /** Returns a short name for a string, the same for the same string. Keys contain keys, so they would grow with the depth. */
  shortName(text: string): string {
    const number = String(this.#names.size);
    const name = this.#names.get(text) ?? (mentionsVariableName(text) ? byVariableName(number) : number);
    this.#names.set(text, name);
    return name;
  }

  /** A key of the argument at a path such as `activityId`, or of the member of one, such as `by.id`; empty if it is not given. */
  keyAt(node: FieldNode, path: string): string {
    const [name = '', member] = path.split('.');
    return this.args.argumentKey(node, name, member);
  }

  /** The activity that an argument such as `activityId` names, or the member of one, such as `input.activityId`; else the default one. */
  activityId(node: FieldNode, path: string): string {
    return this.keyAt(node, path) || this.defaultActivityId;
  }

  /** The activities that a field reads, and that its objects belong to: its argument names one, else they are the activities above it. */
  activityCounts({ cost, node, parents }: FieldToPlan): ActivityCounts {
    return cost?.activity === undefined ? parents.activityCounts : new Map([[this.activityId(node, cost.activity), 1]]);
  }

  /**
   * The activity of a bound write. The argument `activityId` names it, else a global id among its ids does, else it is the default one. A
   * variable among the ids may name it too, but all ids name the same one.
   */
  activityOfWrite(node: FieldNode, { ids }: BoundWriteRow): string {
    const given = this.args.argumentKey(node, 'activityId');
    if (given !== '') return given;
    let variable: string | undefined;
    for (const [name, defaultValue] of ids) {
      const key = this.args.argumentKey(node, name);
      if (isVariableName(key)) {
        variable ??= key;
        continue;
      }
      for (const id of this.args.list(node, name, defaultValue) ?? []) {
        const global = typeof id === 'string' ? parseGlobalId(id) : null;
        if (global) return String(global.activityId);
      }
    }
    return variable ?? this.defaultActivityId;
  }

  /** The input of a read of content, from the arguments that the cost row names. Both forms of an id are the same input. */
  contentInput(node: FieldNode, { input = {} }: ContentRow): ContentInput {
    const texts: Record<string, string> = {};
    for (const member in input) {
      const text = this.args.argumentKey(node, input[member]!);
      if (text !== '') texts[member] = String(parseGlobalId(text)?.serviceId ?? text);
    }
    return texts;
  }

  /** The range of a list that a field reads: the same for `(first: 20)` and `(first: 20, offset: 0)`. Invalid arguments count as the first record. */
  range({ node, pageSize }: FieldToPlan, { from }: PageRow): ListRange {
    const length = Math.max(1, pageSize);
    for (const name in from) {
      const value = this.args.value(node, name);
      if (value !== undefined && value !== null) return { offset: from[name]!(value) ?? 0, length };
    }
    return { offset: 0, length };
  }

  /** A key of the list that the range of a field is a part of, within its activity: the arguments that select it. */
  listKey({ node, cost }: FieldToPlan, { from }: PageRow): string {
    const length = pageOf(cost?.size);
    const others = (node.arguments ?? []).map(({ name }) => name.value).filter((name) => !Object.hasOwn(from, name));
    const selecting = others.filter((name) => name !== length && name !== cost?.activity);
    return selecting.map((name) => `${name}:${this.args.argumentKey(node, name)}`).join();
  }

  /**
   * A key of one use of a field on the objects above it: each alias is another use. Several fields may lead to these objects, and below each an
   * alias may have other arguments. Variables differ by their names, so that no second pass is needed.
   */
  useKey({ node, parents }: FieldToPlan): string {
    return this.shortName(`${parents.key}/use ${(node.alias ?? node.name).value}(${(node.arguments ?? []).map(print).join()})`);
  }

  /** A key of a field with all its arguments: equal for the same field with the same arguments. */
  fieldKey(node: FieldNode): string {
    const known = this.#keys.get(node);
    if (known !== undefined) return known;
    const args = (node.arguments ?? []).map(({ name }) => `${name.value}:${this.args.argumentKey(node, name.value)}`);
    const key = this.shortName(`${node.name.value}(${args.join()})`);
    this.#keys.set(node, key);
    return key;
  }
}
