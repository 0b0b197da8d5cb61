import { getFormFields } from '../endpoint/form-field.js';
import type { FormField } from '../model/form-field.js';
import type { ActivityId } from '../model/ids.js';
import type { Upstream } from './upstream.js';

/** The registration form of one activity for one operation (§4.1): read once, however often asked for. */
export class RegistrationForm {
  #fields: Promise<readonly FormField[]> | undefined;

  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
  ) {}

  /** All fields, hidden ones too, by sort order. @throws UpstreamError */
  fields(): Promise<readonly FormField[]> {
    return (this.#fields ??= this.#read());
  }

  async #read(): Promise<readonly FormField[]> {
    const fields = await this.upstream.read(getFormFields, this.activityId, undefined);
    return fields.toSorted((one, other) => sortOf(one) - sortOf(other));
  }
}

/** A broken sort order must not cost the form: such a field comes last. */
function sortOf(field: FormField): number {
  try {
    return field.sort;
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}
