import { listCategories } from '../endpoint/category.js';
import type { Category } from '../model/category.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import { valueOr, recordsById } from './tolerant-reads.js';
import type { Upstream } from './upstream.js';

/** The article categories of one activity for one operation (§4.8). */
export class Categories {
  #all: Promise<readonly Category[]> | undefined;
  #children: ReadonlyMap<ServiceId, readonly Category[]> | undefined;
  readonly #levels: Promise<Level>[] = [];
  readonly #under = new Map<ServiceId, Promise<readonly Category[]>>();

  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
  ) {}

  /** All that the service lists when no parent is named: the whole tree, or its roots. @throws UpstreamError */
  all(): Promise<readonly Category[]> {
    return (this.#all ??= this.upstream.read(listCategories, this.activityId, {}));
  }

  /** Those under one parent, as the service answers when asked. @throws UpstreamError */
  byParent(parentId: ServiceId): Promise<readonly Category[]> {
    let children = this.#under.get(parentId);
    if (!children) this.#under.set(parentId, (children = this.upstream.read(listCategories, this.activityId, { parentId })));
    return children;
  }

  /** A category's children, from the full list where that was read and tells the tree. @throws UpstreamError */
  async childrenOf(category: Category): Promise<readonly Category[]> {
    const all = this.#all && (await this.#all);
    if (!all || !tellsTree(all)) return this.byParent(category.serviceId);
    this.#children ??= childrenByParent(all);
    return this.#children.get(category.serviceId) ?? [];
  }

  /** @returns null for a category that the list does not hold. @throws UpstreamError */
  async listedById(id: ServiceId): Promise<Category | null> {
    return (await this.#level(0)).byId.get(id) ?? null;
  }

  /** A category anywhere in the tree, level by level where the list holds only the roots. @throws UpstreamError */
  async byId(id: ServiceId): Promise<Category | null> {
    for (let depth = 0; ; depth += 1) {
      const { byId, deepest } = await this.#level(depth);
      const found = byId.get(id);
      if (found || deepest) return found ?? null;
    }
  }

  /** The categories of one level, read when it is first needed and no look-up ended above it. */
  #level(depth: number): Promise<Level> {
    return (this.#levels[depth] ??= depth === 0 ? this.#roots() : this.#level(depth - 1).then((above) => this.#below(above)));
  }

  async #roots(): Promise<Level> {
    const all = await this.all();
    const byId = recordsById(all);
    return { byId, seen: new Set(byId.keys()), deepest: byId.size === 0 || tellsTree(all) };
  }

  async #below({ byId: parents, seen }: Level): Promise<Level> {
    const children = (await Promise.all([...parents.keys()].map((parent) => this.byParent(parent)))).flat();
    // A category that stands below itself is not asked for its children again.
    const byId = new Map([...recordsById(children)].filter(([id]) => !seen.has(id)));
    return { byId, seen: new Set([...seen, ...byId.keys()]), deepest: byId.size === 0 };
  }
}

interface Level {
  readonly byId: ReadonlyMap<ServiceId, Category>;
  /** Those of this level and the levels above it. */
  readonly seen: ReadonlySet<ServiceId>;
  /** Whether there is no level below. */
  readonly deepest: boolean;
}

function childrenByParent(categories: readonly Category[]): ReadonlyMap<ServiceId, readonly Category[]> {
  const children = new Map<ServiceId, Category[]>();
  for (const category of categories) {
    const parent = parentOf(category);
    if (parent === null) continue;
    const same = children.get(parent);
    if (same) same.push(category);
    else children.set(parent, [category]);
  }
  return children;
}

/** Whether a list holds more than roots: then every child is in it. */
function tellsTree(categories: readonly Category[]): boolean {
  return categories.some((category) => parentOf(category) !== null);
}

function parentOf(category: Category): ServiceId | null {
  return valueOr(() => category.parentServiceId, null);
}
