import { newAttendee, type Registrant } from '../attendee-records/new-attendee.js';
import { json, Rejection, type SandboxEndpoint, type SignedCall } from '../endpoint.js';
import type { FormFieldRecord } from '../seed/form-fields.js';

/** §4.2: adds all registrants or none. All endpoints of the sandbox then know them. */
export const addAttendees: SandboxEndpoint = {
  section: '4.2',
  method: 'POST',
  path: '/api/participant/add',
  auth: 'service',
  parametersIn: 'form',
  required: ['name', 'mobile'],
  optional: ['channel'],
  pattern: /^data\[\d+\]\[[^[\]]+\]$/,
  handle: (call) => {
    mobileNumber(call.parameters, 'mobile');
    const registrants = readRegistrants(call);
    const contactId = call.activity.nextAttendeeId() + 100_000;
    const records = registrants.map((registrant) => {
      const record = { ...newAttendee(call.activity, registrant, call.time), contact_data_id: contactId };
      call.activity.add(record);
      return record;
    });
    return json({
      code: 1,
      url: `${records.length} ${records.length === 1 ? 'attendee' : 'attendees'} registered`,
      ids: records.map((record) => record.id),
      sign_code_arr: records.map((record) => record.sign_code),
      order_ids: records.map((record) => record.order),
    });
  },
};

/** Reads the registrants. @throws Rejection that names the parameter that is missing, unknown or invalid */
function readRegistrants({ activity, parameters }: SignedCall): Registrant[] {
  const groups = groupByIndex(parameters);
  const channel = Number(/^\d{1,9}$/.exec(parameters.get('channel') ?? '')?.[0] ?? 0);
  const codes = new Set<string>();
  return groups.map((fields, index) => {
    const parameterOf = (name: string) => `data[${index}][${name}]`;
    const content: Record<string, string> = {};
    for (const name of fields.keys()) {
      const known = name === 'sign_code' || activity.seed.formFields.some((field) => field.name === name);
      if (!known)
        throw new Rejection(`Parameter ${parameterOf(name)} is not a field of the form. The endpoint of the form fields lists them.`);
    }
    for (const field of activity.seed.formFields) {
      const value = fieldValue(field, fields.get(field.name) ?? '', parameterOf(field.name));
      if (value !== '' && field.name !== 'name' && field.name !== 'mobile') content[field.name] = value;
    }
    const signCode = fields.get('sign_code') ?? '';
    if (Array.from(signCode).length > 10) throw new Rejection(`Parameter ${parameterOf('sign_code')} is longer than 10 characters.`);
    if (signCode !== '' && (codes.has(signCode) || activity.signCodeInUse(signCode))) {
      throw new Rejection(`Parameter ${parameterOf('sign_code')} is already in use. Send another one.`);
    }
    codes.add(signCode);
    return { name: fields.get('name') ?? '', mobile: mobileNumber(fields, 'mobile', parameterOf('mobile')), content, signCode, channel };
  });
}

/** The fields of each registrant. @throws Rejection unless the indices count from 0 without a gap */
function groupByIndex(parameters: ReadonlyMap<string, string>): ReadonlyMap<string, string>[] {
  const groups = new Map<number, Map<string, string>>();
  for (const [parameter, value] of parameters) {
    const [, index, name] = /^data\[(\d+)\]\[(.+)\]$/.exec(parameter) ?? [];
    if (index === undefined || name === undefined) continue;
    if (index !== String(Number(index))) throw new Rejection(`Parameter ${parameter}: the index must be a number without leading zeros.`);
    const group = groups.get(Number(index)) ?? new Map<string, string>();
    groups.set(Number(index), group.set(name, value));
  }
  if (groups.size === 0) throw new Rejection('Parameter data[0][name] is required.');
  return Array.from({ length: groups.size }, (_, index) => {
    const group = groups.get(index);
    if (group === undefined) throw new Rejection(`The indices of data must count from 0 without a gap: ${index} is missing.`);
    return group;
  });
}

/** The value of a field. @throws Rejection for a blank value of a visible field, and for a choice that is not among the options */
function fieldValue(field: FormFieldRecord, value: string, parameter: string): string {
  if (value.trim() === '') {
    if (Number(field.hidden) === 0) throw new Rejection(`Parameter ${parameter} is required.`);
    return '';
  }
  if (field.type === 'radio' && !(JSON.parse(field.value) as string[]).includes(value)) {
    throw new Rejection(`Parameter ${parameter} must be one of the options of its field.`);
  }
  return value;
}

function mobileNumber(fields: ReadonlyMap<string, string>, name: string, parameter = name): string {
  const value = fields.get(name) ?? '';
  if (!/^\+?\d[\d -]{3,18}\d$/.test(value))
    throw new Rejection(
      `Parameter ${parameter} must be a mobile number: 5 to 20 digits, spaces and hyphens, with an optional + before them.`,
    );
  return value;
}
