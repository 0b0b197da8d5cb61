/* The endpoints of §4.12 on attendees, which the interface names without path and payload: the sandbox invents them. */

import { digits, json, Rejection, type SandboxEndpoint, type SignedCall } from '../endpoint.js';
import { detailedRecord } from '../endpoints/attendee.js';
import type { AttendeeRecord } from '../records.js';

/** Attendees whose name, company or mobile number contains a keyword, in pages of 20. Deleted ones are left out. */
export const searchAttendees: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/participant/search',
  auth: 'service',
  parametersIn: 'form',
  required: ['keywords'],
  optional: ['page'],
  handle: ({ activity, parameters }) => {
    const keyword = (parameters.get('keywords') ?? '').trim().toLowerCase();
    const page = parameters.has('page') ? digits(parameters, 'page') : 1;
    const contains = (text: string) => text.toLowerCase().includes(keyword);
    const found = activity.attendees.filter(
      (record) => record.delete_time === 0 && [record.contact, record.company, record.mobile].some(contains),
    );
    return json({
      code: 1,
      msg: 'success',
      data: found.slice((page - 1) * pageSize, page * pageSize).map(detailedRecord),
      total: found.length,
    });
  },
};

/** Changes the given columns of an attendee. */
export const modifyAttendee: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/participant/edit',
  auth: 'service',
  parametersIn: 'form',
  required: ['id'],
  optional: ['contact', 'company', 'email', 'label'],
  handle: (call) => {
    const { contact, company, email, label } = Object.fromEntries(call.parameters);
    const changed: AttendeeRecord = {
      ...attendeeOf(call),
      ...(contact !== undefined && { contact }),
      ...(company !== undefined && { company }),
      ...(email !== undefined && { email, eamil: email }),
      ...(label !== undefined && { label }),
      update_time: call.time,
    };
    call.activity.replace(changed);
    return json({ code: 1, msg: 'success', data: detailedRecord(changed) });
  },
};

export const deleteAttendee: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/participant/delete',
  auth: 'service',
  parametersIn: 'form',
  required: ['id'],
  handle: (call) => {
    call.activity.replace({ ...attendeeOf(call), delete_time: call.time, update_time: call.time });
    return json({ code: 1, msg: 'success', data: [] });
  },
};

/** The check-in code of the attendee with a mobile number. */
export const getSignCode: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/participant/getSignCode',
  auth: 'service',
  parametersIn: 'form',
  required: ['mobile'],
  handle: ({ activity, parameters }) => {
    const record = activity.lastAttendee(({ mobile }) => mobile === parameters.get('mobile'));
    if (record === undefined) throw new Rejection('No such attendee: the activity has none with this mobile.');
    return json({ code: 1, msg: 'success', data: { sign_code: record.sign_code } });
  },
};

/** Claims to send a code by SMS to an attendee. Nothing is sent. */
export const sendSmsCode: SandboxEndpoint = {
  section: '4.12',
  method: 'POST',
  path: '/api/participant/sendSms',
  auth: 'service',
  parametersIn: 'form',
  required: ['id'],
  handle: (call) => {
    if (attendeeOf(call).mobile === '') throw new Rejection('The attendee has no mobile number.');
    return json({ code: 1, msg: 'The code was sent.', data: [] });
  },
};

const pageSize = 20;

/** The attendee that the parameter id names. @throws Rejection */
function attendeeOf({ activity, parameters }: SignedCall): AttendeeRecord {
  const record = activity.attendee(digits(parameters, 'id'));
  if (record === undefined || record.delete_time !== 0) throw new Rejection('No such attendee: the activity has none with this id.');
  return record;
}
