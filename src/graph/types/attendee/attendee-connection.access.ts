/* Who may read a page of attendees. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { AttendeeConnectionType, AttendeeEdgeType } from './attendee-connection.type.js';

export const attendeeConnectionAccess: TypeAccess<AttendeeConnectionType> = {
  object: 'attendees:read',
  people: { containedIn: 'nodes' },
  fields: {
    edges: 'attendees:read',
    nodes: 'attendees:read',
    pageInfo: 'attendees:read',
    totalCount: 'attendees:read',
  },
};

export const attendeeEdgeAccess: TypeAccess<AttendeeEdgeType> = {
  object: 'attendees:read',
  people: { containedIn: 'node' },
  fields: {
    cursor: 'attendees:read',
    node: 'attendees:read',
  },
};
