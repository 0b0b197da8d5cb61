import type { UpstreamRejectedError } from '../records/errors.js';
import type { UserError } from '../records/user-error.js';

/** The user error for a request that the service rejected, with the service's masked message. */
export function rejectedByService({ serviceMessage }: UpstreamRejectedError): UserError {
  return { code: 'REJECTED', message: serviceMessage || 'The event service rejected the request without a message.', field: null };
}
