import { carried, pathOf, recordRows, type Row, type Scene } from './row.js';

const base = { name: 'name1', type: 'input', label: 'A field', value: '', sort: 1, hidden: 0, placeholder: '', form_id: 1001 };
const path = pathOf('4.1');

/** A field in the registration form. */
const onTheForm: Scene = {
  typeName: 'FormField',
  path,
  base,
  envelope: (record) => ({ code: 1, data: [record] }),
  query: (selection) => `{ activity { formFields(includeHidden: true) { ${selection} } } }`,
  at: 'activity.formFields.0',
};

/** A field in a check-in result. */
const atCheckIn: Scene = {
  ...onTheForm,
  path: pathOf('4.5'),
  envelope: (record) => ({ code: 1, msg: 'success', data: [{ id: 7, fields: [record] }], url: '', time: 1 }),
  query: (selection) =>
    `{ checkInLookup(input: { token: "t", userId: "u", deviceType: PC, pointId: "5", signCode: "c" }) { fields { field { ${selection} } } } }`,
  at: 'checkInLookup.0.fields.0.field',
};

const storedAtCheckIn: Scene = {
  ...atCheckIn,
  typeName: 'CheckInField',
  query: (selection) =>
    `{ checkInLookup(input: { token: "t", userId: "u", deviceType: PC, pointId: "5", signCode: "c" }) { fields { ${selection} } } }`,
  at: 'checkInLookup.0.fields.0',
};

const { cases, same } = recordRows('2.1', [onTheForm, atCheckIn]);
const stored = recordRows('2.1', [storedAtCheckIn]);

const readName = '{ activity { formFields { name } } }';

export const formFieldRows: readonly Row[] = [
  same('name', 'name', 'name1712900101'),
  cases(
    'type',
    ['radio', { type: 'radio', kind: 'RADIO' }],
    ['input', { type: 'input', kind: 'INPUT' }],
    ['avatar', { type: 'avatar', kind: 'AVATAR' }],
    ['date', { type: 'date', kind: 'DATE' }],
    ['colour', { type: 'colour', kind: 'OTHER' }],
  ),
  same('label', 'label', '公司 Company'),
  cases(
    'value',
    ['a default', { defaultValue: 'a default' }],
    ['["One","二"]', { options: ['One', '二'], defaultValue: null }, { type: 'radio' }],
    ['a default', { options: null }],
  ),
  same('sort', 'sort', 42),
  cases('hidden', [1, { hidden: true, required: false }], [0, { hidden: false, required: true }]),
  same('placeholder', 'placeholder', 'Company or institution'),
  carried(
    '2.1',
    'form_id',
    ['FormField.activityId'],
    [
      {
        query: '{ activity(id: "1002") { formFields { activityId } } }',
        replies: { [path]: { code: 1, data: [{ ...base, form_id: 1002 }] } },
        reads: { 'activity.formFields.0.activityId': '1002' },
      },
      {
        query: '{ activity(id: "1001") { formFields { activityId } } }',
        replies: { [path]: { code: 1, data: [{ ...base, form_id: 1002 }] } },
        reads: { 'activity.formFields.0.activityId': '1001' },
      },
    ],
    'The requested activity, whose form has the field, even if the field names another one.',
  ),
  stored.cases('custom_store', ['138****8000', { storedValue: '138****8000' }]),

  carried(
    '4.1 request',
    'activity_id',
    ['Query.activity(id:)'],
    ['1001', '1002'].map((id) => ({
      query: `{ activity(id: "${id}") { formFields { name } } }`,
      replies: { [path]: { code: 1, data: [] } },
      arrives: { path, in: 'query', name: 'activity_id', value: id },
    })),
    'Without an id, the default activity.',
  ),
  carried(
    '4.1 reply',
    'data',
    ['Activity.formFields'],
    [
      {
        query: readName,
        replies: { [path]: { code: 1, data: [base, { ...base, name: 'name2' }] } },
        reads: { 'activity.formFields': [{ name: 'name1' }, { name: 'name2' }] },
      },
    ],
  ),
];
