/*
 * The arguments of fields, for the tests that select every field of the graph. A field that requires arguments needs a row here, and one
 * that returns a record by its id another in `ownFields` of field-mapping.test.ts.
 */

import { entityTypeOf, type EntityTypeName } from '../../src/graph/type-names.js';
import { listOfEntityKind, type ContentEntityKind, type ContentKind } from '../../src/records/content-kind.js';
import { type Endpoint, endpoints } from '../../src/service/endpoints.js';
import { sandboxReply } from '../service/samples.js';

/** Records of the service that a test asks. */
interface KnownRecords {
  readonly attendee: { readonly id: string; readonly mobile: string };
  readonly articleId: string;
  readonly scheduleItemId: string;
  readonly categoryId: string;
  /** The name of a field of the form. */
  readonly formField: string;
  /** The attendee that the mutations concern. */
  readonly registrant: { readonly mobile: string; readonly fields: readonly { readonly name: string; readonly value: string }[] };
}

/** The arguments by the coordinate of the field. The first text of each is enough to read the field; further ones read more of it. */
export function fieldArguments({
  attendee,
  articleId,
  scheduleItemId,
  categoryId,
  formField,
  registrant,
}: KnownRecords): Readonly<Record<string, readonly string[]>> {
  const { mobile } = registrant;
  const fields = registrant.fields.map(({ name, value }) => `{ name: "${name}", value: "${value}" }`).join(' ');
  return {
    'Query.activitiesByIds': ['ids: ["1001"]'],
    'Query.attendee': [`by: { id: "${attendee.id}" }`, `by: { mobile: "${attendee.mobile}" }`],
    'Query.attendeesByIds': [`ids: ["${attendee.id}"]`],
    'Query.checkInLookup': [
      'input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "WANGWEI01" }',
    ],
    'Activity.formFields': ['includeHidden: true'],
    'Activity.attendee': [`by: { id: "${attendee.id}" }`],
    'Activity.attendees': ['first: 2'],
    'Activity.schedule': ['from: "2026-01-01"'],
    'Activity.article': [`id: "${articleId}"`],
    'Activity.scheduleItem': [`id: "${scheduleItemId}"`],
    'Activity.category': [`id: "${categoryId}"`],
    'Activity.ticket': ['id: "401"'],
    'Activity.goodsItem': ['id: "501"'],
    'Attendee.customField': [`name: "${formField}"`],
    'Article.content': ['format: SAFE_HTML', 'format: TEXT', 'format: RAW_HTML'],
    'Mutation.addAttendees': [
      `input: { contact: { name: "A", mobile: "${mobile}" }, attendees: [{ name: "A", mobile: "${mobile}", fields: [${fields}] }] }`,
    ],
    'Mutation.ssoLogin': [`input: { mobile: "${mobile}" }`],
  };
}

/** The arguments for a service whose replies are the samples of test/service/samples.ts. */
export const argumentsForSamples = fieldArguments({
  attendee: { id: '7', mobile: '10000000007' },
  articleId: '61',
  scheduleItemId: '21',
  categoryId: '311',
  formField: 'name1613',
  registrant: { mobile: '13800138000', fields: [{ name: 'name1613', value: 'Software' }] },
});

/** The id of a record of each entity in the sandbox: the first in the reply of its list. */
export const references = Object.fromEntries([
  ['Activity', '1001'],
  ['Attendee', 'attendee:1001:700001'],
  ...(Object.entries(listOfEntityKind) as [ContentEntityKind, ContentKind][]).map(([kind, list]) => {
    const { path } = Object.values(endpoints as Readonly<Record<string, Endpoint<unknown, unknown>>>).find(
      ({ cachedAs }) => cachedAs === list,
    )!;
    return [entityTypeOf({ kind }), `${kind}:1001:${firstIdIn(sandboxReply(path).data)}`];
  }),
]) as Readonly<Record<EntityTypeName, string>>;

/** The id of the first record in a reply: records are in a list, perhaps by day or by page. */
function firstIdIn(data: unknown): unknown {
  const [first] = Array.isArray(data) ? (data as readonly unknown[]) : Object.values(data as object).filter(Array.isArray);
  return Array.isArray(first) ? firstIdIn(first) : (first as { readonly id: unknown }).id;
}
