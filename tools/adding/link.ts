/* The steps of a field that leads to a record of another list. */

import {
  accessRowOf,
  changelog,
  entryOf,
  imported,
  last,
  numberOf,
  sandboxSteps,
  step,
  undecidedPointsOf,
  type FieldAddition,
  type FieldPlan,
  type Table,
  type Texts,
} from './field-steps.js';
import { targetOf, type Target } from './link-target.js';
import { nameOf, spell } from './names.js';
import { filesOfRecord, type RecordFiles } from './record-files.js';
import { Refusal } from './refusal.js';
import type { Step } from './steps.js';

/** The replies that contain a record, where the records are not the member `data`. */
const replies: Readonly<Record<string, (record: string) => string>> = {
  Article: (record) => `{ code: 1, data: { data: [${record}], itemsCount: 1, total: 1, currentPage: 1 } }`,
  ScheduleItem: (record) => `{ code: 1, data: { '2026-05-15': [${record}] }, total: 1 }`,
};
const costTable = 'src/graph/cost/cost-table.ts';
const declared = 'src/graph/schema/declared-schema.ts';

type Link = Required<Omit<FieldAddition, 'recipe'>>;

/** @throws Refusal */
export function linkPlan(link: Link, record: RecordFiles, table: Table, schema: string, files: Texts): FieldPlan {
  const { owner, field, type, key } = link;
  const target = targetOf(type, schema, files);
  const access = accessRowOf(field, record, files);
  refuseUnlinkableOwner(link, record, access, files);
  const prose = spell(nameOf(field).singular, 'prose');
  const number = numberOf(record, files);
  const lines = {
    view: `    ${idOf(link)}: field.optionalServiceId('${key}'),`,
    type: `    description: 'The ${prose}. Null if the service names none, or if the list does not contain it.',`,
    access,
    mapping: mappingRow(link, target),
    sandbox: `    ${key}: ${number === null ? target.id : `${number} % 2 === 1 ? ${target.id} : 0`},`,
    interface: table.row('integer', prose, `§${target.section}; \`0\` for none`),
  };
  const entry = entryOf(owner, field, files);
  const resolver = resolverOf(owner, record);
  const steps = [
    last(record.model, `  /** The service id of the ${prose}. */\n  readonly ${idOf(link)}: ServiceId | null;\n`),
    last(record.view, `${lines.view}\n`),
    omittedStep(link, record, files),
    ...resolverSteps(link, record, resolver, lines.type, target, files),
    last(record.access, `${lines.access}\n`),
    ...sandboxSteps(record, lines.sandbox, 'number', { value: target.id, noValue: '0' }),
    last(table.block, `${lines.interface}\n`),
    ...mappingSteps(lines.mapping, record, files),
    last(record.sample, `  ${key}: ${target.id},\n`),
    ...changelog(entry),
  ];
  return { steps, undecidedPoints: undecidedPointsOf(record, table, { key, type: resolver, lines, entry }) };
}

/** The property of the record that has the id. */
const idOf = ({ field }: Link) => `${field}ServiceId`;

/** @throws Refusal if a type has no field that leads to a record of this list, or none whose access row is written here */
function refuseUnlinkableOwner({ owner, type }: Link, record: RecordFiles, access: string, { textOf }: Texts): void {
  if (type === owner) throw new Refusal(`Add a field that leads to the same list by hand, as Category.children: docs/adding/field.md.`);
  if (!textOf(record.model.file)!.includes('  readonly activityId:'))
    throw new Refusal(
      `${owner} does not state its activity, so no record of another list is found for it. Only records with ids have links.`,
    );
  if (!access.includes("'content:read'"))
    throw new Refusal(
      `${record.access.file} does not require content:read for ${owner}, which a record of a list requires. ` +
        'Write the lines as tools/adding/recipes/link.md shows them, with an access row that requires both scopes.',
    );
}

/** The file of the resolver class of a type. */
function resolverOf(owner: string, { type: { file } }: RecordFiles): string {
  return `${folderOf(file)}/${spell(nameOf(owner).singular, 'kebab')}.resolver.ts`;
}

/** The resolver with its cost row. A resolver class that does not exist is created and listed. */
function resolverSteps(
  link: Link,
  record: RecordFiles,
  resolver: string,
  description: string,
  { read, list }: Target,
  files: Texts,
): readonly Step[] {
  const { owner, field, type } = link;
  const to = filesOfRecord(type);
  const className = `${owner}Resolver`;
  const variable = spell(nameOf(owner).singular, 'camel');
  const method = `  @FieldResolver(() => ${type}Type, {
    nullable: true,
${description}
  })
  async ${field}(@Root() ${variable}: ${record.record}, @Ctx() { activities }: GraphContext): Promise<${to.record} | null> {
    const id = ${variable}.${idOf(link)};
    return id === null ? null : activities.of(${variable}).${read}(id);
  }
`;
  const folder = folderOf(resolver);
  const imports = [
    `import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';\n`,
    ...new Set([record, to].map((one) => `import type { ${one.record} } from '${upFrom(one.model.file)}';\n`)),
    `import type { GraphContext } from '../../context.js';\n`,
    ...new Set([
      `import { ${type}Type } from '${within(folder, to.type.file)}';\n`,
      `import { ${owner}Type } from '${within(folder, record.type.file)}';\n`,
    ]),
  ];
  const cost = `  ${field}: { reads: { kind: 'content', list: '${list}', omittedFromCostDirective: true } },\n`;
  if (files.textOf(resolver) !== null)
    return [
      last({ file: resolver, block: `export class ${className} … {` }, `\n${method}`),
      ...imports.map((line) => imported(resolver, line)),
      last({ file: costTable, block: `const ${variable}: TypeCosts<${className}> = {` }, cost),
    ];
  const moduleInGraph = resolver.replace('src/graph/', '../').replace(/ts$/, 'js');
  return [
    step(resolver, null, 'new', `${imports.join('')}\n@Resolver(() => ${owner}Type)\nexport class ${className} {\n${method}}\n`),
    imported(declared, `import { ${className} } from '${moduleInGraph}';\n`),
    last({ file: declared, block: 'export const resolvers: … [' }, `  ${className},\n`),
    imported(record.access.file, `import type { ${className} } from '${within(folder, resolver)}';\n`),
    step(record.access.file, `TypeAccess<${owner}Type>`, 'in place of', `TypeAccess<${owner}Type | ${className}>\n`),
    imported(costTable, `import type { ${className} } from '${moduleInGraph}';\n`),
    step(
      costTable,
      'const category: TypeCosts<CategoryResolver> = {',
      'before',
      `const ${variable}: TypeCosts<${className}> = {\n${cost}};\n\n`,
    ),
    step(costTable, '  Category: category,', 'before', `  ${owner}: ${variable},\n`),
  ];
}

function mappingRow({ field, type, key }: Link, { id, section }: Target): string {
  const reply = (Object.hasOwn(replies, type) ? replies[type] : undefined) ?? ((one: string) => `{ code: 1, data: [${one}] }`);
  return `  link('${key}', '${field}', ${id}, { [pathOf('${section}')]: ${reply(`{ id: ${id} }`)} }),`;
}

/** The row of the field mapping, with what it needs of the file. */
function mappingSteps(row: string, { mapping }: RecordFiles, { textOf }: Texts): readonly Step[] {
  const text = textOf(mapping.file) ?? '';
  return [
    last(mapping, `${row}\n`),
    ...(text.includes("from './paths.js'") ? [] : [imported(mapping.file, `import { pathOf } from './paths.js';\n`)]),
    ...(text.includes('cases, link, same }') ? [] : [step(mapping.file, 'cases, same }', 'in place of', 'cases, link, same }\n')]),
  ];
}

/** The type leaves the id out. */
function omittedStep(link: Link, { record, type: { file } }: RecordFiles, { textOf }: Texts): Step {
  const { owner } = link;
  const [line, names] = new RegExp(`class ${owner}Type implements (?:Omit<)?${record}(?:, ([^>]*)>)?`).exec(textOf(file)!) ?? [];
  if (line === undefined)
    throw new Refusal(`${owner}Type in ${file} does not implement ${record}. Add the field by hand: docs/adding/field.md.`);
  const all = [...(names === undefined ? [] : [names]), `'${idOf(link)}'`].join(' | ');
  return step(file, line, 'in place of', `class ${owner}Type implements Omit<${record}, ${all}>\n`);
}

const folderOf = (file: string) => file.split('/').slice(0, -1).join('/');

const upFrom = (file: string) => file.replace('src/', '../../../').replace(/ts$/, 'js');

/** The module of a file of `graph/types`, as a file in one of its folders imports it. */
const within = (folder: string, file: string) =>
  (file.startsWith(`${folder}/`) ? file.replace(folder, '.') : file.replace('src/graph/types/', '../')).replace(/ts$/, 'js');
