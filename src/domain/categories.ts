import { listCategories } from '../endpoint/category.js';
import type { Category } from '../model/category.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import { readable, readableId, recordWithId } from './found.js';
import type { Upstream } from './upstream.js';

/** The article categories of one activity for one operation (§4.8). */
export class Categories {
  #all: Promise<readonly Category[]> | undefined;
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
  under(parentId: ServiceId): Promise<readonly Category[]> {
    let children = this.#under.get(parentId);
    if (!children) this.#under.set(parentId, (children = this.upstream.read(listCategories, this.activityId, { parentId })));
    return children;
  }

  /** A category's children, from the full list where that was read and tells the tree. @throws UpstreamError */
  async childrenOf(category: Category): Promise<readonly Category[]> {
    const all = this.#all && (await this.#all);
    if (all && tellsTree(all)) return all.filter((child) => parentOf(child) === category.serviceId);
    return this.under(category.serviceId);
  }

  /** @returns null for a category that the list does not hold. @throws UpstreamError */
  async listed(id: ServiceId): Promise<Category | null> {
    return recordWithId(await this.all(), id);
  }

  /** A category anywhere in the tree, level by level where the list holds only the roots. @throws UpstreamError */
  async byId(id: ServiceId): Promise<Category | null> {
    let level = await this.all();
    const seen = new Set<ServiceId>();
    for (;;) {
      const found = recordWithId(level, id);
      if (found || tellsTree(await this.all())) return found;
      const parents = level.map(readableId).filter((parent) => parent !== null && !seen.has(parent)) as ServiceId[];
      if (parents.length === 0) return null;
      for (const parent of parents) seen.add(parent);
      level = (await Promise.all(parents.map((parent) => this.under(parent)))).flat();
    }
  }
}

/** Whether a list holds more than roots: then every child is in it. */
function tellsTree(categories: readonly Category[]): boolean {
  return categories.some((category) => parentOf(category) !== null);
}

function parentOf(category: Category): ServiceId | null {
  return readable(() => category.parentServiceId, null);
}
