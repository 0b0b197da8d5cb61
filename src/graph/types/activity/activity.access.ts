/* Who may read the fields of an activity. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { ActivityResolver } from './activity.resolver.js';
import type { ActivityType } from './activity.type.js';

export const activityAccess: TypeAccess<ActivityType | ActivityResolver> = {
  object: 'authenticated',
  people: 'none',
  fields: {
    id: 'authenticated',
    formFields: 'content:read',
    attendees: 'attendees:read',
    attendee: 'attendees:read',
    viewer: 'self:read',
    schedule: 'content:read',
    articles: 'content:read',
    article: 'content:read',
    categories: 'content:read',
    tickets: 'content:read',
    goods: 'content:read',
  },
};
