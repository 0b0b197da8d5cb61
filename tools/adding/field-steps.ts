/* What the steps of a field and of a link have in common. */

import { nameOf, spell } from './names.js';
import type { Block, RecordFiles } from './record-files.js';
import { Refusal } from './refusal.js';
import type { Step } from './steps.js';
import type { UndecidedPoint } from './undecided-points.js';

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
  readonly undecidedPoints: readonly UndecidedPoint[];
}

/** The page that explains the steps. */
export const explained = 'docs/adding/field.md';

export const step = (file: string, line: string | null, position: Step['position'], code: string): Step => ({
  document: 'tools/adding/field.ts',
  file,
  line,
  position,
  code,
});
export const last = ({ file, block }: Block, code: string): Step => step(file, block, 'at the end of', code);
export const imported = (file: string, code: string): Step => step(file, null, 'among the imports', code);
/** The entry of the changelog; null for a field of a type that the last release lacks, because the whole type is new for its users. */
export const entryOf = (owner: string, field: string, { textOf }: Texts): string | null =>
  new RegExp(`^type ${owner}\\b`, 'm').test(textOf('schema/baseline.graphql') ?? '')
    ? `- **${spell(nameOf(owner).singular, 'sentence')}**: \`${owner}.${field}\`.`
    : null;
export const changelog = (entry: string | null): readonly Step[] =>
  entry === null ? [] : [step('CHANGELOG.md', null, 'among the additions', `${entry}\n`)];

/**
 * The records that the sandbox sends, and their type if it is declared.
 * @param line the member with its value
 * @param type the type of the value
 * @param fixed what the records have that have a value in every field, and those that have none
 */
export function sandboxSteps(
  { sandbox, sandboxType, completeRecords, emptyRecords }: RecordFiles,
  line: string,
  type: string,
  fixed: { readonly value: string; readonly noValue: string },
): readonly Step[] {
  const [, key] = /^ *(\w+): /.exec(line)!;
  return [
    ...(sandboxType === null ? [] : [last(sandboxType, `  readonly ${key!}: ${type};\n`)]),
    last(sandbox, `${line}\n`),
    ...completeRecords.map((block) => last(block, `  ${key!}: ${fixed.value},\n`)),
    ...emptyRecords.map((block) => last(block, `  ${key!}: ${fixed.noValue},\n`)),
  ];
}

/** The access row of a field: it requires the scope of the object. If attendees may read objects that describe them, also this field. */
export function accessRowOf(field: string, { access: { file, block } }: RecordFiles, { textOf }: Texts): string {
  const name = block.split(' … ')[0]!;
  const [, scope, more] = /object: '([^']+)'([^]*?)fields: \{$/m.exec(textOf(file)!.split(name)[1] ?? '') ?? [];
  if (scope === undefined) throw new Refusal(`${file} does not state who may read the object. Add the field by hand: ${explained}.`);
  return `    ${field}: ${more!.includes(' self: ') ? `{ scope: '${scope}', self: true }` : `'${scope}'`},`;
}

export interface Table {
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
    block: { file, block: heading! },
    row: (type, meaning, remark) =>
      `| \`${key}\` | ${type}${hasMeanings ? ' | ' : ', '}${meaning}${remark === undefined ? '' : `; ${remark}`} |`,
  };
}

/** The code that numbers a record where the sandbox makes it; null if there is only one record. */
export function numberOf({ sandbox, number }: RecordFiles, { textOf }: Texts): string | null {
  return number ?? (/^(?:export )?const record = \((?:\{\s*)?id\b/m.test(textOf(sandbox.file) ?? '') ? 'id' : null);
}

/** What a field leaves to decide: the member of the service's JSON, the file of its GraphQL type, and the lines that its steps write. */
interface FieldLines {
  readonly key: string;
  readonly type: string;
  readonly lines: Readonly<Record<'view' | 'type' | 'access' | 'sandbox' | 'interface' | 'mapping', string>>;
  readonly entry: string | null;
}

/** The undecided points of a field, at lines that its steps write. */
export function undecidedPointsOf(
  record: RecordFiles,
  { block }: Table,
  { key, type, lines, entry }: FieldLines,
): readonly UndecidedPoint[] {
  const at = (file: string, line: string, text: string): UndecidedPoint => ({ file, line, text });
  const otherRecords = [record.sample, ...record.completeRecords].map(({ file }) => file);
  return [
    at(record.view.file, lines.view, 'the member of the service, and its kind (docs/adding/field.md#kinds-of-fields).'),
    at(type, lines.type, 'the type, and the description: what the field means, and when it is null.'),
    at(record.access.file, lines.access, lines.access.includes('self: true') ? undecidedForAttendees : undecidedInAccess),
    at(record.sandbox.file, lines.sandbox, `values as the service would send them; also in ${otherRecords.join(' and ')}.`),
    at(
      record.mapping.file,
      lines.mapping,
      'values as the service sends them, and what the graph has then; also of a value that is empty or missing.',
    ),
    at(block.file, lines.interface, `the type and the meaning of \`${key}\`.`),
    ...(entry === null ? [] : [at('CHANGELOG.md', entry, undecidedInChangelog)]),
  ];
}

const undecidedInAccess = 'the scope; with another one than that of the object, the field must be nullable.';
const undecidedForAttendees =
  `the scope, and \`self\` (${explained}#a-field-of-a-record). \`attendees:pii\` is for the kinds of data that docs/security.md lists, ` +
  'and for what would harm the attendee if colleagues read it; then the field is also in `pii` in test/graph/types/access-table.test.ts, ' +
  'and a new kind of data in docs/security.md.';
const undecidedInChangelog = 'the words, and the place: the group of "Added" to which it belongs.';
