/* The steps of a field of a record. link.ts has those of a field that leads to a record of another list. */

import { fieldKinds, type FieldKind } from './field-kinds.js';
import {
  accessRowOf,
  changelog,
  entryOf,
  explained,
  imported,
  last,
  numberOf,
  sandboxSteps,
  tableOf,
  undecidedPointsOf,
  type FieldAddition,
  type FieldPlan,
  type Texts,
} from './field-steps.js';
import { linkPlan } from './link.js';
import { nameOf, spell } from './names.js';
import { byHand, filesOfRecord, withSandboxFile, type RecordFiles } from './record-files.js';
import { Refusal } from './refusal.js';

/** The members of views, and those by which an entity is found. */
const reservedNames = new Set(['constructor', 'kind', 'read', 'holds', 'rawMembers', 'id', 'serviceId', 'activityId']);

/** @throws Refusal */
export function fieldPlan(addition: FieldAddition, files: Texts): FieldPlan {
  const { owner, field, type } = addition;
  const schema = files.textOf('schema/event-graph.graphql') ?? '';
  const record = recordOf(addition, schema, files);
  refuseUnusableName(addition, schema, record, files);

  const kind = Object.hasOwn(fieldKinds, type) ? fieldKinds[type] : undefined;
  const words = nameOf(field).singular;
  const key = addition.key ?? [...words, ...(kind === undefined ? ['id'] : [])].join('_');
  if (!/^[A-Za-z]\w*$/.test(key))
    throw new Refusal(`"${key}" is no member of the service's JSON. Pass one with --key, such as --key seat_count.`);
  const table = tableOf(record, owner, key, files);
  if (kind === undefined) return linkPlan({ owner, field, type, key }, record, table, schema, files);

  const { noValue } = kind;
  const meaning = meaningOf(words, kind);
  const description = `${spell([meaning], 'sentence')}${kind.noValueText === undefined ? '' : `; ${kind.noValueText}`}.`;
  const proof = `[${kind.sent}, { ${field}: ${kind.read} }]${noValue ? `, [${noValue[0]}, { ${field}: ${noValue[1]} }]` : ''}`;
  const typed = typeLines(field, kind, description);
  const [decoded, row] = [`    ${field}: ${kind.decoder(key)},`, accessRowOf(field, record, files)];
  const sandbox = `    ${key}: ${sandboxValue(words, kind, record, files)},`;
  const rowOfInterface = table.row(kind.wire, meaning.replace(/^the /, ''), kind.remark);
  const entry = entryOf(owner, field, files);
  const isSame = noValue === undefined && kind.sent === kind.read;
  const mapping = `  ${isSame ? `same('${key}', '${field}', ${kind.sent})` : `cases('${key}', ${proof})`},`;
  const steps = [
    last(record.model, `  readonly ${field}: ${kind.type};\n`),
    last(record.view, `${decoded}\n`),
    ...(kind.decodes === undefined ? [] : [imported(record.view.file, `import { ${kind.decodes} } from './decoding/decode.js';\n`)]),
    last(record.type, typed),
    ...(kind.module === undefined ? [] : [imported(record.type.file, `import { ${kind.graphqlType} } from '${kind.module}';\n`)]),
    last(record.access, `${row}\n`),
    ...sandboxSteps(record, sandbox, wireType(kind), { value: kind.sent, noValue: noValue?.[0] ?? kind.sent }),
    last(table.block, `${rowOfInterface}\n`),
    last(record.mapping, `${mapping}\n`),
    last(record.sample, `  ${key}: ${kind.sent},\n`),
    ...changelog(entry),
  ];
  const lines = {
    view: decoded,
    type: typed.split('\n')[0]!,
    access: row,
    sandbox,
    interface: rowOfInterface,
    mapping,
  };
  return { steps, undecidedPoints: undecidedPointsOf(record, table, { key, type: record.type.file, lines, entry }) };
}

/** @throws Refusal if a field cannot have the name, or if there is one of this name */
function refuseUnusableName({ owner, field }: FieldAddition, schema: string, record: RecordFiles, { textOf }: Texts): void {
  if (!/^[a-z][a-z\d]*([A-Z][a-z\d]*)*$/.test(field) || reservedNames.has(field))
    throw new Refusal(
      `A field cannot have the name "${field}". Spell it like \`seatCount\`, and write an abbreviation as a word, as in \`qrCode\`.`,
    );
  const ownFields = new RegExp(`^type ${owner}\\b[^]*?^\\}`, 'm').exec(schema)?.[0] ?? '';
  if (new RegExp(`^  ${field}[:(]`, 'm').test(ownFields) || textOf(record.model.file)!.includes(`  readonly ${field}:`))
    throw new Refusal(`${owner}.${field} exists. Choose another name, or change what exists by hand.`);
}

/** Returns the value that the sandbox sends, as code: records that have a number differ by it, and every second one has no value if it may. */
function sandboxValue(words: readonly string[], { sent, varied, noValue }: FieldKind, record: RecordFiles, files: Texts): string {
  const number = numberOf(record, files);
  if (number === null) return sent;
  const value = varied({ number, time: record.time ?? '1_775_000_000', label: spell(words, 'sentence') });
  return noValue === undefined ? value : `${number} % 2 === 0 ? ${noValue[0]} : ${value}`;
}

/** The type of what the sandbox sends. */
function wireType({ sent, noValue }: FieldKind): string {
  if (sent.startsWith("'")) return 'string';
  return noValue?.[0] === "''" ? "number | ''" : 'number';
}

/** Returns what a field says, as far as its name states it: "the seat count", "whether it is open", "when it departs", "when it was opened". */
function meaningOf(words: readonly string[], { type }: FieldKind): string {
  const prose = spell(words, 'prose');
  if (type === 'boolean') return `whether it is ${prose}`;
  const verb = prose.replace(/ at$/, '');
  if (type !== 'Date | null' || verb === prose) return `the ${prose}`;
  if (words[0]!.endsWith('ed')) return `when it was ${verb}`;
  return words[0]!.endsWith('s') ? `when it ${verb}` : `the time of ${verb}`;
}

/** @throws Refusal if the repository has no record of this type, or one whose fields are added by hand */
function recordOf({ owner, type, field }: FieldAddition, schema: string, { textOf }: Texts): RecordFiles {
  const types = [...schema.matchAll(/^type (\w+)/gm)].map(([, name]) => name!);
  const record = filesOfRecord(owner);
  const isRecord = (name: string) =>
    !Object.hasOwn(byHand, name) && textOf(filesOfRecord(name).view.file)?.includes(`export class ${name}View`) === true;
  if (Object.hasOwn(byHand, owner)) {
    const link = types.includes(type)
      ? ` ${owner}.${field} leads to another record: its resolver and its cost row are as in tools/adding/recipes/link.md.`
      : '';
    throw new Refusal(`npm run add writes no fields of ${owner}. ${byHand[owner]!}${link}`);
  }
  if (isRecord(owner)) return withSandboxFile(record, owner, textOf);
  throw new Refusal(`${whatInstead(owner, types)} npm run add writes fields of ${types.filter(isRecord).join(', ')}.`);
}

/** Why a type gets no field by the command, and what to do instead. */
function whatInstead(owner: string, types: readonly string[]): string {
  if (!types.includes(owner))
    return `The graph has no type "${owner}". If the service has such records, add them first, as npm run add -- list Hall does.`;
  if (['Activity', 'Query', 'Mutation', 'Subscription'].includes(owner))
    return `A field of ${owner} is a read or a write: add a list, an object, a lookup or a mutation (docs/adding.md#all-additions).`;
  return (
    `${owner} has no files of its own: it is a part of another record, or the graph makes it. ` +
    `Add the field by hand, where the files of that record have ${owner}: ${explained}#a-field-of-a-part-of-a-record.`
  );
}

const typeLines = (field: string, { graphqlType, type }: FieldKind, description: string) =>
  `  @Field(() => ${graphqlType}, { ${type.endsWith('| null') ? 'nullable: true, ' : ''}description: '${description}' })\n  ${field}!: ${type};\n`;
