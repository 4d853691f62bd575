import type { ClientSession } from 'mongodb';
import { mayName } from '../../access';
import { slugify, toInstant } from '../../calendar';
import { type Draft, type FieldValues, fieldAt, membersByLanguage, withValues } from '../../database';
import { editOf } from '../records';
import { inheritedFrom, inheriting, originalIn, refuseCircle, regrouped, share, sharedChanges } from '../translations';
import type { PostLike, PostRecord, Sent, Services, WriteContext, WriteResult, Writing } from '../types';
import {
  imageOf,
  publicationOf,
  publicationWithin,
  publishCompanions,
  publishesWith,
  type SentImage,
  type SentPublication,
  toTrash,
  trashedSlug,
} from '../visibility';
import { storedFields } from './fields/stored-fields';
import { withoutShown } from './fields/without-shown';
import { readForUpdate } from './read-for-update';

/**
 * Creates a record within a transaction from checked params, and updates shared values of its translations. A refusal leaves nothing
 * behind.
 */
export async function createRecord<R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  params: Sent,
  context: Omit<Writing<R>, 'current'>,
): Promise<WriteResult<R>> {
  const { session, language, user } = context;
  const original = await originalIn(services, type, params, { record: undefined, language, user, session });
  if (original === undefined)
    return { record: await type.posts.create(await draftRecord(type, services, params, context), session), languages: [] };
  const inherited = await inheritedFrom(services, type, type.inherited, { original, language, session });
  const draft = await draftRecord(type, services, params, { ...context, original: original as R }, inherited);
  const record = await type.posts.create({ ...draft, group: original.group, translations: membersByLanguage(original) }, session);
  await refuseCircles(type, services, record, { before: undefined, sent: params, session });
  await publishCompanions(type, services, record, session);
  const languages = await share(type, services, record, sharedChanges(type, services, withValues({}, inherited), record), {
    ...context,
    sent: params,
  });
  return { record, languages };
}

/** Prepares a new record from checked params. Records that it links by name are created on the way. */
export async function draftRecord<R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  params: Sent,
  context: Omit<Writing<R>, 'current'>,
  inherited: FieldValues = {},
): Promise<Draft<R>> {
  // A default of null means “not given”.
  const sent = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  const fields = await fieldsOf(type, services, sent, { ...context, current: undefined }, inherited);
  // Even the `modified` date of a new draft is its publication date.
  const published = fields.dateUtc ? toInstant(fields.dateUtc, 'UTC') : fields.date && toInstant(fields.date, services.site.timezone);
  const created = services.clock.now();
  const modified = published || created;
  return { ...type.initial, password: '', ...fields, language: context.language, created, modified } as unknown as Draft<R>;
}

/** Updates a record, which was read in the same transaction, from checked params. Shared values of its translations change with it. */
export async function updateRecord<R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  sent: Sent,
  writing: Writing<R> & { readonly current: R },
): Promise<WriteResult<R>> {
  const { current: found, original } = await regrouped(services, type, type.posts, sent, writing);
  const { language } = found;
  const inherited = original === undefined ? {} : await inheritedFrom(services, type, type.shared, { ...writing, original, language });
  const fieldsTo = async (current: R) =>
    fieldsOf(type, services, await withoutShown(type, sent, { ...writing, current }), { ...writing, current }, inherited);
  const first = await fieldsTo(found);
  // A translation that was just created may have changed the record, so its links are resolved again.
  const current = makesRecords(type, sent) ? await readForUpdate(services, type, type.posts, found._id, writing.session) : found;
  const fields = current.revision === found.revision ? first : await fieldsTo(current);
  const context = { ...writing, current };
  const changes = { ...fields, edited: true, ...editOf(current, services) };
  const record = await type.posts.update(current, changes as Partial<R>, context.session);
  if (current.status !== 'publish') await publishCompanions(type, services, record, context.session);
  await refuseCircles(type, services, record, { before: original ? undefined : current, sent, session: context.session });
  // A record that joins a group may keep a value, and the group gets that value.
  const changed = sharedChanges(type, services, withValues(current, inherited), record);
  const languages = await share(type, services, record, changed, { ...context, sent });
  return { record, languages };
}

/** Refuses a record that would be below itself or its translation. Parents that equal those of `before` are not checked. */
async function refuseCircles<R extends PostRecord>(
  { plural, posts, fields }: PostLike<R>,
  services: Services,
  record: R,
  { before, sent, session }: { readonly before: R | undefined; readonly sent: Sent; readonly session: ClientSession },
): Promise<void> {
  for (const { name, path, noCircle: why } of fields) {
    if (why === undefined || path === undefined) continue;
    const parent = Number(fieldAt(record, path));
    if (before && fieldAt(before, path) === parent) continue;
    const sentName = sent[name] === undefined ? undefined : name;
    await refuseCircle(services, { plural, records: posts, path }, { group: record.group, parent }, { name: sentName, why }, session);
  }
}

/** True if sent data may become other records. */
export const makesRecords = <R extends PostRecord>({ fields }: PostLike<R>, sent: Sent): boolean =>
  fields.some(({ name, makes }) => sent[name] !== undefined && makes?.(sent[name]));

async function fieldsOf<R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  sent: Sent,
  asking: Writing<R>,
  inherited: FieldValues,
): Promise<Partial<R>> {
  const { current, user, session } = asking;
  const { original } = asking;
  const sentPublication = publicationWithin(sent as SentPublication, asking.within);
  const publication = publicationOf(sentPublication, { current, original, user, plural: type.plural, services });
  const password = type.protectable ? passwordOf(sent['password'], current === undefined ? original : undefined) : {};
  const counted = publication.status === 'publish' && (password.password ?? current?.password ?? '') === '';
  const context = { ...asking, status: publication.status, author: publication.author, counted };
  const own = await storedFields(type, services, sent, context, inherited);
  const title = fieldAt(own, type.titled) ?? (current && fieldAt(current, type.titled));
  const slug = slugOf(type, sent['slug'], String(title ?? ''), context);
  const image = await imageOf(sent as SentImage, inheriting(current, inherited), services, session);
  return {
    ...own,
    ...(slug !== undefined && { slug }),
    ...publication,
    ...image,
    ...password,
    ...trashChanges(current, publication, slug, services.site.timezone),
    ...publishesWith(sent as SentPublication, publication.status, asking),
  } as Partial<R>;
}

/** The password to store: the sent one, else that of the original for a new translation. */
function passwordOf(sent: unknown, original: PostRecord | undefined): { readonly password?: string } {
  if (typeof sent === 'string') return { password: sent };
  return original === undefined ? {} : { password: original.password };
}

/** The slug to store: the sent one, else that of the title for a new record. Undefined leaves it as it is. */
function slugOf<R extends PostRecord>(
  { plural, lateSlugs }: PostLike<R>,
  sent: unknown,
  title: string,
  { current, status, user }: WriteContext<R>,
): string | undefined {
  const named = slugify(title) || (current === undefined ? '' : String(current._id));
  const isAsked = typeof sent === 'string' && sent !== '' && sent !== current?.slug;
  if (isAsked && mayName(user, plural, status)) return slugify(sent) || named;
  if (!lateSlugs) return current === undefined ? named : undefined;
  const waits = status === 'draft' || status === 'pending' || (status === 'trash' && current !== undefined);
  if (!waits && !(current?.trashed ?? current)?.slug) return named;
  return current === undefined ? '' : undefined;
}

/** The changes when a record goes to the trash or comes back. A sent slug wins. */
function trashChanges<R extends PostRecord>(
  current: R | undefined,
  { status, date, dateUtc }: Pick<PostRecord, 'status' | 'date' | 'dateUtc'>,
  slug: string | undefined,
  zone: string,
): Partial<PostRecord> {
  if (!current) return {};
  if (status === 'trash' && current.status !== 'trash')
    return toTrash({ ...current, date, dateUtc, ...(slug !== undefined && { slug }) }, zone);
  if (status === 'trash' && slug !== undefined && slug !== current.slug)
    return { slug: trashedSlug(slug), trashed: { status: current.trashed?.status ?? 'draft', slug } };
  if (status !== 'trash' && current.trashed) return { slug: slug || current.trashed.slug, trashed: undefined };
  return {};
}
