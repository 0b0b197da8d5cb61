/* The article categories of an activity: a tree, of which the service lists all or only the roots. */

import type { Category } from '../records/category.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import { listCategories } from '../service/endpoints.js';
import { EntityList, recordsGroupedBy, recordsById, valueOr } from './record-lists.js';
import { type OperationUpstream } from './upstream.js';

/**
 * The article categories of one activity for one GraphQL operation (§4.8).
 *
 * The service lists either all categories or only the roots if no parent is given; the interface does not state which. A
 * list that has the parent of one of its categories is taken for the full tree. A parent that is not listed shows nothing: the roots may be
 * below a category of the service itself. Otherwise the children of each parent are a call, and so `Category.children` plans them.
 */
export class Categories extends EntityList<Category> {
  /** The children of each category in the list, or null. Each of its categories asks, and a list may be long. */
  #childrenById: Promise<ReadonlyMap<ServiceId, readonly Category[]> | null> | undefined;
  /** The categories of all levels that were read. */
  readonly #known = new Map<ServiceId, Category>();
  /** The ids that each level adds, from the roots on; none below the deepest level. */
  readonly #levels: Promise<readonly ServiceId[]>[] = [];
  readonly #byParent = new Map<ServiceId, Promise<readonly Category[]>>();

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {
    super(() => upstream.read(listCategories, activityId, {}));
  }

  /** Reads the children of one parent by a call for that parent. A service may return others too. @throws UpstreamError */
  byParent(parentId: ServiceId): Promise<readonly Category[]> {
    let children = this.#byParent.get(parentId);
    if (!children) this.#byParent.set(parentId, (children = this.#readBelow(parentId)));
    return children;
  }

  async #readBelow(parentId: ServiceId): Promise<readonly Category[]> {
    const listed = await this.upstream.read(listCategories, this.activityId, { parentId });
    return listed.filter((category) => !valueOr(() => category.isBelowOther(parentId), false));
  }

  /** Returns the children of a category: from the list if it was read and is the full tree, else by `byParent`. @throws UpstreamError */
  async childrenOf(category: Category): Promise<readonly Category[]> {
    const tree = this.reply && (await this.#tree());
    return tree ? (tree.get(category.serviceId) ?? []) : this.byParent(category.serviceId);
  }

  /** Returns the children of each category; null if the list has no children, only the roots. */
  #tree(): Promise<ReadonlyMap<ServiceId, readonly Category[]> | null> {
    return (this.#childrenById ??= this.indexed().then(async (listed) => {
      const children = await recordsGroupedBy(await this.read(), (child) => child.parentServiceId);
      return [...children.keys()].some((id) => listed.has(id)) ? children : null;
    }));
  }

  /**
   * Searches the whole tree for a category: level by level, with a call for each parent, if the list has only the
   * roots. `byId` returns those of the list.
   * @returns null if there is none.
   * @throws UpstreamError
   */
  async findInTree(id: ServiceId): Promise<Category | null> {
    for (let depth = 0; ; depth += 1) {
      const added = await this.#level(depth);
      const category = this.#known.get(id);
      if (category || added.length === 0) return category ?? null;
    }
  }

  /** Reads a level when the first search reaches it. */
  #level(depth: number): Promise<readonly ServiceId[]> {
    return (this.#levels[depth] ??=
      depth === 0 ? this.indexed().then((roots) => this.#add(roots)) : this.#level(depth - 1).then((parents) => this.#below(parents)));
  }

  async #below(parents: readonly ServiceId[]): Promise<readonly ServiceId[]> {
    if (await this.#tree()) return [];
    const lists: (readonly Category[])[] = [];
    // Once a call fails, as beyond MAX_UPSTREAM_CALLS, no further part is read: a list of the service may have 100,000 roots.
    for (let begin = 0; begin < parents.length; begin += parentsAtOnce)
      lists.push(...(await Promise.all(parents.slice(begin, begin + parentsAtOnce).map((parent) => this.byParent(parent)))));
    return this.#add(await recordsById(lists.flat()));
  }

  /** Adds the categories that are not known, so that a cycle ends the search. @returns their ids */
  #add(categories: ReadonlyMap<ServiceId, Category>): readonly ServiceId[] {
    const added = [...categories].filter(([id]) => !this.#known.has(id));
    for (const [id, category] of added) this.#known.set(id, category);
    return added.map(([id]) => id);
  }
}

/** More than an operation may call for by default. */
const parentsAtOnce = 200;
