/* The records to which a field can lead: those of a list of content. */

import { fieldKinds } from './field-kinds.js';
import type { Texts } from './field-steps.js';
import { nameOf, spell } from './names.js';
import { Refusal } from './refusal.js';

/** Where a record is read by its id: the property of `Activity` and its method, the list of content with its section, and an id of the sandbox. */
export interface Target {
  readonly read: string;
  readonly list: string;
  readonly section: string;
  readonly id: string;
}

/** @throws Refusal if no list of content has the records of this type */
export function targetOf(type: string, schema: string, { textOf }: Texts): Target {
  const kind = spell(nameOf(type).singular, 'camel');
  const [, list, section] =
    new RegExp(`^  (\\w+): \\{[^}]*entity: '${kind}'[^}]*\\}, // §(4\\.\\d+)$`, 'm').exec(textOf('src/model/content-kind.ts')!) ?? [];
  const [, id] = new RegExp(`^  ${type}: '${kind}:1001:(\\d+)',`, 'm').exec(textOf('test/graph/access/paths.ts')!) ?? [];
  const isType = new RegExp(`^type ${type}\\b`, 'm').test(schema);
  if (list !== undefined && section !== undefined && id !== undefined)
    return { read: `${list}.${type === 'Category' ? 'listedById' : 'byId'}`, list, section, id };
  const kinds = Object.keys(fieldKinds).join(', ');
  throw new Refusal(
    isType
      ? `No list of content has the records of ${type}, so npm run add writes no field that leads to one. ` +
          'Write its lines as tools/adding/recipes/link.md shows them; its cost row is one of docs/adding/lookup.md (`link`).'
      : `"${type}" is no type of a field. It is one of ${kinds}, or an entity of a list, such as Category. ` +
          `For other types, docs/adding/field.md#kinds-of-fields shows the lines.`,
  );
}
