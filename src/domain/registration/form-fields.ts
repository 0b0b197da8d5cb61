import { getFormFields } from '../../endpoint/form-field.js';
import type { FormField } from '../../model/form-field.js';
import type { ActivityId } from '../../model/ids.js';
import { valueOr } from '../broken-values.js';
import type { OperationUpstream } from '../reads/upstream.js';

/** The fields of the registration form of one activity for one GraphQL operation (§4.1). They are read once. */
export class FormFields {
  #all: Promise<readonly FormField[]> | undefined;

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {}

  /** Reads all fields, hidden fields included, in their sort order. @throws UpstreamError */
  all(): Promise<readonly FormField[]> {
    return (this.#all ??= this.#read());
  }

  async #read(): Promise<readonly FormField[]> {
    const fields = await this.upstream.read(getFormFields, this.activityId, undefined);
    return fields.toSorted((one, other) => sortOf(one) - sortOf(other));
  }
}

/** The name of a field; null if it is broken. */
export const nameOfField = (field: FormField): string | null => valueOr(() => field.name, null);

/** The sort order of a field; a field whose order is broken comes last. */
function sortOf(field: FormField): number {
  return valueOr(() => field.sort, Number.MAX_SAFE_INTEGER);
}
