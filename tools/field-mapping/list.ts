import { replyRows } from './envelope.js';
import { pathOf } from './paths.js';
import { carried, type Row } from './row.js';
import { recordRows, type Scene, type WireRecord } from './scene.js';

interface ListOfActivity {
  /** The section of the endpoint, and that of its records. */
  readonly section: string;
  readonly recordSection: string;
  readonly typeName: string;
  /** The field of Activity that returns the list. */
  readonly field: string;
  readonly base: WireRecord;
  /** A string that each record has, by which two records differ in the proof: its member on the wire, and its field. Omitted: `name`. */
  readonly label?: { readonly member: string; readonly field: string };
  /** Further members of the envelope. */
  readonly beside?: WireRecord;
}

/** Creates the rows of an endpoint that lists the records of an activity: those of its reply, and functions for those of its records. */
export function listOfActivity({ section, recordSection, typeName, field, base, label, beside }: ListOfActivity) {
  const path = pathOf(section);
  const at = `activity.${field}`;
  const { member, field: labelField } = label ?? { member: 'name', field: 'name' };
  const select = (selection: string) => `{ activity { ${field} { ${selection} } } }`;
  const query = select(labelField);
  const reply = (records: readonly unknown[]) => ({ code: 1, msg: 'success', data: records, ...beside });

  const scene: Scene = { typeName, path, base, envelope: (record) => reply([record]), query: select, at: `${at}.0` };
  const { code, msg } = replyRows(section, { path, query, field: at, success: reply([base]) });
  const two = { [path]: reply([base, { ...base, [member]: 'Another' }]) };
  const reads = { [at]: [{ [labelField]: base[member] }, { [labelField]: 'Another' }] };
  const data = carried(`${section} reply`, 'data', [`Activity.${field}`], [{ query, replies: two, reads }]);
  const ofReply: readonly Row[] = [code, msg, data];
  return { path, query, reply, ofReply, ...recordRows(recordSection, [scene]) };
}
