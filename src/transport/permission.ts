import type { Transport } from './transport.js';

/** Asks for the permission of each write that requires one, before each attempt. A write without permission is not sent. */
export function withPermission(transport: Transport): Transport {
  return (request, bounds) => {
    const { permission } = bounds;
    return permission === undefined ? transport(request, bounds) : permission.permit().then(() => transport(request, bounds));
  };
}
