/* Where a record is stated: its files, and in each the beginning of the block to which a field is added. */

import { nameOf, spell } from './names.js';
import { Refusal } from './refusal.js';

/** A file, and the beginning of a block in it as a step names it. */
export interface Block {
  readonly file: string;
  readonly block: string;
}

export interface RecordFiles {
  /** The name of the interface in the model. */
  readonly record: string;
  readonly model: Block;
  readonly view: Block;
  readonly type: Block;
  readonly access: Block;
  /** What declares the record that the sandbox sends, if it is not inferred. */
  readonly sandboxType: Block | null;
  readonly sandbox: Block;
  /** Further records of the sandbox, which have a value in every field. */
  readonly completeRecords: readonly Block[];
  /** Those which have no value in a new field. */
  readonly emptyRecords: readonly Block[];
  /** The code that numbers a record in that block; null if the block does not say. */
  readonly number: string | null;
  /** The code of a time of the event there, in Unix seconds, which may depend on the record; null: none is known. */
  readonly time: string | null;
  readonly mapping: Block;
  readonly sample: Block;
}

/** What differs from the files which `npm run add` writes. */
interface UnusualFiles {
  readonly record?: string;
  /** The name of the file in `model` and `endpoint`, and of the folder in `graph/types`. */
  readonly file?: string;
  readonly view?: string;
  readonly sandboxType?: Block;
  readonly sandbox?: Block;
  readonly completeRecords?: readonly Block[];
  readonly emptyRecords?: readonly Block[];
  readonly number?: string;
  readonly time?: string;
  readonly sample?: Block;
}

const seed = (file: string, type: string | null, block: string, number: string): UnusualFiles => ({
  number,
  sandbox: { file: `src/sandbox/seed/${file}.ts`, block },
  ...(type !== null && { sandboxType: { file: `src/sandbox/seed/${file}.ts`, block: `export interface ${type} {` } }),
});
const samples = 'test/endpoint/samples.ts';
const notable = 'src/sandbox/seed/notable-attendees.ts';
const unusualFiles: Readonly<Record<string, UnusualFiles>> = {
  Attendee: {
    view: 'attendee.view',
    sandboxType: { file: 'src/sandbox/records.ts', block: 'export interface AttendeeRecord {' },
    sandbox: { file: 'src/sandbox/seed/attendees.ts', block: 'function conferenceAttendee( … return {' },
    completeRecords: [{ file: notable, block: 'const complete = ( … => ({' }],
    emptyRecords: [
      { file: 'src/sandbox/attendee-records/bare-attendee.ts', block: 'export function bareAttendee( … return {' },
      { file: notable, block: 'const onlyNameAndMobile: Partial<AttendeeRecord> = {' },
    ],
    number: 'id',
    time: 'time',
    // That of get-one has the members of this one.
    sample: { file: samples, block: 'export const listedAttendee … {' },
  },
  Category: seed('categories', null, 'return categories.map( … => ({', 'id'),
  Article: { ...seed('articles', 'ArticleRecord', 'function article( … return {', 'fields.id'), time: 'fields.published_time' },
  FormField: seed('form-fields', 'FormFieldRecord', 'return fields.map( … => ({', '(index + 1)'),
  ScheduleItem: {
    ...seed('schedule', 'ScheduleRecord', 'function itemRecord( … return {', 'id'),
    time: `times.at('09:00')`,
    file: 'schedule',
    view: 'schedule.view',
  },
  TicketItem: { file: 'stock', record: 'StockItem' },
  Goods: { file: 'stock', record: 'StockItem' },
};

const ofStock = `Tickets and goods share their files: docs/adding/field.md#tickets-and-goods states what differs.`;
/** The types of the repository whose fields are added by hand, with how: their records have parts that differ from those of all others. */
export const byHand: Readonly<Record<string, string>> = {
  ActivityStockItem: ofStock,
  TicketItem: ofStock,
  Goods: ofStock,
};

export function filesOfRecord(typeName: string): RecordFiles {
  const unusual = Object.hasOwn(unusualFiles, typeName) ? unusualFiles[typeName]! : {};
  const { record = typeName, file, view, sandboxType, sandbox, completeRecords, emptyRecords, number, time, sample } = unusual;
  const { singular } = nameOf(typeName);
  const [noun, variable] = [file ?? spell(singular, 'kebab'), spell(singular, 'camel')];
  return {
    record,
    model: { file: `src/model/${noun}.ts`, block: `export interface ${record} {` },
    view: { file: `src/endpoint/${view ?? noun}.ts`, block: `export class ${typeName}View … withFields( … {` },
    type: { file: `src/graph/types/${noun}/${noun}.type.ts`, block: `export class ${typeName}Type … {` },
    access: { file: `src/graph/types/${noun}/${noun}.access.ts`, block: `export const ${variable}Access: … fields: {` },
    sandboxType: sandboxType ?? null,
    sandbox: sandbox ?? { file: `src/sandbox/endpoints/${noun}.ts`, block: 'const record = … {' },
    completeRecords: completeRecords ?? [],
    emptyRecords: emptyRecords ?? [],
    number: number ?? null,
    time: time ?? null,
    mapping: { file: `tools/field-mapping/${noun}.ts`, block: `export const ${file ?? variable}Rows: … [` },
    sample: sample ?? { file: samples, block: `export const ${variable} … {` },
  };
}

/** The files that may have the record which the sandbox sends: the handler as `npm run add` writes it, or one to which the record was moved. */
function sandboxFiles(typeName: string, textOf: TextOf): readonly string[] {
  const { singular, plural } = nameOf(typeName, statedPlural(typeName, textOf));
  const [noun, nouns] = [spell(singular, 'kebab'), spell(plural, 'kebab')];
  return [`src/sandbox/endpoints/${noun}.ts`, `src/sandbox/seed/${nouns}.ts`, `src/sandbox/seed/${noun}.ts`];
}

/** The plural of a type as its kind of content states it, or the class of its lookups in `Activity`; undefined if there is neither. */
function statedPlural(typeName: string, textOf: TextOf): string | undefined {
  const kind = spell(nameOf(typeName).singular, 'camel');
  const [, content] = new RegExp(`^  (\\w+): \\{[^}]*entity: '${kind}'`, 'm').exec(textOf('src/model/content-kind.ts') ?? '') ?? [];
  return content ?? new RegExp(`^  readonly ${kind} = new (\\w+)\\(`, 'm').exec(textOf('src/domain/activities.ts') ?? '')?.[1];
}

/** Returns the text of a file, or null if there is none. */
type TextOf = (file: string) => string | null;

/** Returns the files with the one that has the record of the sandbox now. @throws Refusal if none of those where it may be has it */
export function withSandboxFile(files: RecordFiles, typeName: string, textOf: TextOf): RecordFiles {
  if (Object.hasOwn(unusualFiles, typeName)) return files;
  const candidates = sandboxFiles(typeName, textOf);
  const file = candidates.find((path) => /^(?:export )?const record = /m.test(textOf(path) ?? ''));
  if (file !== undefined) {
    // The formatter may write the parameters of a function on lines that end with "{" too.
    const isFunction = /^(?:export )?const record = \(/m.test(textOf(file)!);
    return { ...files, sandbox: { file, block: isFunction ? 'const record = … => ({' : files.sandbox.block } };
  }
  throw new Refusal(
    `None of ${candidates.join(', ')} has \`const record = \`, the record that the sandbox sends. ` +
      `Name it so in one of these files, or add the field by hand: docs/adding/field.md.`,
  );
}
