/* The registration forms of both activities, with their keys and options. */

import type { Calendar } from './calendar.js';

/** A form field as the service sends it (§2.1). The check-in lookup adds custom_store. */
export interface FormFieldRecord {
  readonly name: string;
  readonly type: 'input' | 'radio' | 'avatar' | 'date';
  readonly label: string;
  readonly value: string;
  readonly sort: number | string;
  readonly hidden: number | string;
  readonly placeholder: string | null;
  readonly form_id: number;
}

type SeedField = Partial<FormFieldRecord> & Pick<FormFieldRecord, 'name' | 'label'>;

function form(activityId: number, fields: readonly SeedField[]): readonly FormFieldRecord[] {
  return fields.map((field, index) => ({
    type: 'input',
    value: '',
    sort: index + 1,
    hidden: 0,
    placeholder: '',
    form_id: activityId,
    ...field,
  }));
}

/** Keys of the conference's form, by the information they ask for. */
export const conferenceKeys = {
  company: 'name1712900101',
  jobTitle: 'name1712900102',
  email: 'name1712900103',
  industry: 'name1712900104',
  photo: 'name1712900105',
  arrival: 'name1712900106',
  idcard: 'name1712900107',
} as const;

export const industries = ['Software', 'Manufacturing', 'Research', 'Government', 'Other'] as const;

/** A form with a field of each type and a hidden one. One number is text and one value is null, as in a PHP service's replies. */
export const conferenceForm = (calendar: Calendar): readonly FormFieldRecord[] =>
  form(1001, [
    { name: 'name', label: '姓名 Name', placeholder: 'Your name as on your badge' },
    { name: 'mobile', label: '手机 Mobile', placeholder: 'Mobile number' },
    { name: conferenceKeys.company, label: '公司 Company', placeholder: 'Company or institution' },
    { name: conferenceKeys.jobTitle, label: '职位 Job title', sort: '4' },
    { name: conferenceKeys.email, label: '邮箱 E-mail', placeholder: 'name@example.com' },
    { name: conferenceKeys.industry, type: 'radio', label: '行业 Industry', value: JSON.stringify(industries), placeholder: null },
    { name: conferenceKeys.photo, type: 'avatar', label: '照片 Photo', placeholder: null },
    { name: conferenceKeys.arrival, type: 'date', label: '抵达日期 Arrival', value: calendar.date(0), hidden: '0' },
    { name: conferenceKeys.idcard, label: '身份证号 Identity number', hidden: 1 },
  ]);

/** Keys of the workshop's form, by the information they ask for. */
export const workshopKeys = { school: 'name1713000201', session: 'name1713000202' } as const;

export const halfDays = ['Morning', 'Afternoon'] as const;

export const workshopForm = form(1002, [
  { name: 'name', label: 'Name' },
  { name: 'mobile', label: 'Mobile' },
  { name: workshopKeys.school, label: 'School', placeholder: 'School or university' },
  { name: workshopKeys.session, type: 'radio', label: 'Session', value: JSON.stringify(halfDays) },
]);
