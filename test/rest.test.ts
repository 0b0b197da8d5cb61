/* Users of the REST client name the types of the records that it returns. src/rest.ts lists them, apart from src/endpoint/endpoints.ts. */

import { endpoints } from '../src/endpoint/endpoints.js';
import { filesBelow, textOf } from './repository/files.js';

/** The name of each endpoint, and what it returns, such as `readonly Category[]`. */
const returned = filesBelow('src/endpoint').flatMap((path) =>
  [...textOf(path).matchAll(/^export const (\w+): (?:Content)?Endpoint<.*?, ([^<>,']+)(?:, '\w+')?> = \{$/gm)].map(([, name, type]) => ({
    path,
    name: name!,
    type: type!,
  })),
);

test('src/rest.ts exports the types of src/model that the endpoints return', () => {
  expect(returned.map(({ name }) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  const ofModel = returned.flatMap(({ path, type }) =>
    (type.match(/\b[A-Z]\w*/g) ?? []).filter((name) => new RegExp(`^import .*\\b${name}\\b.* from '../model/`, 'm').test(textOf(path))),
  );
  expect(ofModel).toContain('Category');
  const words = new Set(textOf('src/rest.ts').match(/\w+/g));
  expect(ofModel.filter((name) => !words.has(name))).toEqual([]);
});
