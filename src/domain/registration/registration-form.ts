import { getFormFields } from '../../endpoint/form-field.js';
import type { FormField } from '../../model/form-field.js';
import type { ActivityId } from '../../model/ids.js';
import type { Upstream } from '../reads/upstream.js';
import { valueOr } from '../tolerant-reads.js';

/** The registration form of one activity for one GraphQL operation (§4.1). It is read once. */
export class RegistrationForm {
  #allFields: Promise<readonly FormField[]> | undefined;

  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
  ) {}

  /** Reads all fields, hidden fields included, in their sort order. @throws UpstreamError */
  allFields(): Promise<readonly FormField[]> {
    return (this.#allFields ??= this.#read());
  }

  async #read(): Promise<readonly FormField[]> {
    const fields = await this.upstream.read(getFormFields, this.activityId, undefined);
    return fields.toSorted((one, other) => sortOf(one) - sortOf(other));
  }
}

/** The sort order of a field; a field whose order is broken comes last. */
function sortOf(field: FormField): number {
  return valueOr(() => field.sort, Number.MAX_SAFE_INTEGER);
}
