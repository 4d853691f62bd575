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
import { readForUpdate } from './read-for-update';
import { storedFields } from './stored-fields';
import { withoutShown } from './without-shown';

/** Stores a new record from checked params, within a transaction, and changes its translations as far as they share that; whatever is refused leaves nothing behind. */
export async function createRecord<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  params: Sent,
  context: Omit<Writing<R>, 'current'>,
): Promise<WriteResult<R>> {
  const { session, language, user } = context;
  const original = await originalIn(services, kind, params, { record: undefined, language, user, session });
  if (original === undefined)
    return { record: await kind.posts.create(await draftRecord(kind, services, params, context), session), languages: [] };
  const inherited = await inheritedFrom(services, kind, kind.inherited, { original, language, session });
  const draft = await draftRecord(kind, services, params, { ...context, original: original as R }, inherited);
  const record = await kind.posts.create({ ...draft, group: original.group, translations: membersByLanguage(original) }, session);
  await refuseCircles(kind, services, record, { before: undefined, sent: params, session });
  await publishCompanions(kind, services, record, session);
  const languages = await share(kind, services, record, sharedChanges(kind, services, withValues({}, inherited), record), {
    ...context,
    sent: params,
  });
  return { record, languages };
}

/** Works out a new record from checked params; what it links by name is stored on the way. */
export async function draftRecord<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  params: Sent,
  context: Omit<Writing<R>, 'current'>,
  inherited: FieldValues = {},
): Promise<Draft<R>> {
  // A default of null means “not given”.
  const sent = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  const fields = await fieldsOf(kind, services, sent, { ...context, current: undefined }, inherited);
  // A new record counts as modified at its publication date, a draft's too.
  const published = fields.dateUtc ? toInstant(fields.dateUtc, 'UTC') : fields.date && toInstant(fields.date, services.site.timezone);
  const created = services.clock.now();
  const modified = published || created;
  return { ...kind.initial, password: '', ...fields, language: context.language, created, modified } as unknown as Draft<R>;
}

/** Changes a record, read within the same transaction, by checked params, and its translations as far as they share that. */
export async function updateRecord<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  sent: Sent,
  asked: Writing<R> & { readonly current: R },
): Promise<WriteResult<R>> {
  const { current: found, original } = await regrouped(services, kind, kind.posts, sent, asked);
  const { language } = found;
  const inherited = original === undefined ? {} : await inheritedFrom(services, kind, kind.shared, { ...asked, original, language });
  const fieldsTo = async (current: R) =>
    fieldsOf(kind, services, await withoutShown(kind, sent, { ...asked, current }), { ...asked, current }, inherited);
  const first = await fieldsTo(found);
  // A translation that was made on the way takes the place of what the record named: then it is looked for, and linked by its name.
  const current = makesRecords(kind, sent) ? await readForUpdate(services, kind, kind.posts, found._id, asked.session) : found;
  const fields = current.revision === found.revision ? first : await fieldsTo(current);
  const context = { ...asked, current };
  const changes = { ...fields, edited: true, ...editOf(current, services) };
  const record = await kind.posts.update(current, changes as Partial<R>, context.session);
  if (current.status !== 'publish') await publishCompanions(kind, services, record, context.session);
  await refuseCircles(kind, services, record, { before: original ? undefined : current, sent, session: context.session });
  // What joins others may keep what it had, and they get that.
  const changed = sharedChanges(kind, services, withValues(current, inherited), record);
  const languages = await share(kind, services, record, changed, { ...context, sent });
  return { record, languages };
}

/** Refuses a record that stands below itself or a translation; `before` is what stood elsewhere, or there already. */
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
    const said = sent[name] === undefined ? undefined : name;
    await refuseCircle(services, { plural, records: posts, path }, { group: record.group, parent }, { name: said, why }, session);
  }
}

/** Whether data of what is sent may become other records. */
export const makesRecords = <R extends PostRecord>({ fields }: PostLike<R>, sent: Sent): boolean =>
  fields.some(({ name, makes }) => sent[name] !== undefined && makes?.(sent[name]));

async function fieldsOf<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  sent: Sent,
  asking: Writing<R>,
  inherited: FieldValues,
): Promise<Partial<R>> {
  const { current, user, session } = asking;
  const { original } = asking;
  const said = publicationWithin(sent as SentPublication, asking.within);
  const publication = publicationOf(said, { current, original, user, plural: kind.plural, services });
  const password = kind.protectable ? passwordOf(sent['password'], current === undefined ? original : undefined) : {};
  const counted = publication.status === 'publish' && (password.password ?? current?.password ?? '') === '';
  const context = { ...asking, status: publication.status, author: publication.author, counted };
  const own = await storedFields(kind, services, sent, context, inherited);
  const title = fieldAt(own, kind.titled) ?? (current && fieldAt(current, kind.titled));
  const slug = slugOf(kind, sent['slug'], String(title ?? ''), context);
  const image = await imageOf(sent as SentImage, inheriting(current, inherited), services, session);
  return {
    ...own,
    ...(slug !== undefined && { slug }),
    ...publication,
    ...image,
    ...password,
    ...moved(current, publication, slug, services.site.timezone),
    ...publishesWith(sent as SentPublication, publication.status, asking),
  } as Partial<R>;
}

/** The password that a record gets: the one that is sent, else of a new translation that of its original. */
function passwordOf(sent: unknown, original: PostRecord | undefined): { readonly password?: string } {
  if (typeof sent === 'string') return { password: sent };
  return original === undefined ? {} : { password: original.password };
}

/** The slug that a record gets: the one that is asked for, else of a new one that of its name; undefined where it stays. */
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

/** What changes as a record goes to the trash or comes back: a slug given with the move wins. */
function moved<R extends PostRecord>(
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
  if (status !== 'trash' && current.trashed) return { slug: slug || current.trashed.slug, trashed: undefined as never };
  return {};
}
