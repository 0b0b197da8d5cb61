import { isObjectType, Kind, parse, type FieldDefinitionNode, type ObjectTypeDefinitionNode } from 'graphql';
import { accessTable } from '../../../src/graph/access/access-table.js';
import { accessOf, isScope, reachOf } from '../../../src/graph/access/access.js';
import { createSubgraph } from '../../../src/graph/schema.js';

const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true, relayNode: true });
const ours = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('_'));
const definitions = parse(sdl).definitions.filter((node): node is ObjectTypeDefinitionNode => node.kind === Kind.OBJECT_TYPE_DEFINITION);
const fields = definitions.flatMap((type) => type.fields!.map((field) => [type.name.value, field.name.value, field] as const));

const directive = (field: FieldDefinitionNode, name: string) => field.directives!.find((each) => each.name.value === name);
const scopesOf = (field: FieldDefinitionNode) => /scopes: (\[\[.*?\]\])/.exec(sdlOf(directive(field, 'requiresScopes')))?.[1];
const sdlOf = (node: { loc?: { start: number; end: number } } | undefined) => (node?.loc ? sdl.slice(node.loc.start, node.loc.end) : '');

test('every field of every object type has its row in the table, and the table no row too many', () => {
  for (const type of ours) {
    const names = Object.keys(type.getFields()).filter((name) => !name.startsWith('_'));
    const rows = Object.values(accessTable[type.name]!.fields).flatMap((row) => row!.split(' '));
    expect([type.name, rows.toSorted()]).toEqual([type.name, names.toSorted()]);
  }
  expect(Object.keys(accessTable).toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
});

test.each(fields)('the SDL says of %s.%s what the table says', (typeName, fieldName, field) => {
  const access = accessOf(typeName, fieldName);
  expect(scopesOf(field)).toBe(isScope(access) ? `[["${access}"]]` : undefined);
  expect(directive(field, 'authenticated') !== undefined).toBe(access === 'authenticated');
  expect(sdlOf(directive(field, 'tag'))).toBe(access === 'attendees:pii' ? '@tag(name: "pii")' : '');
});

const pii = 'mobile email idCardNumber openId wechat avatarUrl signCode qrCodeUrl shortLink content customFields customField';

test('personal data of an attendee are those of the contract, and no more than they', () => {
  expect(accessTable['Attendee']!.fields['attendees:pii']!.split(' ').toSorted()).toEqual(pii.split(' ').toSorted());
});

test.each([
  ['ScheduleItem', 'content:meeting', 'meetingId meetingPassword'],
  ['ScheduleLive', 'content:meeting', 'url'],
  ['Query', 'checkin:read', 'checkInLookup'],
  ['Mutation', 'attendees:write', 'addAttendees'],
  ['Mutation', 'sso:issue', 'ssoLogin'],
  ['Activity', 'content:read', 'formFields schedule articles article categories tickets goods'],
  ['CheckInMatch', 'attendees:read', 'attendee'],
  ['AttendeeRegistration', 'attendees:read', 'attendee'],
] as const)('%s takes %s for exactly: %s', (type, scope, names) => {
  expect(accessTable[type]!.fields[scope]!.split(' ').toSorted()).toEqual(names.split(' ').toSorted());
});

test('a field that takes a scope of its own may be null, so that it costs itself only', () => {
  const beyond = fields.filter(([typeName, fieldName]) => {
    const access = accessOf(typeName, fieldName);
    return isScope(access) && access !== reachOf(typeName);
  });
  expect(beyond.length).toBeGreaterThan(20);
  expect(
    beyond.filter(([, , field]) => field.type.kind === Kind.NON_NULL_TYPE).map(([typeName, fieldName]) => `${typeName}.${fieldName}`),
  ).toEqual([]);
});

test('a field or a type without a row is an error, not an opening', () => {
  expect(() => accessOf('Attendee', 'secret')).toThrow('no row in the access table');
  expect(() => accessOf('Stranger', 'id')).toThrow('no row in the access table');
  expect(() => reachOf('Stranger')).toThrow('no row in the access table');
});

test('without the directives of access the SDL is the same but for them', () => {
  const plain = createSubgraph({ maxPageSize: 100, authDirectives: false, relayNode: true }).sdl;
  expect(plain).not.toMatch(/@authenticated|@requiresScopes/);
  expect(plain).toContain('@tag(name: "pii")');
  const without = sdl
    .replace(/ @authenticated| @requiresScopes\(scopes: \[\["[^"]+"\]\]\)/g, '')
    .replace(', "@authenticated", "@requiresScopes"', '');
  expect(plain).toBe(without);
});
