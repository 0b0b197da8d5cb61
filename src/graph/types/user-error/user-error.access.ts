/* Who may read the errors of an input. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { ActivityUserErrorType } from './user-error.type.js';

export const activityUserErrorAccess: TypeAccess<ActivityUserErrorType> = {
  object: 'authenticated',
  people: 'none',
  fields: {
    code: 'authenticated',
    message: 'authenticated',
    field: 'authenticated',
  },
};
