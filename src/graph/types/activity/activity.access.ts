/* Who may read the fields of an activity. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { ActivityAttendeesResolver } from './activity-attendees.resolver.js';
import type { ActivityResolver } from './activity.resolver.js';
import type { ActivityType } from './activity.type.js';

export const activityAccess: TypeAccess<ActivityType | ActivityAttendeesResolver | ActivityResolver> = {
  object: 'authenticated',
  people: 'none',
  fields: {
    id: 'authenticated',
    name: 'authenticated',
    place: 'authenticated',
    timeZone: 'authenticated',
    currency: 'authenticated',
    startsOn: 'authenticated',
    endsOn: 'authenticated',
    attendees: 'attendees:read',
    attendee: 'attendees:read',
    viewer: 'self:read',
    formFields: 'content:read',
    schedule: 'content:read',
    articles: 'content:read',
    article: 'content:read',
    categories: 'content:read',
    tickets: 'content:read',
    goods: 'content:read',
  },
};
