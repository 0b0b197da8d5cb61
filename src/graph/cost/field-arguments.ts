import type { FieldNode } from 'graphql';
import { parseGlobalId } from '../../model/ids.js';
import { unresolved, type ArgumentReader } from './argument-reader.js';
import type { Owner } from './planned-reads.js';

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

/** What the arguments of fields say of the reads that the fields cause, as texts that are the same for the same reads. */
export class FieldArguments {
  readonly #names = new Map<string, string>();
  readonly #idsOf = new Map<readonly unknown[], readonly unknown[]>();
  readonly #texts = new Map<FieldNode, string>();

  constructor(
    private readonly args: ArgumentReader,
    private readonly defaultActivityId: string,
  ) {}

  /** The ids of references, as far as they are text. */
  references(node: FieldNode): readonly unknown[] {
    if (node.name.value === 'node') return [this.args.identity(node, 'id')];
    const list = this.args.list(node, 'representations') ?? [];
    const ids = this.#idsOf.get(list) ?? list.map((reference) => ((reference ?? {}) as { id?: unknown }).id);
    this.#idsOf.set(list, ids);
    return ids;
  }

  /** A short name for a long text. */
  named(text: string): string {
    const name = this.#names.get(text) ?? `${text.includes(unresolved) ? unresolved : ''}${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  activity(node: FieldNode, name: string, member?: string): string {
    return this.args.identity(node, name, member) || this.defaultActivityId;
  }

  contentId(coordinate: string, node: FieldNode): string {
    const id =
      coordinate === 'Activity.categories'
        ? this.args.identity(node, 'parentId')
        : coordinate === 'Activity.goods'
          ? this.args.identity(node, 'id')
          : '';
    return String(parseGlobalId(id)?.serviceId ?? id);
  }

  pageText({ node, pageSize }: FieldToPlan): string {
    return `${pageSize} ${this.args.identity(node, 'offset') || 0} ${this.args.identity(node, 'after')}`;
  }

  /** A field with its arguments, alike for the same ones. */
  text(node: FieldNode): string {
    const known = this.#texts.get(node);
    if (known !== undefined) return known;
    const args = (node.arguments ?? []).map(({ name }) => `${name.value}:${this.args.identity(node, name.value)}`);
    const text = this.named(`${node.name.value}(${args.join()})`);
    this.#texts.set(node, text);
    return text;
  }
}
