/* The steps of a field that leads to a record of another list. */

import { fieldKinds } from './field-kinds.js';
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
import { nameOf, spell } from './names.js';
import { filesOfRecord, type RecordFiles } from './record-files.js';
import { Refusal } from './refusal.js';

/** Where a record is read by its id: the property of `Activity` and its method, the list of content with its section, and an id of the sandbox. */
interface Target {
  readonly read: string;
  readonly list: string;
  readonly section: string;
  readonly id: string;
}

/** The replies that contain a record, where the records are not the member `data`. */
const replies: Readonly<Record<string, (record: string) => string>> = {
  Article: (record) => `{ code: 1, data: { data: [${record}], itemsCount: 1, total: 1, currentPage: 1 } }`,
  ScheduleItem: (record) => `{ code: 1, data: { '2026-05-15': [${record}] }, total: 1 }`,
};
const costTable = 'src/graph/cost/cost-table.ts';
const declared = 'src/graph/schema/declared-schema.ts';

/** @throws Refusal */
export function linkPlan(
  { owner, field, type, key }: Required<Omit<FieldAddition, 'recipe'>>,
  record: RecordFiles,
  table: Table,
  schema: string,
  files: Texts,
): FieldPlan {
  const target = targetOf(type, schema, files);
  if (type === owner) throw new Refusal(`Add a field that leads to the same list by hand, as Category.children: docs/adding/field.md.`);
  if (!files.textOf(record.model.file)!.includes('  readonly activityId:'))
    throw new Refusal(
      `${owner} does not state its activity, so no record of another list is found for it. Only records with ids have links.`,
    );
  const access = accessRowOf(field, record, files);
  if (!access.includes("'content:read'"))
    throw new Refusal(
      `${record.access.file} does not require content:read for ${owner}, which a record of a list requires. ` +
        'Write the lines as tools/adding/recipes/link.md shows them, with an access row that requires both scopes.',
    );
  const { model, view } = record;
  const to = filesOfRecord(type);
  const words = nameOf(field).singular;
  const [id, prose] = [`${field}ServiceId`, spell(words, 'prose')];
  const folder = record.type.file.split('/').slice(0, -1).join('/');
  const resolver = `${folder}/${spell(nameOf(owner).singular, 'kebab')}.resolver.ts`;
  const className = `${owner}Resolver`;
  const variable = spell(nameOf(owner).singular, 'camel');
  const description = `    description: 'The ${prose}. Null if the service names none, or if the list does not contain it.',`;
  const method = `  @FieldResolver(() => ${type}Type, {
    nullable: true,
${description}
  })
  async ${field}(@Root() ${variable}: ${record.record}, @Ctx() { activities }: GraphContext): Promise<${to.record} | null> {
    const id = ${variable}.${id};
    return id === null ? null : activities.of(${variable}).${target.read}(id);
  }
`;
  const imports = [
    `import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';\n`,
    ...new Set([record, to].map((one) => `import type { ${one.record} } from '${upFrom(one.model.file)}';\n`)),
    `import type { GraphContext } from '../../context.js';\n`,
    ...new Set([
      `import { ${type}Type } from '${within(folder, to.type.file)}';\n`,
      `import { ${owner}Type } from '${within(folder, record.type.file)}';\n`,
    ]),
  ];
  const hasResolver = files.textOf(resolver) !== null;
  const cost = `  ${field}: { reads: { kind: 'content', list: '${target.list}', omittedFromCostDirective: true } },\n`;
  const resolverSteps = hasResolver
    ? [
        last({ file: resolver, block: `export class ${className} … {` }, `\n${method}`),
        ...imports.map((line) => imported(resolver, line)),
        last({ file: costTable, block: `const ${variable}: TypeCosts<${className}> = {` }, cost),
      ]
    : [
        step(resolver, null, 'new', `${imports.join('')}\n@Resolver(() => ${owner}Type)\nexport class ${className} {\n${method}}\n`),
        imported(declared, `import { ${className} } from '${resolver.replace('src/graph/', '../').replace(/ts$/, 'js')}';\n`),
        step(declared, '  CategoryResolver,', 'after', `  ${className},\n`),
        imported(record.access.file, `import type { ${className} } from './${resolver.split('/').at(-1)!.replace(/ts$/, 'js')}';\n`),
        step(record.access.file, `TypeAccess<${owner}Type>`, 'in place of', `TypeAccess<${owner}Type | ${className}>\n`),
        imported(costTable, `import type { ${className} } from '${resolver.replace('src/graph/', '../').replace(/ts$/, 'js')}';\n`),
        step(
          costTable,
          'const category: TypeCosts<CategoryResolver> = {',
          'before',
          `const ${variable}: TypeCosts<${className}> = {\n${cost}};\n\n`,
        ),
        step(costTable, '  Category: category,', 'after', `  ${owner}: ${variable},\n`),
      ];
  const reply = (Object.hasOwn(replies, type) ? replies[type] : undefined) ?? ((one: string) => `{ code: 1, data: [${one}] }`);
  const proofs = `link('${key}', '${field}', ${target.id}, { [pathOf('${target.section}')]: ${reply(`{ id: ${target.id} }`)} })`;
  const mapping = files.textOf(record.mapping.file) ?? '';
  const number = numberOf(record, files);
  const lines = {
    view: `    ${id}: field.optionalServiceId('${key}'),`,
    type: description,
    access,
    sandbox: `    ${key}: ${number === null ? target.id : `${number} % 2 === 1 ? ${target.id} : 0`},`,
    changelog: entryOf(owner, field),
  };
  const steps = [
    last(model, `  /** The service's number of the ${prose}. */\n  readonly ${id}: ServiceId | null;\n`),
    last(view, `${lines.view}\n`),
    omitted(owner, record, id, files),
    ...resolverSteps,
    last(record.access, `${lines.access}\n`),
    ...sandboxSteps(record, lines.sandbox, 'number', '0'),
    last(table.block, table.row('integer', prose, `§${target.section}; \`0\` for none`)),
    last(record.mapping, `  ${proofs},\n`),
    ...(mapping.includes("from './paths.js'") ? [] : [imported(record.mapping.file, `import { pathOf } from './paths.js';\n`)]),
    ...(mapping.includes('cases, link, same }')
      ? []
      : [step(record.mapping.file, 'cases, same }', 'in place of', 'cases, link, same }\n')]),
    last(record.sample, `  ${key}: ${target.id},\n`),
    changelog(owner, field),
  ];
  return { steps, undecidedPoints: undecidedPointsOf(record, table, { key, type: resolver, lines }) };
}

/** @throws Refusal if no list of content has the records of this type */
function targetOf(type: string, schema: string, { textOf }: Texts): Target {
  const kind = spell(nameOf(type).singular, 'camel');
  const [, list, section] =
    new RegExp(`^  (\\w+): \\{[^}]*entity: '${kind}'[^}]*\\}, // §(4\\.\\d+)$`, 'm').exec(textOf('src/model/content-kind.ts')!) ?? [];
  const [, property] = new RegExp(`^  ${kind}: \\(\\{ (\\w+) \\}, id\\) =>`, 'm').exec(textOf('src/domain/activities.ts')!) ?? [];
  const [, id] = new RegExp(`^  ${type}: '${kind}:1001:(\\d+)',`, 'm').exec(textOf('test/graph/access/paths.ts')!) ?? [];
  const isType = new RegExp(`^type ${type}\\b`, 'm').test(schema);
  if (list !== undefined && section !== undefined && property !== undefined && id !== undefined)
    return { read: `${property}.${type === 'Category' ? 'listedById' : 'byId'}`, list, section, id };
  const kinds = Object.keys(fieldKinds).join(', ');
  throw new Refusal(
    isType
      ? `No list of content has the records of ${type}, so npm run add writes no field that leads to one. ` +
          'Write its lines as tools/adding/recipes/link.md shows them; its cost row is one of docs/adding/lookup.md (`link`).'
      : `"${type}" is no type of a field. It is one of ${kinds}, or an entity of a list, such as Category. ` +
          `For other types, docs/adding/field.md shows the lines.`,
  );
}

/** The step by which the type leaves the id out. */
function omitted(owner: string, { record, type: { file } }: RecordFiles, id: string, { textOf }: Texts) {
  const [line, names] = new RegExp(`class ${owner}Type implements (?:Omit<)?${record}(?:, ([^>]*)>)?`).exec(textOf(file)!) ?? [];
  if (line === undefined)
    throw new Refusal(`${owner}Type in ${file} does not implement ${record}. Add the field by hand: docs/adding/field.md.`);
  const all = [...(names === undefined ? [] : [names]), `'${id}'`].join(' | ');
  return step(file, line, 'in place of', `class ${owner}Type implements Omit<${record}, ${all}>\n`);
}

const upFrom = (file: string) => file.replace('src/', '../../../').replace(/ts$/, 'js');

/** The module of a file of `graph/types`, as a file in one of its folders imports it. */
const within = (folder: string, file: string) =>
  (file.startsWith(`${folder}/`) ? file.replace(folder, '.') : file.replace('src/graph/types/', '../')).replace(/ts$/, 'js');
