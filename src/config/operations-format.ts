/*
 * The schema of an operations file (§4.12). The JSON Schema in schema/operations-file.schema.json, which editors read, is
 * generated from it. What a schema cannot state, such as that a type is used, operations-file.ts checks.
 */

import * as z from 'zod';
import { entityKinds } from '../records/ids.js';
import { boundRecords, parameterScalars, type BoundTypeReference } from '../records/operations-file.js';
import { object } from './checked-json.js';

const text = (expected: string, description: string) =>
  z
    .string({ error: expected })
    .min(1, { error: expected })
    // GraphQL has no notation for half a surrogate pair.
    .refine((given) => given.isWellFormed(), { error: 'whole Unicode characters only' })
    .meta({ description });
const matching = (pattern: RegExp, expected: string, description: string) =>
  z.string({ error: expected }).regex(pattern, { error: expected }).meta({ description });
const choice = <const Name extends string>(names: readonly Name[], description: string) =>
  z.enum(names, { error: names.map((name) => `"${name}"`).join(' or ') }).meta({ description });
const flag = (description: string) => z.boolean({ error: 'true or false' }).meta({ description });

/** A name that GraphQL, its tools and federation accept everywhere. */
export const namePattern = /^[A-Za-z](_?[A-Za-z0-9])*_?$/;
export const expectedName = 'a name that begins with a letter and has letters, digits and single underscores only';

/** An object with a member for each thing of a kind, by its name. */
const byName = <Part extends z.ZodType>(part: Part, kind: string) =>
  z.record(z.string().regex(namePattern, { error: expectedName }), part, { error: `an object with a member for each ${kind}` });

const outputType = /^(\[[A-Za-z]\w*!?\]|[A-Za-z]\w*)!?$/;
const resultType = /^(\[[A-Za-z]\w*!\]|[A-Za-z]\w*)$/;
const inputType = new RegExp(`^(\\[(${parameterScalars.join('|')})!?\\]|(${parameterScalars.join('|')}))!?$`);
const memberPath = /^[^.]+(\.[^.]+)*$/;
const ttlRange = { error: 'a whole number of seconds from 1 to 86400' };
const requestPath = /^\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+(\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*\/?$/;

const typeParts = /^(?:\[(\w+)(!?)\]|(\w+))(!?)$/;

/** Reads the notation of a type, such as `[Speaker!]`, which was checked. */
export function typeReference(notation: string): BoundTypeReference {
  const [, item, nonNullItems, single, nonNull] = typeParts.exec(notation)!;
  const list = item === undefined ? null : { nonNullItems: nonNullItems === '!' };
  return { notation, name: (item ?? single)!, nonNull: nonNull === '!', list };
}

const fieldSchema = object({
  type: matching(
    outputType,
    'a type such as "String", "ID!" or "[Speaker!]"',
    `String, Int, Float, Boolean, ID, DateTime (of Unix seconds), Decimal, JSON, a type of this file, or one of the documented records (${Object.keys(boundRecords).join(', ')}); with \`!\` if it is never null, in brackets for a list.`,
  ),
  from: matching(
    memberPath,
    'the name of a member, or names separated by dots',
    "Where the value is in the service's record, such as `avatar.url`. Default: the field's name.",
  ).optional(),
  description: text('a text that is not empty', 'The description of the field in the schema.').optional(),
}).meta({ description: 'A field of a type.' });

export const typeSchema = object({
  description: text('a text that is not empty', 'The description of the type in the schema.').optional(),
  fields: byName(fieldSchema, 'field')
    .refine((fields) => Object.keys(fields).length > 0, { error: 'at least one field' })
    .meta({ minProperties: 1 }),
}).meta({ description: 'A type of records that the service returns and the interface does not document.' });

const parameterSchema = object({
  type: matching(
    inputType,
    'String, Int, Float, Boolean or ID, with "!" if it is required, in brackets for a list',
    'The type of the argument: String, Int, Float, Boolean or ID; with `!` if it is required, in brackets for a list.',
  ),
  as: text('the name of the parameter in the request', "The name in the request. Default: the argument's name.").optional(),
  default: z.unknown().meta({ description: 'The value that is sent if a caller gives none.' }).optional(),
  kind: choice(entityKinds, 'For an ID: the kind of record that a global id names. The number in the id is sent.').optional(),
  description: text('a text that is not empty', 'The description of the argument in the schema.').optional(),
}).meta({ description: 'A parameter that callers give as an argument.' });

const constantSchema = object({
  value: z
    .union([z.string(), z.number(), z.boolean()], { error: 'a string, a number, true or false' })
    .refine((value) => typeof value !== 'string' || value.isWellFormed(), { error: 'whole Unicode characters only' })
    // A larger number has become another one when the file was parsed.
    .refine((value) => typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER, {
      error: 'a number of less than 2⁵³, or a string',
    })
    .meta({ description: "A value that every request has and no caller sees. `{activityId}` stands for the activity's number." }),
}).meta({ description: 'A parameter with a constant value.' });

export const operationSchema = object({
  on: choice(
    ['Activity', 'Mutation'],
    '`Activity`: a read, as a field of an activity. `Mutation`: a write, with `activityId` as first argument.',
  ),
  method: choice(['GET', 'POST'], 'The HTTP method.'),
  path: matching(
    requestPath,
    'a path below the base address that begins with "/", without query',
    'The path below the base address of the service, without query.',
  ),
  auth: choice(['service', 'none'], '`service`: requests have the signature of Service-Auth. Default: `service`.').optional(),
  body: choice(
    ['multipart', 'form', 'json', 'none'],
    'The encoding of the parameters; `none`: in the query string. Default: `multipart` for POST, `none` for GET.',
  ).optional(),
  parameters: z
    .record(
      z.string().min(1, { error: 'the name of the parameter in the request' }),
      z.union([parameterSchema, constantSchema], { error: 'an object' }),
      {
        error: 'an object with a member for each parameter',
      },
    )
    .meta({ description: 'The parameters of the request, by the name of the argument; constants by their name in the request.' })
    .optional(),
  result: matching(
    resultType,
    'the name of a type such as "Speaker", or a list of one such as "[Speaker!]"',
    'JSON (the member as it is), Boolean (the success), another scalar, a documented record, a type of this file, or a list `[T!]` of one. Default: `JSON`.',
  ).optional(),
  data: matching(
    memberPath,
    'the name of a member of the reply, or names separated by dots',
    'Where the result is in the reply, such as `data.list`. Default: `data`.',
  ).optional(),
  scope: text(
    'the name of a scope',
    'The scope that callers need: a documented one, or `operations:` and the name of the operation, which is the default.',
  ).optional(),
  personal: flag(
    'Whether the result is personal data: then each use is audited, and no reply is cached. Default: `true` for `attendees:*`, `checkin:read` and the scope of the operation itself, else `false`.',
  ).optional(),
  repeatable: flag('Whether a second attempt does no harm. Default: `true` for Activity, `false` for Mutation.').optional(),
  ttl: z
    .int(ttlRange)
    .min(1, ttlRange)
    .max(86_400, ttlRange)
    .meta({ description: 'How long replies are cached, in seconds. Not for personal data. Default: not at all.' })
    .optional(),
  notFound: text(
    'a regular expression',
    "If the message of the service's rejection matches this regular expression, the result is null and no error.",
  ).optional(),
  description: text('a text that is not empty', 'The description of the field in the schema.').optional(),
  deprecated: text('the reason', 'The reason why clients should not use the field any more.').optional(),
}).meta({ description: 'An operation of the service. Its name is the name of the field.' });

export const operationsSchema = object(
  {
    $schema: z.string({ error: 'the path or address of a JSON Schema' }).optional(),
    types: byName(typeSchema, 'type').meta({ description: 'The types of the results, by name.' }).optional(),
    operations: byName(operationSchema, 'operation').meta({ description: 'The operations, by the name of the field.' }),
  },
  'an object with the member operations',
).meta({
  title: 'Operations of an event service',
  description: 'Binds operations of the event service as fields of the graph, where its interface names them only or not at all.',
});
