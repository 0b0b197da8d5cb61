import { entityTypeOf } from '../../src/graph/entity-types.js';
import { contentOfEntity, type ContentEntityKind } from '../../src/records/content-kind.js';
import * as records from '../../src/records/records.js';
import { contentEndpoint } from '../../src/service/endpoints.js';
import { recordSectionOf } from '../docs/interface-page.js';
import { articleRows } from './article.js';
import { attendeeReadRows, attendeeRows } from './attendee.js';
import { categoryRows } from './category.js';
import { checkInRows } from './check-in.js';
import { envelopeRows, serviceAuthRows } from './envelope.js';
import { formFieldRows } from './form-field.js';
import { registrationRows, ssoLoginRows } from './mutations.js';
import { listOfActivity, type Row } from './row.js';
import { scheduleRows } from './schedule.js';
import { stockRows } from './stock.js';

const stated: readonly Row[] = [
  ...envelopeRows,
  ...serviceAuthRows,
  ...formFieldRows,
  ...attendeeRows,
  ...attendeeReadRows,
  ...registrationRows,
  ...ssoLoginRows,
  ...checkInRows,
  ...scheduleRows,
  ...articleRows,
  ...categoryRows,
  ...stockRows,
];

/** The rows of a list that has no file here: all its fields are plain. */
function ofPlainList(entity: ContentEntityKind): readonly Row[] {
  const field = contentOfEntity[entity];
  const { section } = contentEndpoint(field);
  if (stated.some((row) => row.section === `${section} reply`)) return [];
  const typeName = entityTypeOf({ kind: entity });
  const record = Object.values(records).find(({ declaration }) => declaration.name === typeName)!;
  const { ofReply, ofId, complete } = listOfActivity({
    section,
    recordSection: recordSectionOf(section),
    typeName,
    field,
    base: { id: 7 },
  });
  return [...complete({ '': record }, [ofId]), ofReply];
}

/** One row for each documented field and parameter. */
export const rows: readonly Row[] = [...stated, ...(Object.keys(contentOfEntity) as ContentEntityKind[]).flatMap(ofPlainList)];
