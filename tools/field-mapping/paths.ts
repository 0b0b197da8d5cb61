import { endpoints } from '../../src/service/endpoints.js';

/** Returns the path of the endpoint that a section documents. */
export function pathOf(section: string): string {
  const endpoint = Object.values(endpoints).find((each) => each.section === section);
  if (!endpoint) throw new Error(`src/service/endpoints.ts has no endpoint of §${section}.`);
  return endpoint.path;
}
