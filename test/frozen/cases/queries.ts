/* Queries over a service that works: how the language of operations is executed, and which calls the values take. */

import type { Group, Step } from './case.js';

const attendee = (id: string) => `attendee(by: { id: "${id}" })`;
const lookups: Readonly<Record<string, Step>> = Object.fromEntries(
  [
    'id: "700001"',
    'id: "attendee:1001:700001"',
    'id: "attendee:1002:700001"',
    'id: "article:1001:6001"',
    'id: "x"',
    'id: ""',
    'id: null',
    'id: 700001',
    'id: "999999"',
    'mobile: "10000700002"',
    'mobile: ""',
    'mobile: "10000799999"',
    'email: "wangwei@example.com"',
    'email: " WANGWEI@example.com"',
    'openId: "oSandbox-700001"',
    'id: "700001", mobile: "1"',
    '',
  ].map((by) => [`attendee by { ${by} }`, `{ attendee(by: { ${by} }) { id name activityId } }`]),
);
const pages: Readonly<Record<string, Step>> = Object.fromEntries(
  [
    'first: 0',
    'first: -1',
    'first: 101',
    'first: null',
    'first: 1.5',
    'first: "1"',
    'first: 2',
    'first: 3, offset: 10',
    'first: 3, offset: 0',
    'first: 7, offset: 95',
    'first: 2, offset: 5000',
    'first: 2, offset: -1',
    'first: 2, after: "x"',
    'first: 2, after: "", offset: 1',
    'first: 2, offset: null, after: null',
  ].map((page) => [
    `attendees of a page { ${page} }`,
    `{ activity { attendees(${page}) { totalCount edges { cursor node { serviceId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
  ]),
);

export const queries: Group = {
  title: 'queries',
  cases: {
    'one field': '{ activity { id } }',
    'an activity by each kind of id':
      '{ a: activity(id: "1002") { id } b: activity(id: 1001) { id } c: activity(id: null) { id } d: activity(id: "7") { id } e: activity(id: "x") { id } f: activity(id: "") { id } g: activity(id: "01001") { id } }',
    'activities, and those by ids':
      '{ activities { id } activitiesByIds(ids: ["1002", "7", "1002", "1001", "x"]) { id } none: activitiesByIds(ids: []) { id } }',
    'aliases of one field share a call':
      '{ activity { a: tickets { name } b: tickets { soldOut } } two: activity { tickets { unitPrice } } }',
    'aliases with other arguments':
      '{ activity { a: goods(id: "501") { name } b: goods(id: "goods:1001:502") { name } c: goods { name } d: goods(id: "999") { name } e: goods(id: "goods:1002:501") { name } } }',
    'fragments, and fragments in fragments':
      'query Q { activity { ...A ... on Activity { tickets { ...B } } ... { id } } } fragment A on Activity { id goods { ...B } } fragment B on ActivityStockItem { __typename id ... on TicketItem { soldStock } ... on Goods { totalStock } }',
    'fields of the same name are merged': '{ activity { tickets { name } } activity { tickets { id } tickets { name } } }',
    '`__typename` everywhere':
      '{ __typename activity { __typename attendees(first: 1) { __typename edges { __typename node { __typename review { __typename } } } pageInfo { __typename } } } }',
    '`__typename` alone needs no call': '{ __typename a: __typename }',
    '@skip and @include with literals':
      '{ activity { id @skip(if: true) tickets @include(if: true) { name @include(if: false) id } goods @include(if: false) { id } } }',
    '@skip and @include with variables': [true, false].map((yes) => ({
      query:
        'query Q($yes: Boolean!, $no: Boolean = false) { activity { id ... @skip(if: $yes) { tickets { name } } ...G @include(if: $yes) articles @include(if: $no) { total } } } fragment G on Activity { goods { name } }',
      variables: { yes },
    })),
    '@skip and @include of one field':
      '{ activity { id tickets @skip(if: false) @include(if: false) { id } } a: activity @include(if: true) @skip(if: true) { id } }',
    'an object without a field left': '{ activity { tickets @skip(if: true) { id } } }',
    'introspection of a type':
      '{ __type(name: "AttendeeEdge") { kind name description fields { name type { kind name ofType { kind name } } } } missing: __type(name: "Nothing") { name } }',
    'introspection of the schema':
      '{ __schema { queryType { name } mutationType { name } subscriptionType { name } types { name kind } directives { name locations args { name } } } }',
    'introspection beside data': '{ __schema { queryType { name } } activity { id tickets { name } } }',
    'deep introspection':
      '{ __type(name: "AttendeeEdge") { fields { type { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } } } } } } }',
    ...lookups,
    ...pages,
    'an attendee of an activity that is named twice':
      '{ a: attendee(by: { id: "attendee:1001:700001" }, activityId: "1002") { id } b: attendee(by: { id: "700001" }, activityId: "1001") { id } c: attendee(by: { id: "800001" }, activityId: "1002") { id } d: attendee(by: { id: "700001" }, activityId: "7") { id } }',
    'attendees by ids share calls': `{ a: ${attendee('700001')} { name } b: ${attendee('700002')} { name } c: ${attendee('attendee:1001:700003')} { name email } activity { d: ${attendee('700004')} { name } } e: ${attendee('700001')} { company } }`,
    'attendees by a list of ids':
      '{ attendeesByIds(ids: ["700002", "attendee:1001:999999", "attendee:1001:700001", "attendee:1002:800001", "700002"]) { id name } none: attendeesByIds(ids: []) { id } }',
    'attendees by a list with a broken id': '{ attendeesByIds(ids: ["700002", "x"]) { id name } activity { id } }',
    'attendees by a list with null': '{ attendeesByIds(ids: ["700002", null]) { id name } }',
    'attendees by a list with a foreign id': '{ attendeesByIds(ids: ["700002", "goods:1001:501"]) { id name } }',
    'attendees by a list that is one id': '{ attendeesByIds(ids: "700002") { id } activitiesByIds(ids: 1001) { id } }',
    'more attendees by id than a page has': {
      query: 'query Q($ids: [ID!]!) { attendeesByIds(ids: $ids) { serviceId } }',
      variables: { ids: Array.from({ length: 120 }, (_, index) => String(700_001 + index)) },
    },
    'get-one fields of a page': '{ activity { attendees(first: 3) { nodes { id companyTaxId otherChannel points } } } }',
    'get-one fields of attendees by id': '{ attendeesByIds(ids: ["700001", "999999", "700002"]) { id points } }',
    'only the total':
      '{ activity { attendees { totalCount } } b: activity(id: "1002") { attendees(first: 5) { totalCount pageInfo { hasNextPage } } } }',
    'pages and totals of one activity':
      '{ activity { attendees(first: 2) { nodes { serviceId } } more: attendees(first: 2, offset: 2) { nodes { serviceId } } all: attendees { totalCount } } }',
    'all fields of the first attendee':
      '{ activity { attendees(first: 1) { nodes { id serviceId activityId contactId name namePinyin nameInitials mobile email idCardNumber company avatarUrl orderNumber label signCode qrCodeUrl shortLink source sourceCode channel openId wechat { nickname avatarUrl sex area } review { state code comment reviewedAt enabled } registeredAt updatedAt deletedAt faceSync { status statusCode message inCloud } certificateApplicationId activity { id } content customFields { name value field { kind } } customField(name: "name1712900104") { value } } } } }',
    'custom fields that the form lacks':
      '{ attendee(by: { id: "700005" }) { customField(name: "nothing") { value } other: customField(name: "") { value } customFields { name value } } }',
    'from an attendee back to the activity':
      '{ attendee(by: { id: "800001" }, activityId: "1002") { id activity { id tickets { name } attendees(first: 1) { nodes { serviceId } } } } }',
    'the schedule of some days':
      '{ activity { one: schedule(from: "2026-05-16", to: "2026-05-16") { totalCount days { date items { serviceId title startsAt endsAt interval { start end } children { serviceId } } } } none: schedule(from: "2027-01-01") { totalCount days { date } } reversed: schedule(from: "2026-05-17", to: "2026-05-15") { totalCount } } }',
    'a day that is none': '{ activity { schedule(from: "2026-02-30") { totalCount } } }',
    'a schedule item with all fields':
      '{ _entities(representations: [{ __typename: "ScheduleItem", id: "scheduleItem:1001:2002" }]) { ... on ScheduleItem { id serviceId activityId parentId title subtitle introduction place startsAt endsAt interval { start end } guestId guestName guests meetingId meetingPassword live { liveId type name url } link { mode title value label appId } timeCategoryId timeCategoryName categoryId categoryName hiddenStatus createdAt deletedAt children { id } } } }',
    'an article with all fields':
      '{ activity { article(id: "6001") { id serviceId activityId parentId userId title keywords excerpt source author thumbnailUrl url attachment video videoStatus fileId mediaId categoryStructure readCount likeCount createdAt publishedAt deletedAt editorType postStatus listOrder pinned pinnedUntil location content text: content(format: TEXT) raw: content(format: RAW_HTML) category { id name } } } }',
    'articles by each kind of id':
      '{ activity { a: article(id: "article:1001:6002") { title } b: article(id: 6002) { title } c: article(id: "999") { title } d: article(id: "article:1002:6002") { title } e: article(id: "x") { title } } }',
    'categories by their parent':
      '{ activity { all: categories { id name parentId intro content thumbnailUrl articleCount children { id children { id } } articles { serviceId } } of: categories(parentId: "301") { id name } global: categories(parentId: "category:1001:301") { id } none: categories(parentId: "999") { id } other: categories(parentId: "category:1002:301") { id } root: categories(parentId: "0") { id } } }',
    'the form with its hidden fields':
      '{ activity { formFields(includeHidden: true) { name type kind label defaultValue options sort hidden placeholder activityId } } b: activity(id: "1002") { formFields { name kind } } }',
    'everything of content of two activities':
      '{ activities { id formFields { name } schedule { totalCount } articles { total itemsCount currentPage } categories { id } tickets { id } goods { id } } }',
    'a check-in code of a family':
      '{ checkInLookup(input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "FAMILY01" }) { attendeeId avatarUrl qrCode tickets hotels pickups seats fields { storedValue field { name label } } attendee { name mobile } } }',
    'a check-in code that is unknown':
      '{ checkInLookup(input: { token: "sandbox-check-in-token", userId: "88", deviceType: IPAD, pointId: "5", signCode: "NOBODY" }) { attendeeId } }',
    'a check-in token that is wrong':
      '{ checkInLookup(input: { token: "wrong", userId: "88", deviceType: WXAPP, pointId: "5", signCode: "FAMILY01" }) { attendeeId } activity { id } }',
    'a check-in point that is no id':
      '{ checkInLookup(input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "x", signCode: "FAMILY01" }) { attendeeId } }',
    'entities, some of them bad': {
      query:
        'query E($r: [_Any!]!) { _entities(representations: $r) { __typename ... on Activity { id tickets { name } } ... on Attendee { id name } ... on Article { title } ... on Category { name } ... on Goods { name } ... on TicketItem { name } ... on ScheduleItem { title } } }',
      variables: {
        r: [
          { __typename: 'Activity', id: '1001' },
          { __typename: 'Activity', id: '7' },
          { __typename: 'Activity' },
          { __typename: 'Attendee', id: 'attendee:1001:700001' },
          { __typename: 'Attendee', id: '700001' },
          { __typename: 'Attendee', id: 700001 },
          { __typename: 'Attendee', id: 'article:1001:6001' },
          { __typename: 'Attendee', id: 'attendee:7:700001' },
          { __typename: 'Article', id: 'article:1001:6001', title: 'ignored' },
          { __typename: 'Article', id: null },
          { __typename: 'Category', id: 'category:1001:331' },
          { __typename: 'Category', id: 'category:1001:999' },
          { __typename: 'Goods', id: 'goods:1001:501' },
          { __typename: 'TicketItem', id: 'ticketItem:1001:401' },
          { __typename: 'ScheduleItem', id: 'scheduleItem:1001:2001' },
          { __typename: 'FormField', name: 'name' },
          { __typename: 'Query' },
          { __typename: 'Nothing', id: '1' },
          { id: '1' },
          {},
        ],
      },
    },
    'representations that are no objects': [
      { query: 'query E($r: [_Any!]!) { _entities(representations: $r) { __typename } }', variables: { r: ['x', 1] } },
      { query: 'query E($r: [_Any!]!) { _entities(representations: $r) { __typename } }', variables: { r: [null] } },
      { query: 'query E($r: [_Any!]!) { _entities(representations: $r) { __typename } }', variables: { r: [] } },
      {
        query: 'query E($r: [_Any!]!) { _entities(representations: $r) { __typename } }',
        variables: { r: { __typename: 'Activity', id: '1001' } },
      },
      { query: 'query E($r: [_Any!]!) { _entities(representations: $r) { __typename } }' },
    ],
    'the SDL': '{ _service { sdl __typename } }',
    'objects in objects': '{ activity { categories { articles { category { articles { category { name } } } } } } }',
  },
};

const variablesOf = (variables: unknown): Step => ({
  query:
    'query Q($id: ID!, $first: Int = 1, $by: AttendeeLookup) { activity(id: $id) { id attendees(first: $first) { totalCount } attendee(by: $by) @skip(if: true) { id } } }',
  variables,
});

export const invalid: Group = {
  title: 'invalid operations',
  cases: {
    'a syntax error': [
      '{',
      '',
      ' ',
      '# nothing',
      '{ activity { id }',
      '{ activity { "x" } }',
      'query { activity(id: "1) { id } }',
      '{ a ¤ }',
      'query Q { activity { id } } }',
    ],
    'no operation': 'fragment A on Activity { id }',
    'unknown fields, arguments and types': [
      '{ nothing }',
      '{ activity { nothing ids } }',
      '{ activity(ids: 1) { id } }',
      '{ activity { ... on Nothing { id } } }',
      '{ activity { ...Missing } }',
      'query Q($a: Nothing) { activity { id } }',
      '{ activity @nothing { id } }',
      'mutation { nothing }',
      'subscription { nothing }',
    ],
    'more errors than are listed': `{ activity { ${Array.from({ length: 30 }, (_, index) => `nothing${index}`).join(' ')} } }`,
    'wrong selections': [
      '{ activity }',
      '{ activity { id { x } } }',
      '{ activity { } }',
      '{ attendee { id } }',
      '{ attendee(by: null) { id } }',
    ],
    'wrong literals': [
      '{ activity { attendees(first: "x") { totalCount } } }',
      '{ activity { formFields(includeHidden: 1) { name } } }',
      '{ activity { article(id: "6001") { content(format: HTML) } } }',
      '{ activity { schedule(from: "yesterday") { totalCount } } }',
      '{ activity(id: 1.5) { id } }',
      '{ activity(id: true) { id } }',
      '{ activity(id: [1001]) { id } }',
      '{ attendee(by: { name: "x" }) { id } }',
      '{ attendee(by: { id: {} }) { id } }',
      '{ activity { attendees(first: 9999999999) { totalCount } } }',
    ],
    'conflicting fields': '{ activity { a: tickets { name } a: goods { name } } }',
    'a fragment that contains itself': 'query { activity { ...A } } fragment A on Activity { ...A }',
    'fragments and variables that are unused or unknown': [
      '{ activity { id } } fragment A on Activity { id }',
      'query Q($id: ID) { activity { id } }',
      '{ activity(id: $id) { id } }',
      'query Q($id: ID, $id: ID) { activity(id: $id) { id } }',
    ],
    'several operations': [
      'query A { activity { id } } query B { activities { id } }',
      { query: 'query A { activity { id } } query B { activities { id } }', operationName: 'B' },
      { query: 'query A { activity { id } } query B { activities { id } }', operationName: 'C' },
      'query A { __typename } query A { __typename }',
      '{ __typename } query A { __typename }',
      { query: 'query A { __typename }', operationName: '' },
      { query: 'query A { __typename }', operationName: 'B' },
    ],
    variables: [
      { id: '1001' },
      { id: 1001 },
      {},
      null,
      { id: null },
      { id: true },
      { id: [] },
      { id: {} },
      { id: 1.5 },
      { id: '1001', first: '1' },
      { id: '1001', first: 1.5 },
      { id: '1001', first: null },
      { id: '1001', first: 3_000_000_000 },
      { id: '1001', by: {} },
      { id: '1001', by: { id: '1', mobile: '2' } },
      { id: '1001', by: { id: null } },
      { id: '1001', by: { nothing: 1 } },
      { id: '1001', by: 'x' },
      { id: '1001', unknown: 1 },
    ].map(variablesOf),
    'variables that are no object': ['x', 1, true, [], ['x']].map(variablesOf),
    'variables of input objects': [
      { input: {} },
      { input: null },
      { input: { contact: { name: 'A' }, attendees: [] } },
      { input: { contact: { name: 'A', mobile: '1', x: 1 }, attendees: [{ name: 'A' }, null] } },
    ].map((variables) => ({ query: 'mutation M($input: AddAttendeesInput!) { addAttendees(input: $input) { replayed } }', variables })),
    'a default that is wrong': 'query Q($first: Int = "x") { activity { attendees(first: $first) { totalCount } } }',
    'a variable of the wrong type': [
      'query Q($first: String) { activity { attendees(first: $first) { totalCount } } }',
      'query Q($id: ID) { attendeesByIds(ids: [$id]) { id } }',
      'query Q($ids: [ID]!) { attendeesByIds(ids: $ids) { id } }',
    ],
    'too deep': `{ activity ${'{ attendees(first: 1) { nodes { activity '.repeat(4)}{ id }${' } } }'.repeat(4)} }`,
    'too many aliases': `{ ${Array.from({ length: 31 }, (_, index) => `a${index}: __typename`).join(' ')} }`,
    'too many fields of the root': `{ ${Array.from({ length: 21 }, (_, index) => `a${index}: activity { id }`).join(' ')} }`,
    'too many tokens': `{ activity { ${'id '.repeat(2000)} } }`,
    'too expensive':
      '{ activities { attendees(first: 100) { nodes { companyTaxId activity { attendees(first: 100) { nodes { points } } } } } } }',
    'too many calls': [
      '{ activity { attendees(first: 100) { nodes { points } } } b: activity(id: "1002") { attendees(first: 25) { nodes { points } } } }',
    ],
    'a fragment that multiplies': `{ activity { ...A } } ${'ABCDEFG'
      .split('')
      .map(
        (name, index, all) =>
          `fragment ${name} on Activity { attendees(first: 2) { nodes { activity { ${index + 1 < all.length ? `...${all[index + 1]} ` : ''}id } } } }`,
      )
      .join(' ')}`,
    'a mutation that is denied': {
      query: 'mutation { ssoLogin(input: { mobile: "10000700001" }) { login { url } } }',
      scopes: 'content:read',
    },
    'fields that are denied': {
      query:
        '{ activity { id tickets { name } attendees(first: 2) { totalCount nodes { name mobile email wechat { nickname } } } } attendee(by: { mobile: "10000700001" }) { name } }',
      scopes: 'content:read attendees:read',
    },
    'everything is denied': {
      query:
        '{ activity { id tickets { name } attendees { totalCount } } _service { sdl } attendeesByIds(ids: ["700001"]) { id } _entities(representations: [{ __typename: "Attendee", id: "attendee:1001:700001" }, { __typename: "Activity", id: "1001" }]) { __typename } }',
      scopes: '',
    },
  },
};
