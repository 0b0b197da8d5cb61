import type { Transport } from '../transport.js';

/** Obtains the permit of each write that requires one, before each attempt. A write without its permit is not sent. */
export function withWritePermit(transport: Transport): Transport {
  return (request, bounds) => {
    const { permit } = bounds;
    return permit === undefined ? transport(request, bounds) : permit.obtain().then(() => transport(request, bounds));
  };
}
