/* The types of records that src/rest.ts exports, so that users of the REST client can name what its methods return. */

import { endpoints } from '../src/service/endpoints.js';
import { filesBelow, textOf } from './repository/files.js';

/** The name of each endpoint, and what it returns, such as `readonly Category[]`. */
const returned = filesBelow('src/service').flatMap((path) =>
  [...textOf(path).matchAll(/^export const (\w+): (?:Content)?Endpoint<.*?, ([^<>,']+)(?:, '\w+')?> = \{$/gm)].map(([, name, type]) => ({
    path,
    name: name!,
    type: type!,
  })),
);

/** The interfaces of the model by name, without comments. */
const interfaces = new Map(
  filesBelow('src/model').flatMap((path) =>
    [...textOf(path).matchAll(/^export interface (\w+)([^]*?)^\}/gm)].map(([, name, members]) => [
      name!,
      members!.replaceAll(/\/\*\*[^]*?\*\/|\/\/.*/g, ''),
    ]),
  ),
);

/** The interfaces of the model that a type names, and those that their members name. */
function interfacesIn(type: string, known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  return (type.match(/\b[A-Z]\w*/g) ?? [])
    .filter((name) => interfaces.has(name))
    .reduce((found, name) => (found.has(name) ? found : interfacesIn(interfaces.get(name)!, new Set([...found, name]))), known);
}

test('src/rest.ts exports the interfaces of src/model that the endpoints return, and those in their members', () => {
  expect(returned.map(({ name }) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  const ofModel = [...interfacesIn(returned.map(({ type }) => type).join(' '))];
  expect(ofModel).toEqual(expect.arrayContaining(['Category', 'ScheduleDay', 'ScheduleLink', 'CheckInField']));
  const words = new Set(textOf('src/rest.ts').match(/\w+/g));
  expect(ofModel.filter((name) => !words.has(name))).toEqual([]);
});
