import { buildSchema, graphql } from 'graphql';
import type { Activity } from '../../../../src/domain/activities.js';
import { AttendeeReference, lookUpReferences } from '../../../../src/graph/types/attendee/attendee-references.js';
import type { ServiceId } from '../../../../src/records/ids.js';

/** An activity that has every attendee but 404, and cannot read 500. It records its reads. */
class RecordedActivity {
  readonly reads: string[] = [];
  readonly attendees = {
    byIds: (ids: readonly number[]) => this.#read('list', ids),
    detailsByIds: (ids: readonly number[]) => this.#read('get-one', ids),
  };

  constructor(private readonly name: string) {}

  reference(id: number) {
    return new AttendeeReference(this as unknown as Activity, id as ServiceId);
  }

  async #read(from: string, ids: readonly number[]) {
    this.reads.push(`${from} ${ids.join()}`);
    return ids.map((id) => (id === 404 ? null : id === 500 ? new Error('unreadable') : { name: `${this.name} ${id}`, points: '1' }));
  }
}

const schema = buildSchema('type Query { attendees: [Attendee] } type Attendee { name: String points: String }');
let one: RecordedActivity;
let other: RecordedActivity;
beforeEach(() => {
  one = new RecordedActivity('one');
  other = new RecordedActivity('other');
});

/** The attendees of a field that returns items, by name, and the errors by position. */
async function lookUp(items: readonly unknown[], selection = 'name') {
  const rootValue = { attendees: (_args: unknown, _context: unknown, info: never) => lookUpReferences(items, info) };
  const { data, errors = [] } = await graphql({ schema, rootValue, source: `{ attendees { ${selection} } }` });
  return {
    names: (data!['attendees'] as readonly ({ name: string } | null)[]).map((attendee) => attendee?.name ?? null),
    errors: errors.map(({ path, message }) => [path![1], message]),
  };
}

test('references of one activity make one read, and each attendee is at the position of its reference', async () => {
  const { names } = await lookUp([3, 1, 2, 1].map((id) => one.reference(id)));
  expect({ names, reads: one.reads }).toEqual({ names: ['one 3', 'one 1', 'one 2', 'one 1'], reads: ['list 3,1,2,1'] });
});

test('references of several activities make one read each, in the order of the list', async () => {
  const { names } = await lookUp([one.reference(1), other.reference(1), one.reference(2), other.reference(2)]);
  expect(names).toEqual(['one 1', 'other 1', 'one 2', 'other 2']);
  expect({ one: one.reads, other: other.reads }).toEqual({ one: ['list 1,2'], other: ['list 1,2'] });
});

test('an unknown attendee is null, and one that cannot be read is an error at its position', async () => {
  const { names, errors } = await lookUp([one.reference(1), one.reference(404), one.reference(500)]);
  expect({ names, errors }).toEqual({ names: ['one 1', null, null], errors: [[2, 'unreadable']] });
});

test('items that are not references remain at their positions', async () => {
  const items = [null, one.reference(1), new Error('no id'), { name: 'read already' }, Promise.resolve({ name: 'being read' })];
  const { names, errors } = await lookUp(items);
  expect({ names, errors, reads: one.reads }).toEqual({
    names: [null, 'one 1', null, 'read already', 'being read'],
    errors: [[2, 'no id']],
    reads: ['list 1'],
  });
});

test('a list without references is returned as it is, without a read', () => {
  const items = [null, { name: 'read already' }];
  expect(lookUpReferences(items, undefined as never)).toBe(items);
});

test('attendees of which a field of get-one is selected are read by get-one', async () => {
  await lookUp([one.reference(1), one.reference(2)], 'name points');
  expect(one.reads).toEqual(['get-one 1,2']);
});
