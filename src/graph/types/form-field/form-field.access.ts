/* Who may read the fields of a registration form. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { FormFieldType } from './form-field.type.js';

export const formFieldAccess: TypeAccess<FormFieldType> = {
  object: 'authenticated',
  people: 'none',
  fields: {
    name: 'authenticated',
    type: 'authenticated',
    kind: 'authenticated',
    label: 'authenticated',
    defaultValue: 'authenticated',
    options: 'authenticated',
    sort: 'authenticated',
    hidden: 'authenticated',
    placeholder: 'authenticated',
    activityId: 'authenticated',
  },
};
