/*
 * The paths by which a schema leads to objects, as operations: each field that returns objects, behind the shortest path to its
 * own type, and each entity by reference and by `node`. At the end of a path everything is selected, and one step further.
 */

import { getNamedType, isLeafType, isObjectType, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import type { EntityTypeName } from '../../../src/graph/entity-types.js';
import { accessTable } from '../../../src/graph/types/access-table.js';
import { fieldArguments } from '../../support/field-arguments.js';
import { formAnswers } from '../../support/form-answers.js';

export interface Selection {
  readonly typeName: string;
  readonly fields: readonly SelectedField[];
}
export interface SelectedField {
  readonly name: string;
  readonly key: string;
  readonly args: string;
  /** The type that an abstract field returns here. null: the field is not abstract. */
  readonly on: string | null;
  readonly child: Selection | null;
}
export interface Path {
  readonly name: string;
  readonly operation: 'query' | 'mutation';
  readonly selection: Selection;
}
type Step = Omit<SelectedField, 'child'> & { readonly parent: string; readonly type: GraphQLObjectType };

/** `$own` is the caller's own number. */
const args = fieldArguments({
  attendee: { id: '700001', mobile: '10000700001' },
  articleId: '6001',
  formField: 'name1712900101',
  registrant: { mobile: '$own', fields: formAnswers },
});
/** A reference to each entity of the sandbox. */
export const references: Readonly<Record<EntityTypeName, string>> = {
  Activity: '1001',
  Attendee: 'attendee:1001:700001',
  ScheduleItem: 'scheduleItem:1001:2001',
  Article: 'article:1001:6001',
  Category: 'category:1001:301',
  TicketItem: 'ticketItem:1001:401',
  Goods: 'goods:1001:501',
};

/** Returns the paths of a schema to its objects. */
export function paths(schema: GraphQLSchema): readonly Path[] {
  const query = schema.getQueryType()!;
  const entities = Object.entries(references).map(([name, id]) => [schema.getType(name) as GraphQLObjectType, id] as const);
  const direct = entities.flatMap(([type, id]): readonly Step[] => [
    {
      parent: 'Query',
      name: '_entities',
      key: '_entities',
      args: `(representations: [{ __typename: "${type.name}", id: "${id}" }])`,
      on: type.name,
      type,
    },
    { parent: 'Query', name: 'node', key: 'node', args: `(id: "${id}")`, on: type.name, type },
  ]);
  return [
    ...direct.map((step) => pathOf('query', [step])),
    ...walk(query).map((steps) => pathOf('query', steps)),
    ...walk(schema.getMutationType()!).map((steps) => pathOf('mutation', steps)),
  ];
}

/** Returns the subscriptions of a schema, and the one that leads on to an attendee. */
export function subscriptions(schema: GraphQLSchema): readonly Selection[] {
  const events = stepsOf(schema.getSubscriptionType()!);
  const beyond = events.flatMap((event) =>
    stepsOf(event.type)
      .filter(({ parent }) => parent === 'CheckInEvent')
      .map((step) => [event, step]),
  );
  return [...events.map((event) => [event]), ...beyond].map((steps) => pathOf('query', steps).selection);
}

/** Each field that leads from the objects of one type to those of another, behind the shortest path to it. */
function walk(root: GraphQLObjectType): readonly (readonly Step[])[] {
  const shortest = new Map<GraphQLObjectType, readonly Step[]>([[root, []]]);
  const found: (readonly Step[])[] = [];
  for (const [type, before] of shortest) {
    // Beyond the payloads of a mutation lie the objects that queries lead to.
    if (root.name === 'Mutation' && !accessTable.get(type.name)!.object.match(/public|write|issue/)) continue;
    for (const step of stepsOf(type)) {
      found.push([...before, step]);
      if (!shortest.has(step.type)) shortest.set(step.type, [...before, step]);
    }
  }
  return found;
}

function stepsOf(type: GraphQLObjectType): readonly Step[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const returned = getNamedType(field.type);
    if (!isObjectType(returned) || returned.name.startsWith('_')) return [];
    const [given] = args[`${type.name}.${field.name}`] ?? [];
    return [
      { parent: type.name, name: field.name, key: field.name, args: given === undefined ? '' : `(${given})`, on: null, type: returned },
    ];
  });
}

function pathOf(operation: Path['operation'], steps: readonly Step[]): Path {
  const last = steps.at(-1)!.type;
  // What belongs to a person leads on to parts of it, which are the caller's own where it is.
  const end = allOf(last, accessTable.get(last.name)!.self ? 2 : 1);
  const selection = steps.reduceRight<Selection>(
    (child, { type: _type, parent, ...field }) => ({ typeName: parent, fields: [{ ...field, child }] }),
    end,
  );
  return {
    name: `${operation} ${steps.map(({ name, on }) => (on ? `${name}(${on})` : name)).join('.')}`,
    operation,
    selection,
  };
}

/** All fields of a type, with objects down to a depth. */
function allOf(type: GraphQLObjectType, depth: number): Selection {
  const leaves = Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)));
  return {
    typeName: type.name,
    fields: [
      ...leaves.map(({ name }) => ({ name, key: name, args: '', on: null, child: null })),
      ...(depth === 0
        ? []
        : stepsOf(type).map(({ type: returned, parent: _parent, ...field }) => ({ ...field, child: allOf(returned, depth - 1) }))),
    ],
  };
}

/** The text of a selection as an operation. */
export function textOf(selection: Selection, operation: Path['operation'] | 'subscription'): string {
  return `${operation} ${bodyOf(selection)}`;
}

function bodyOf({ fields }: Selection): string {
  const texts = fields.map(({ name, args: given, on, child }) => {
    if (child === null) return name + given;
    return `${name}${given} ${on === null ? bodyOf(child) : `{ __typename ... on ${on} ${bodyOf(child)} }`}`;
  });
  return `{ __typename ${texts.join(' ')} }`;
}
