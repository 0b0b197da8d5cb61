/* The event service's endpoints as typed methods, without GraphQL: `import { createRestClient } from 'event-graph/rest'`. */

import { ConfigError } from './config/environment.js';
import { checkOptions, type ServiceOptions } from './config/library-options.js';
import { hadNoEffect } from './domain/at-most-once/at-most-once-writes.js';
import { PageSizes, readRange, type AttendeeRange } from './domain/attendees/attendee-range.js';
import { idOrNull } from './domain/record-lists.js';
import { isBlank, memoized } from './primitives/values.js';
import { connectToService } from './program/connect-to-service.js';
import type { Attendee, AttendeeLookup, AttendeePage } from './records/attendee.js';
import { identityKinds } from './records/caller.js';
import { withOwnFields } from './records/display.js';
import { BadInputError, OutcomeUnknownError, UpstreamError, UpstreamRejectedError } from './records/errors.js';
import type { ActivityId } from './records/ids.js';
import type { NewRegistration, RegistrationReply } from './records/registration.js';
import {
  addAttendees,
  type Endpoint,
  endpoints,
  type Endpoints,
  getAttendee,
  listAttendees,
  type ListAttendeesInput,
  ssoLogin,
} from './service/endpoints.js';
import { loadSignerModule } from './service/transport/signing.js';

export { ConfigError } from './config/environment.js';
export * from './records/errors.js';
export type { ServiceOptions, ServiceTuning, SignatureOptions } from './config/library-options.js';
export type { AttendeeDetail, AttendeePage, AttendeeSource, FaceSyncStatus, ReviewState } from './records/attendee.js';
export type { CheckInDevice, CheckInQuery } from './records/check-in.js';
export type { FormFieldKind } from './records/form-field.js';
export type * from './records/records.generated.js';
export type { RegisteredAttendee, RegistrationReply } from './records/registration.js';

/**
 * A method for each endpoint. It takes the number of the activity and the endpoint's input.
 * @throws UpstreamError, or BadInputError for text with half a surrogate pair
 */
export type RestClient = {
  readonly [Name in Exclude<keyof Endpoints, 'addAttendees'>]: Endpoints[Name] extends Endpoint<infer Input, infer Output>
    ? (activityId: number, ...input: RestInput<Input>) => Promise<Output>
    : never;
} & {
  /** Registers attendees (§4.2). Each call registers again. @throws UpstreamError, or BadInputError for a member that is not sent */
  readonly addAttendees: (activityId: number, input: RegistrationInput) => Promise<RegistrationReply>;
  /**
   * Iterates over all attendees of an activity, page by page, whatever the size of the service's pages. None comes twice; if the list changes
   * meanwhile, some may be left out. @throws UpstreamError, also if a page repeats the one before
   */
  readonly attendees: (activityId: number) => AsyncGenerator<Attendee, void>;
  /** Ends the connections. Reads in progress fail after half a second; writes are waited for. Further calls have no effect. */
  readonly close: () => Promise<void>;
};

/** The arguments after the activity. An input that may be undefined may be omitted. */
type RestInput<Input> = [Input] extends [void]
  ? []
  : undefined extends Input
    ? [input?: PlainNumbers<Input>]
    : [input: PlainNumbers<Input>];

/** An input with plain numbers in place of branded ids, which are internal to this project. */
type PlainNumbers<T> = T extends number ? number : T extends object ? { readonly [Name in keyof T]: PlainNumbers<T[Name]> } : T;

/** A registration, with the names of the graph's input. Its other members, such as `validateOnly`, are refused. */
export interface RegistrationInput {
  readonly contact: { readonly name: string; readonly mobile: string };
  readonly attendees: readonly {
    readonly name: string;
    readonly mobile: string;
    /** Form answers for the fields besides name and mobile. */
    readonly fields?: readonly { readonly name: string; readonly value: string }[] | undefined;
    /** At most 10 characters (§8). Omitted: the service generates one. */
    readonly signCode?: string | null | undefined;
  }[];
  /** The registration channel. Omitted: none. */
  readonly channel?: string | null | undefined;
}

/** @throws BadInputError for a member that would not be sent, such as `validateOnly` of the graph's input, and without attendees */
function registrationOf({ contact, attendees, channel = null, ...others }: RegistrationInput): NewRegistration {
  const { name: contactName, mobile: contactMobile, ...ofContact } = contact;
  refuseOthers(others, 'contact, attendees and channel');
  refuseOthers(ofContact, 'name and mobile');
  if (attendees.length === 0) throw new BadInputError('attendees', 'at least one attendee');
  const registrants = attendees.map(({ name, mobile, fields = [], signCode = null, ...more }) => {
    refuseOthers(more, 'name, mobile, fields and signCode');
    return { name, mobile, fields, signCode };
  });
  return { contact: { name: contactName, mobile: contactMobile }, channel, registrants };
}

function refuseOthers(others: object, known: string): void {
  for (const [name, value] of Object.entries(others)) if (value !== undefined) throw new BadInputError(name, `only ${known} here`);
}

/** @throws BadInputError for a string with half a surrogate pair, in whose place UTF-8 would have U+FFFD */
function refuseBrokenText(input: unknown): void {
  JSON.stringify(input, (name, value: unknown) => {
    if (typeof value === 'string' && !value.isWellFormed()) throw new BadInputError(name, 'whole Unicode characters only');
    return value;
  });
}

/** The lookup without undefined members. @throws BadInputError unless one is left that is not blank, as in the graph */
function onlyKeyOf(lookup: PlainNumbers<AttendeeLookup>): AttendeeLookup {
  const given = Object.entries(lookup).filter(([, value]) => value !== undefined);
  const [[, key = ''] = [], ...others] = given;
  if (others.length > 0 || isBlank(String(key))) throw new BadInputError('lookup', `exactly one of ${identityKinds.join(', ')}, not blank`);
  return Object.fromEntries(given) as AttendeeLookup;
}

export type RestClientOptions = ServiceOptions;

/**
 * Returns the endpoints of the service as typed methods, without GraphQL. Calls are signed, limited and retried like those of the
 * graph. Options of createEventGraph that concern the graph only are checked and not used. The environment is not read.
 * @throws ConfigError that names all bad options
 */
export async function createRestClient(options: RestClientOptions): Promise<RestClient> {
  const { checked, problems } = await checkOptions(options, false, loadSignerModule);
  if (checked === null) throw new ConfigError(problems, 'options');
  const { account, service, activities } = checked;
  const { call, closeAfterWrites } = await connectToService(account, service, { tracer: options.tracer }, activities);
  const read = async <Input, Output>(endpoint: Endpoint<Input, Output>, activityId: number, input: Input): Promise<Output> => {
    refuseBrokenText(input);
    try {
      return withOwnFields(await call(endpoint, activityId as ActivityId, input));
    } catch (error) {
      // The graph has the service's words in the extensions of an error.
      if (error instanceof UpstreamRejectedError) error.message = `The event service rejected the request: ${error.serviceMessage}`;
      throw error;
    }
  };
  /** A write that must not be repeated by mistake. @throws OutcomeUnknownError if it may have reached the service */
  const addOnce = async <Input, Output>(endpoint: Endpoint<Input, Output>, activityId: number, input: Input): Promise<Output> => {
    try {
      return await read(endpoint, activityId, input);
    } catch (error) {
      const isKnown = !(error instanceof UpstreamError) || error instanceof UpstreamRejectedError || hadNoEffect(error);
      throw isKnown ? error : new OutcomeUnknownError(endpoint.path, null, [], { advice: adviceWithoutKey, cause: error });
    }
  };
  const methods = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    (activityId: number, input?: unknown) => read(endpoint as Endpoint<unknown, unknown>, activityId, input),
  ]);
  return {
    ...(Object.fromEntries(methods) as Omit<RestClient, 'addAttendees' | 'attendees' | 'close'>),
    addAttendees: async (activityId, input) => addOnce(addAttendees, activityId, registrationOf(input)),
    getAttendee: async (activityId, lookup) => {
      try {
        const key = onlyKeyOf(lookup);
        const found = await read(getAttendee, activityId, key);
        if (found !== null && 'id' in key && found.serviceId !== key.id) throw found.invalidId();
        return found;
      } catch (error) {
        if (UpstreamRejectedError.matches(error, service.notFoundPattern)) return null;
        throw error;
      }
    },
    listAttendees: async (activityId, input) => {
      if (input.ids?.length === 0) throw new BadInputError('ids', 'at least one id, or no ids for all attendees');
      return read(listAttendees, activityId, input as ListAttendeesInput);
    },
    ssoLogin: async (activityId, input) => (input.addIfMissing ? addOnce : read)(ssoLogin, activityId, input),
    attendees: (activityId) => allAttendees(service.maxPageSize, (page, pageSize) => read(listAttendees, activityId, { page, pageSize })),
    close: memoized(closeAfterWrites),
  };
}

const adviceWithoutKey = 'Find out whether it has happened before you call again: another call may add the attendees twice.';

async function* allAttendees(
  pageSize: number,
  readPage: (page: number, pageSize: number) => Promise<AttendeePage>,
): AsyncGenerator<Attendee, void> {
  const sizes = new PageSizes();
  // A list that grows during the loop moves attendees to later pages.
  const seen = new Set<number>();
  let firstBefore: number | null = null;
  for (let offset: number | null = 0; offset !== null;) {
    const range: AttendeeRange = await readRange(offset, pageSize, pageSize, readPage, sizes);
    const first: number | null = range.entries[0] ? idOrNull(range.entries[0].attendee) : null;
    // A service that repeats a page as often as its total lets expect might do so without end.
    if (first !== null && first === firstBefore) throw range.page.invalid('other attendees than on the page before');
    firstBefore = first;
    for (const { attendee } of range.entries) {
      const id = idOrNull(attendee);
      if (id !== null && seen.has(id)) continue;
      if (id !== null) seen.add(id);
      yield attendee;
    }
    offset = range.hasNextPage && range.endPosition !== null ? range.endPosition + 1 : null;
  }
}
