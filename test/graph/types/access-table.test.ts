import { isObjectType, Kind, parse, type FieldDefinitionNode, type ObjectTypeDefinitionNode } from 'graphql';
import { scopesOf, type FieldAccessWithSelf } from '../../../src/graph/access/access-rows.js';
import { fieldAccess, fieldSelfAccess, objectAccess } from '../../../src/graph/access/schema-access.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { accessTable } from '../../../src/graph/types/access-table.js';
import { readsIn } from '../../support/measured.js';

const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true, relayNode: true });
const ours = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('_'));
const definitions = parse(sdl).definitions.filter((node): node is ObjectTypeDefinitionNode => node.kind === Kind.OBJECT_TYPE_DEFINITION);
const fields = definitions.flatMap((type) => type.fields!.map((field) => [type.name.value, field.name.value, field] as const));

const directive = (field: FieldDefinitionNode, name: string) => field.directives!.find((each) => each.name.value === name);
const publishedScopes = (field: FieldDefinitionNode) => /scopes: (\[\[.*?\]\])/.exec(sdlOf(directive(field, 'requiresScopes')))?.[1];
const sdlOf = (node: { loc?: { start: number; end: number } } | undefined) => (node?.loc ? sdl.slice(node.loc.start, node.loc.end) : '');

/** The scope of `self:*` that opens a field of an own object, or its use for the caller itself. */
function selfScopeOf(typeName: string, fieldName: string): string | undefined {
  const { self, fields: rows, selfUses = {} } = accessTable.get(typeName)!;
  if (self) return (rows[fieldName] as FieldAccessWithSelf).self ? self : undefined;
  return selfUses[fieldName]?.scope;
}

/** The fields of a type whose rows require a scope. */
function fieldsWith(typeName: string, scope: string): string[] {
  const rows = accessTable.get(typeName)!.fields;
  return Object.keys(rows)
    .filter((name) => String(fieldAccess(typeName, name, accessTable)) === scope)
    .toSorted();
}

test('every field of every object type has an access row, and every access row a field', () => {
  for (const type of ours) {
    const names = Object.keys(type.getFields()).filter((name) => !name.startsWith('_'));
    expect({ name: type.name, fields: Object.keys(accessTable.get(type.name)!.fields).toSorted() }).toEqual({
      name: type.name,
      fields: names.toSorted(),
    });
  }
  expect([...accessTable.keys()].toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
});

test.each(fields)('the SDL publishes the access row of %s.%s', (typeName, fieldName, field) => {
  const access = fieldAccess(typeName, fieldName, accessTable);
  const required = scopesOf(access).map((scope) => `"${scope}"`);
  const self = selfScopeOf(typeName, fieldName);
  const alternatives = [`[${required.join(', ')}]`, ...(self === undefined ? [] : [`["${self}"]`])];
  expect(publishedScopes(field)).toBe(required.length > 0 ? `[${alternatives.join(', ')}]` : undefined);
  expect(directive(field, 'authenticated') !== undefined).toBe(access === 'authenticated');
  expect(sdlOf(directive(field, 'tag'))).toBe(access === 'attendees:pii' ? '@tag(name: "pii")' : '');
});

/** The fields of an attendee that require `attendees:pii`, by their kind of data. */
const pii = {
  'contact and identity data': ['mobile', 'email', 'idCardNumber', 'openId', 'wechat', 'shortLink'],
  'check-in code': ['signCode', 'qrCodeUrl'],
  pictures: ['avatarUrl'],
  'form answers': ['content', 'customFields', 'customField'],
};

test('attendees:pii covers exactly the fields of an attendee with these kinds of data', () => {
  expect(fieldsWith('Attendee', 'attendees:pii')).toEqual(Object.values(pii).flat().toSorted());
});

test.each([
  ['ScheduleItem', 'content:meeting', 'meetingId meetingPassword'],
  ['ScheduleLive', 'content:meeting', 'url'],
  ['Query', 'checkin:read', 'checkInLookup'],
  ['Mutation', 'attendees:write', 'addAttendees'],
  ['Mutation', 'sso:issue', 'ssoLogin'],
  ['Activity', 'self:read', 'viewer'],
  ['CheckInMatch', 'attendees:read', 'attendee'],
  ['AttendeeRegistration', 'attendees:read', 'attendee'],
] as const)('in %s, %s is required by exactly: %s', (type, scope, names) => {
  expect(fieldsWith(type, scope)).toEqual(names.split(' ').toSorted());
});

test('a field that reads content requires content:read, and no other field of an activity does', () => {
  const reading = [...readsIn(schema)].flatMap(([coordinate, { content, calls, shared }]) =>
    content && calls === undefined && !shared ? [coordinate] : [],
  );
  expect(reading).toContain('Activity.schedule');
  for (const coordinate of reading) expect(fieldAccess(...(coordinate.split('.') as [string, string]), accessTable)).toBe('content:read');
  const ofActivity = reading.filter((coordinate) => coordinate.startsWith('Activity.'));
  expect(fieldsWith('Activity', 'content:read').map((name) => `Activity.${name}`)).toEqual(ofActivity.toSorted());
});

test('a field of a type that self:* opens has no access row without a decision about self:*', () => {
  const rows = accessTable.get('FaceSync')!;
  const withNewField = new Map([['FaceSync', { ...rows, fields: { ...rows.fields, note: 'attendees:read' as const } }]]);
  expect(fieldSelfAccess('FaceSync', 'status', withNewField)).toBe('self:read');
  expect(() => fieldSelfAccess('FaceSync', 'note', withNewField)).toThrow(
    'The access row of FaceSync.note must state whether self:read opens it: { scope: …, self: true }.',
  );
});

test("self:* opens the caller's own record with all its fields, and the response of the mutations except registrations.attendee", () => {
  const opened = (scope: string) =>
    fields
      .filter(([typeName, fieldName]) => selfScopeOf(typeName, fieldName) === scope)
      .map(([typeName, fieldName]) => `${typeName}.${fieldName}`);
  const all = (typeName: string, except = '') =>
    Object.keys(accessTable.get(typeName)!.fields).flatMap((name) => (name === except ? [] : `${typeName}.${name}`));
  const own = ['Attendee', 'WechatProfile', 'AttendeeReview', 'FaceSync', 'CustomFieldValue'];
  expect(new Set(opened('self:read'))).toEqual(new Set(own.flatMap((typeName) => all(typeName))));
  expect(new Set(opened('self:register'))).toEqual(
    new Set(['Mutation.addAttendees', ...all('AddAttendeesPayload'), ...all('AttendeeRegistration', 'attendee')]),
  );
  expect(new Set(opened('self:sso'))).toEqual(new Set(['Mutation.ssoLogin', ...all('SsoLoginPayload'), ...all('SsoLogin')]));
});

test('a field that requires a scope beyond its object is nullable, so that a denial affects only the field', () => {
  const beyond = fields.filter(([typeName, fieldName]) => {
    const access = fieldAccess(typeName, fieldName, accessTable);
    return scopesOf(access).length > 0 && access !== objectAccess(typeName, accessTable);
  });
  expect(beyond.length).toBeGreaterThan(20);
  expect(
    beyond.filter(([, , field]) => field.type.kind === Kind.NON_NULL_TYPE).map(([typeName, fieldName]) => `${typeName}.${fieldName}`),
  ).toEqual([]);
});

test('the audit knows every documented type that describes a person', () => {
  const identified = [...accessTable]
    .filter(([, { people }]) => typeof people === 'object' && 'identifiedBy' in people)
    .map(([name]) => name);
  expect(new Set(identified)).toEqual(new Set(['Attendee', 'CheckInEvent', 'CheckInMatch']));
});

test('the SDL without the directives of access is otherwise equal to the SDL with them', () => {
  const plain = createSubgraph({ maxPageSize: 100, authDirectives: false, relayNode: true }).sdl;
  expect(plain).not.toMatch(/@authenticated|@requiresScopes/);
  expect(plain).toContain('@tag(name: "pii")');
  const without = sdl
    .replace(/ @authenticated| @requiresScopes\(scopes: \[(?:\["[^"]+"\](?:, )?)+\]\)/g, '')
    .replace(', "@authenticated", "@requiresScopes"', '');
  expect(plain).toBe(without);
});
