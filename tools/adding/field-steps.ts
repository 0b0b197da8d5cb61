/* What the steps of a field and of a link have in common. */

import { nameOf, spell } from './names.js';
import type { Block, RecordFiles } from './record-files.js';
import { Refusal } from './refusal.js';
import type { Step } from './steps.js';

export interface FieldAddition {
  readonly recipe: 'field';
  /** The type of the graph that gets the field, such as `Hall`. */
  readonly owner: string;
  readonly field: string;
  /** A key of `fieldKinds`, or an entity to which the field leads. */
  readonly type: string;
  /** The member of the service's JSON. Omitted: the name of the field with underscores; of a link, with `_id`. */
  readonly key?: string;
}

export interface Texts {
  /** Returns the text of a file, or null if there is none. */
  readonly textOf: (file: string) => string | null;
}

export interface FieldPlan {
  readonly steps: readonly Step[];
  readonly decisions: string;
}

/** The page that explains the steps. */
export const explained = 'docs/adding/field.md';

export const step = (file: string, line: string | null, position: Step['position'], code: string): Step => ({
  document: explained,
  file,
  line,
  position,
  code,
});
export const last = ({ file, block }: Block, code: string): Step => step(file, block, 'at the end of', code);
export const imported = (file: string, code: string): Step => step(file, null, 'among the imports', code);
export const changelog = (owner: string, field: string): Step =>
  step('CHANGELOG.md', null, 'among the additions', `- **${spell(nameOf(owner).singular, 'sentence')}**: \`${owner}.${field}\`.\n`);

/** The record that the sandbox sends, and its type if it is declared. */
export function sandboxSteps({ sandbox, sandboxType }: RecordFiles, key: string, sent: string): readonly Step[] {
  const type = sent.startsWith(`'`) ? 'string' : 'number';
  return [...(sandboxType === null ? [] : [last(sandboxType, `  readonly ${key}: ${type};\n`)]), last(sandbox, `    ${key}: ${sent},\n`)];
}

/** The scope that a caller needs for the object. */
export function scopeOf({ access: { file, block } }: RecordFiles, { textOf }: Texts): string {
  const name = block.split(' … ')[0]!;
  const [, scope] = /object: '([^']+)'/.exec(textOf(file)!.split(name)[1] ?? '') ?? [];
  if (scope === undefined) throw new Refusal(`${file} does not state who may read the object. Add the field by hand: ${explained}.`);
  return scope;
}

export interface Table {
  readonly section: string;
  readonly block: Block;
  readonly row: (type: string, meaning: string, remark?: string) => string;
}

/** The table of the interface with the members of a record. @throws Refusal if it has the key */
export function tableOf({ view }: RecordFiles, owner: string, key: string, { textOf }: Texts): Table {
  const file = 'docs/event-service-interface.md';
  const [, section] = new RegExp(`§(2\\.\\d+)[^*]*\\*/\\nexport class ${owner}View\\b`).exec(textOf(view.file)!) ?? [];
  const escaped = section?.replace('.', '\\.');
  const [whole, heading] = new RegExp(`^(### ${escaped} .*)\\n[^]*?(?=^###? )`, 'm').exec(textOf(file)!) ?? [];
  if (section === undefined || whole === undefined)
    throw new Refusal(`The comment of ${owner}View in ${view.file} names no section of ${file}. State it as in §2.5, "/** §2.5: …. */".`);
  if (new RegExp(`^\\|[^|]*\`${key}\``, 'm').test(whole))
    throw new Refusal(`§${section} of ${file} has \`${key}\`: another field has it, or it is left out. Pass another member with --key.`);
  const hasMeanings = whole.includes('| Meaning |');
  return {
    section,
    block: { file, block: heading! },
    row: (type, meaning, remark) =>
      `| \`${key}\` | ${type}${hasMeanings ? ' | ' : ', '}${meaning}${remark === undefined ? '' : `; ${remark}`} |\n`,
  };
}

export const decisionsOf = (record: RecordFiles, section: string, scope: string, decoded: string): string =>
  [
    `The member of the service's JSON, ${decoded}: \`${record.view.file}\`.`,
    `Type and description: \`${record.type.file}\`.`,
    `Scope: \`${record.access.file}\`, now \`${scope}\`.`,
    `Value in the sandbox: \`${record.sandbox.file}\`, now the same in each record.`,
    `Meaning in the interface, §${section}: \`docs/event-service-interface.md\`.`,
  ]
    .map((item) => `- ${item}`)
    .join('\n');
