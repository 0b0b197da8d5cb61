import type { Scope } from '../../model/caller.js';

/** What a field takes: nothing, any credential, or a scope. */
export type Access = 'open' | 'authenticated' | Scope;

/** One type's fields by what they take. `reach` is what reaching an object of the type already took. */
export interface TypeAccess {
  readonly reach: Access;
  readonly fields: Readonly<Partial<Record<Access, string>>>;
}

/** Who may see what: every field of every object type has its row here, or the schema does not build. */
export const accessTable: Readonly<Record<string, TypeAccess>> = {
  Query: {
    reach: 'open',
    fields: {
      authenticated: 'activity activities activitiesByIds node',
      'attendees:read': 'attendee attendeesByIds',
      'checkin:read': 'checkInLookup',
    },
  },
  Mutation: { reach: 'open', fields: { 'attendees:write': 'addAttendees', 'sso:issue': 'ssoLogin' } },
  Subscription: { reach: 'open', fields: { 'content:read': 'ticketStock goodsStock' } },
  Activity: {
    reach: 'authenticated',
    fields: {
      authenticated: 'id',
      'content:read': 'formFields schedule articles article categories tickets goods',
      'attendees:read': 'attendees attendee',
    },
  },
  FormField: {
    reach: 'authenticated',
    fields: { authenticated: 'name type kind label defaultValue options sort hidden placeholder activityId' },
  },

  AttendeeConnection: { reach: 'attendees:read', fields: { 'attendees:read': 'edges nodes pageInfo totalCount' } },
  AttendeeEdge: { reach: 'attendees:read', fields: { 'attendees:read': 'cursor node' } },
  PageInfo: { reach: 'open', fields: { open: 'hasNextPage hasPreviousPage startCursor endCursor' } },
  Attendee: {
    reach: 'attendees:read',
    fields: {
      'attendees:read':
        'id serviceId activityId activity contactId name namePinyin nameInitials company companyTaxId orderNumber label source ' +
        'sourceCode channel otherChannel review registeredAt updatedAt deletedAt faceSync certificateApplicationId points',
      'attendees:pii': 'mobile email idCardNumber avatarUrl customFields customField content signCode qrCodeUrl shortLink openId wechat',
    },
  },
  WechatProfile: { reach: 'attendees:pii', fields: { 'attendees:pii': 'nickname avatarUrl sex area' } },
  AttendeeReview: { reach: 'attendees:read', fields: { 'attendees:read': 'state code comment reviewedAt enabled' } },
  FaceSync: { reach: 'attendees:read', fields: { 'attendees:read': 'status statusCode message inCloud' } },
  CustomFieldValue: { reach: 'attendees:pii', fields: { 'attendees:pii': 'name field value' } },

  ActivitySchedule: { reach: 'content:read', fields: { 'content:read': 'totalCount days' } },
  ScheduleDay: { reach: 'content:read', fields: { 'content:read': 'date items' } },
  ScheduleItem: {
    reach: 'content:read',
    fields: {
      'content:read':
        'id serviceId activityId parentId title subtitle introduction place startsAt endsAt interval guestId guestName guests live ' +
        'link timeCategoryId timeCategoryName categoryId categoryName hiddenStatus createdAt deletedAt children',
      'content:meeting': 'meetingId meetingPassword',
    },
  },
  LocalInterval: { reach: 'content:read', fields: { 'content:read': 'start end' } },
  ScheduleLive: { reach: 'content:read', fields: { 'content:read': 'liveId type name', 'content:meeting': 'url' } },
  ScheduleLink: { reach: 'content:read', fields: { 'content:read': 'mode title value label appId' } },

  ArticleList: { reach: 'content:read', fields: { 'content:read': 'items itemsCount total currentPage' } },
  Article: {
    reach: 'content:read',
    fields: {
      'content:read':
        'id serviceId activityId parentId userId title keywords excerpt source author thumbnailUrl content url attachment video ' +
        'videoStatus fileId mediaId categoryStructure category readCount likeCount createdAt publishedAt deletedAt editorType ' +
        'postStatus listOrder pinned pinnedUntil location',
    },
  },
  Category: {
    reach: 'content:read',
    fields: {
      'content:read': 'id serviceId activityId parentId name intro content thumbnailUrl articleCount children articles',
    },
  },
  TicketItem: {
    reach: 'content:read',
    fields: { 'content:read': 'id serviceId activityId name totalStock soldStock remainingStock soldOut unitPrice' },
  },
  Goods: {
    reach: 'content:read',
    fields: { 'content:read': 'id serviceId activityId name totalStock soldStock remainingStock soldOut unitPrice' },
  },

  CheckInMatch: {
    reach: 'checkin:read',
    fields: {
      'checkin:read': 'attendeeId avatarUrl fields qrCode tickets hotels pickups seats',
      'attendees:read': 'attendee',
    },
  },
  CheckInField: { reach: 'checkin:read', fields: { 'checkin:read': 'field storedValue' } },

  AddAttendeesPayload: {
    reach: 'attendees:write',
    fields: { 'attendees:write': 'registrations description replayed userErrors' },
  },
  AttendeeRegistration: {
    reach: 'attendees:write',
    fields: { 'attendees:write': 'attendeeId signCode qrCodeUrl orderId', 'attendees:read': 'attendee' },
  },
  SsoLoginPayload: { reach: 'sso:issue', fields: { 'sso:issue': 'login userErrors' } },
  SsoLogin: { reach: 'sso:issue', fields: { 'sso:issue': 'url token state expireDate' } },
  ActivityUserError: { reach: 'authenticated', fields: { authenticated: 'code message field' } },
};
