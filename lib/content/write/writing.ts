import type { ClientSession } from 'mongodb';
import { canEdit, canRead, mayChooseSlug } from '../../access';
import { slugify, toInstant } from '../../calendar';
import { type FieldValues, fieldAt, keyOf, membersByLanguage, type NewRecord, type Store, type Stored, withValues } from '../../database';
import { type ContentType, errors } from '../../errors';
import type { Language } from '../../language';
import { editOf } from '../records';
import { inheritedFrom, inheriting, originalIn, refuseCircle, regrouped, share } from '../translations';
import {
  type CheckContext,
  ownedBy,
  type PostLike,
  type PostRecord,
  type Sent,
  type Services,
  type WriteResult,
  type Writing,
} from '../types';
import { imageOf, publicationOf, publishCompanions, type SentImage, type SentPublication, toTrash, trashedSlug } from '../visibility';
import { storedFields } from './fields';
import { withoutNulls, withoutSentBack } from './sent-values';

/** Creates a record within a transaction from validated params, and updates shared values of translations. Errors roll back all changes. */
export async function createRecord(
  services: Services,
  type: PostLike,
  params: Sent,
  context: Omit<Writing, 'current'>,
): Promise<WriteResult> {
  const { session, language, user } = context;
  const original = await originalIn(services, type, type.posts, params, { record: undefined, language, user, session });
  if (original === undefined) {
    const draft = await draftRecord(services, type, params, context);
    await runChecks(type, draft, { before: undefined, user });
    return { record: await type.posts.create(draft, session), languages: [] };
  }
  const inherited = await inheritedFrom(services, type, type.inherited, { original, language, session });
  const draft = await draftRecord(services, type, params, { ...context, original }, inherited);
  await runChecks(type, draft, { before: undefined, user });
  const record = await type.posts.create({ ...draft, group: original.group, translations: membersByLanguage(original) }, session);
  await refuseCircles(services, type, record, { before: undefined, sent: params, session });
  await publishCompanions(type, services, record, session);
  return { record, languages: await shareRecord(services, type, record, withValues({}, inherited), { ...context, sent: params }) };
}

/** Prepares a new record from validated params. Also creates the linked records that params name. */
export async function draftRecord(
  services: Services,
  type: PostLike,
  params: Sent,
  context: Omit<Writing, 'current'>,
  inherited: FieldValues = {},
): Promise<NewRecord<PostRecord>> {
  const fields = await fieldsOf(services, type, withoutNulls(params), { ...context, current: undefined }, inherited);
  // In a new draft, the `modified` date equals the publication date.
  const published = fields.dateUtc ? toInstant(fields.dateUtc, 'UTC') : fields.date && toInstant(fields.date, services.site.timezone);
  const created = services.clock.now();
  const modified = published || created;
  return { ...type.initial, password: '', ...fields, language: context.language, created, modified } as NewRecord<PostRecord>;
}

/** Runs the checks of plugins on a copy of a record as it will be stored. They throw to refuse the write. The trash takes any record. */
async function runChecks({ recordChecks }: PostLike, record: NewRecord<PostRecord>, { before, user }: CheckContext): Promise<void> {
  if (record.status === 'trash') return;
  for (const check of recordChecks) await check(structuredClone(record), { before: structuredClone(before), user });
}

/** Reads a record that the transaction will change. Throws the 404 of its content type for a removed record. */
export async function readForUpdate<R extends Stored>(
  { connection }: Pick<Services, 'connection'>,
  type: ContentType & { readonly plural: string },
  records: Pick<Store<R>, 'byId'>,
  id: number,
  session: ClientSession,
): Promise<R> {
  connection.lock([keyOf(type.plural, id)], session);
  const current = await records.byId(id, session);
  if (!current) throw errors.notFound(type, id);
  return current;
}

/** Updates a record, read in the same transaction, from validated params. Also updates shared values of its translations. */
export async function updateRecord(
  services: Services,
  type: PostLike,
  sent: Sent,
  writing: Writing & { readonly current: PostRecord },
): Promise<WriteResult> {
  const { session } = writing;
  const { current: found, original } = await regrouped(services, type, type.posts, sent, writing);
  const { language } = found;
  const inherited = original === undefined ? {} : await inheritedFrom(services, type, type.shared, { ...writing, original, language });
  const fieldsTo = async (current: PostRecord) =>
    fieldsOf(services, type, await withoutSentBack(type, sent, { ...writing, current }), { ...writing, current }, inherited);
  const first = await fieldsTo(found);
  // Creating a translation may have changed the record, so its links are resolved again.
  const current = makesRecords(type, sent) ? await readForUpdate(services, type, type.posts, found._id, session) : found;
  const fields = current.revision === found.revision ? first : await fieldsTo(current);
  await runChecks(type, { ...current, ...fields }, { before: current, user: writing.user });
  const record = await type.posts.update(current, { ...fields, edited: true, ...editOf(current, services) }, session);
  if (current.status !== 'publish') await publishCompanions(type, services, record, session);
  await refuseCircles(services, type, record, { before: original ? undefined : current, sent, session });
  // A record that joins a translation group may keep its own value, which the group then gets.
  return { record, languages: await shareRecord(services, type, record, withValues(current, inherited), { ...writing, sent }) };
}

/**
 * Copies the shared values that differ from `before` to the translations of a record, and returns the changed languages. Throws 403
 * `rest_forbidden` if the user may not edit a translation. The error does not mention translations that the user may not read.
 */
function shareRecord(
  services: Services,
  type: PostLike,
  record: PostRecord,
  before: object,
  { sent, ...writing }: Omit<Writing, 'current'> & { readonly sent: Sent },
): Promise<readonly Language[]> {
  const { plural, posts } = type;
  const { user, session } = writing;
  return share(services, type, {
    record,
    before,
    records: posts,
    session,
    assertEditable(members, changed) {
      const uneditable = members.filter((member) => !canEdit(user, plural, ownedBy(member)));
      if (uneditable.some((member) => !canRead(user, plural, ownedBy(member)))) throw errors.forbidden();
      if (uneditable.length > 0) throw errors.sharedForbidden(sentNames(type, changed, sent));
    },
    async check(member, next) {
      const { status, author, password } = member;
      const counted = status === 'publish' && password === '';
      await type.check?.(next.fields ?? {}, { ...writing, current: member, status, author, counted });
      await runChecks(type, { ...member, ...next }, { before: member, user });
    },
    update: (member, next) => posts.update(member, { ...next, edited: true, ...editOf(member, services) }, session),
  });
}

/** Returns the names of changed fields for an error: the sent ones, or all if the client sent none. */
function sentNames({ fields }: PostLike, changed: readonly string[], sent: Sent): string[] {
  const named = fields.flatMap(({ name, arg, shared }) => (arg && shared && changed.includes(shared.path) ? [name] : []));
  const names = changed.includes('image') ? [...named, 'image'] : named;
  const sentOnly = names.filter((name) => sent[name] !== undefined);
  return sentOnly.length > 0 ? sentOnly : names;
}

/** Throws 400 if a record would be a descendant of itself or its translation. Ignores parents that equal those of `before`. */
async function refuseCircles(
  services: Services,
  { plural, fields }: PostLike,
  record: PostRecord,
  { before, sent, session }: { readonly before: PostRecord | undefined; readonly sent: Sent; readonly session: ClientSession },
): Promise<void> {
  for (const { name, path, noCircle: why } of fields) {
    if (why === undefined || path === undefined) continue;
    const parent = Number(fieldAt(record, path));
    if (before && fieldAt(before, path) === parent) continue;
    const { group } = record;
    await refuseCircle(services, { plural, path, group, parent, name: sent[name] === undefined ? undefined : name, why }, session);
  }
}

export const makesRecords = ({ fields }: PostLike, sent: Sent): boolean =>
  fields.some(({ name, makes }) => (sent[name] ?? null) !== null && makes?.(sent[name]));

async function fieldsOf(
  services: Services,
  type: PostLike,
  sent: Sent & SentPublication & SentImage,
  writing: Writing,
  inherited: FieldValues,
): Promise<Partial<PostRecord>> {
  const { current, original, session } = writing;
  const publication = publicationOf(type, services, sent, writing);
  // A new translation has the password of its original.
  const inheritedPassword = (current ?? original)?.password;
  const password = type.protectable && typeof sent['password'] === 'string' ? sent['password'] : inheritedPassword;
  const counted = publication.status === 'publish' && (password ?? '') === '';
  const context = { ...writing, status: publication.status, author: publication.author, counted };
  const fields = await storedFields(services, type, sent, context, inherited);
  const title = fieldAt(fields, type.titled) ?? (current && fieldAt(current, type.titled));
  const slug = slugOf(type, sent['slug'], String(title ?? ''), context);
  const image = await imageOf(sent, inheriting(current, inherited), services, session);
  return {
    ...fields,
    ...(slug !== undefined && { slug }),
    ...publication,
    ...image,
    ...(type.protectable && password !== undefined && { password }),
    ...trashChanges(current, publication, slug, services.site.timezone),
  };
}

/** Returns the slug to store: the sent slug, or one from the title of a new record. Undefined leaves the slug unchanged. */
function slugOf(
  { plural, lateSlugs }: PostLike,
  sent: unknown,
  title: string,
  { current, status, user }: Writing & Pick<PostRecord, 'status'>,
): string | undefined {
  const named = slugify(title) || (current === undefined ? '' : String(current._id));
  const isNew = typeof sent === 'string' && sent !== '' && sent !== current?.slug;
  if (isNew && mayChooseSlug(user, plural, status)) return slugify(sent) || named;
  if (!lateSlugs) return current === undefined ? named : undefined;
  const waits = status === 'draft' || status === 'pending' || (status === 'trash' && current !== undefined);
  if (!waits && !(current?.trashed ?? current)?.slug) return named;
  return current === undefined ? '' : undefined;
}

/** Returns the changes of a record that moves to or from the trash. A sent slug takes precedence. */
function trashChanges(
  current: PostRecord | undefined,
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
