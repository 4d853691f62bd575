import type { ClientSession } from 'mongodb';
import { canEdit, canRead, type User } from '../../access';
import { fieldAt, keyOf, type Sibling, type Store, type Stored } from '../../database';
import { ApiError, type ContentType, errors, invalidParam } from '../../errors';
import { type Language, languageName, type Text } from '../../language';
import type { Arg, ArgRequest, ReadValue } from '../../registry';
import { groupOf, lockRecord, lockTree, ownedAs, recordsOfType } from '../records';
import { ownedBy, type PostRecord, type Services } from '../types';
import { idOrNone } from '../values';
import { servedRecord } from '../visibility';

export const TRANSLATION_OF = 'translation_of';

export type TranslatedType = ContentType & { readonly plural: string; readonly names: Text };

/**
 * A record that becomes a translation, and its language. The record is undefined for a new translation. `user` is the user who links it.
 */
interface RequestedTranslation {
  readonly record: Stored | undefined;
  readonly language: Language;
  readonly user: User | undefined;
}

/** Returns the rights of a user over records of a type. Everybody may read terms; routes of terms check other rights. */
const rightsOf = ({ postLikes }: Services, plural: string, user: User | undefined) => {
  if (!postLikes.has(plural)) return { mayRead: () => true, mayEdit: () => true, mayKnow: () => true };
  return {
    mayRead: (record: Stored) => canRead(user, plural, ownedBy(record as PostRecord)),
    mayEdit: (record: Stored) => canEdit(user, plural, ownedBy(record as PostRecord)),
    mayKnow: (sibling: Sibling) => canRead(user, plural, ownedAs(sibling)),
  };
};

/** True if the ID belongs to a readable record of another type. Similar types share one range of IDs. */
const isOfAnother = async (services: Services, { plural }: TranslatedType, id: number, user: User | undefined): Promise<boolean> => {
  const alike = services.postLikes.has(plural) ? services.postLikes : services.termLikes;
  for (const other of alike.keys()) {
    const found = other === plural ? undefined : servedRecord(await recordsOfType(services, other).byId(id), services.site);
    if (found && rightsOf(services, other, user).mayRead(found)) return true;
  }
  return false;
};

const hasTranslations = ({ translations }: Stored): boolean => Object.keys(translations).length > 0;

const UNEDITABLE: Text = {
  en: 'Send the ID of a record that you may edit.',
  fr: 'Envoyez l’identifiant d’un enregistrement que vous pouvez modifier.',
};
const BOTH: Text = {
  en: `Both records already have translations. First separate one of them with ${TRANSLATION_OF}=0.`,
  fr: `Les deux enregistrements ont déjà des traductions. Séparez d’abord l’un d’eux avec ${TRANSLATION_OF}=0.`,
};
const sameLanguage = ({ en, fr }: Text): Text => ({
  en: `Both records are in ${en}. Send the ID of one in another language.`,
  fr: `Les deux enregistrements sont en ${fr}. Envoyez l’identifiant d’un enregistrement dans une autre langue.`,
});

/** Returns the refusal for a record that already has a translation in a language. Names the translation if the user may read it. */
const takenReason = ({ _id, translations }: Stored, language: Language, mayKnow: (sibling: Sibling) => boolean): Text | undefined => {
  const sibling = translations[language];
  if (sibling === undefined) return undefined;
  const { en, fr } = languageName(language);
  if (!mayKnow(sibling)) return { en: `${_id} already has a translation into ${en}.`, fr: `${_id} a déjà une traduction en ${fr}.` };
  const isTrashed = sibling.status === 'trash';
  return {
    en: `${_id} already has a translation into ${en}: ${sibling.id}${isTrashed ? ', which is in the trash' : ''}. First separate that one with ${TRANSLATION_OF}=0.`,
    fr: `${_id} a déjà une traduction en ${fr} : ${sibling.id}${isTrashed ? ', qui est dans la corbeille' : ''}. Séparez-la d’abord avec ${TRANSLATION_OF}=0.`,
  };
};

/** Returns the reason why two records cannot be translations of each other; undefined if they can or already are. */
const refusalReason = (
  { record, language }: RequestedTranslation,
  original: Stored,
  mayKnow: (sibling: Sibling) => boolean,
): Text | undefined => {
  if (record !== undefined && record.group === original.group && record._id !== original._id) return undefined;
  if (original.language === language) return sameLanguage(languageName(language));
  if (record !== undefined && hasTranslations(record) && hasTranslations(original)) return BOTH;
  return takenReason(original, language, mayKnow) ?? (record && takenReason(record, original.language, mayKnow));
};

/**
 * Finds the original for a new translation. Throws 400 `rest_invalid_param` if it is missing, not readable or not editable, or if the
 * language is taken. With a session, locks the original.
 */
async function originalOf<R extends Stored>(
  services: Services,
  type: TranslatedType,
  records: Pick<Store<R>, 'byId'>,
  id: number,
  translation: RequestedTranslation,
  session?: ClientSession,
): Promise<R> {
  const { user } = translation;
  const { mayRead, mayEdit, mayKnow } = rightsOf(services, type.plural, user);
  if (session) services.connection.lock([keyOf(type.plural, id)], session);
  const original = servedRecord(await records.byId(id, session), services.site);
  if (original === undefined || !mayRead(original))
    throw errors.invalidValue((await isOfAnother(services, type, id, user)) ? otherKind(type) : unknown(type));
  if (!mayEdit(original)) throw errors.invalidValue(UNEDITABLE);
  const why = refusalReason(translation, original, mayKnow);
  if (why !== undefined) throw errors.invalidValue(why);
  return original;
}

const unknown = ({ names }: TranslatedType): Text => ({
  en: `Send the ID of one of the ${names.en} in another language that you may read, or 0 for none.`,
  fr: `Envoyez l’identifiant d’un élément (${names.fr}) dans une autre langue, que vous pouvez lire, ou 0 pour aucun.`,
});

const otherKind = ({ names }: TranslatedType): Text => ({
  en: `Send the ID of one of the ${names.en}: this ID belongs to another type of record.`,
  fr: `Envoyez l’identifiant d’un élément du même type (${names.fr}) : celui-ci est d’un autre type.`,
});

/** Makes the arg `translation_of`, which makes a record the translation of another one. 0 removes the record from its group. */
export const translationArg = (services: Services, type: TranslatedType) => {
  const id = idOrNone(unknown(type));
  return {
    [TRANSLATION_OF]: {
      ...id,
      async validate(value: unknown, request: ArgRequest): Promise<ReadValue<number>> {
        const read = await id.validate(value, request);
        if (read.value === 0) return read;
        const record = request.record as Stored | undefined;
        const { language } = record ?? request;
        const records = recordsOfType(services, type.plural);
        await originalOf(services, type, records, read.value, { record, language, user: request.user as User | undefined });
        return read;
      },
      sanitize(): number {
        throw errors.invalidType(TRANSLATION_OF, ['integer']);
      },
      description: {
        en: `The ID of the original: one of the ${type.names.en} in another language. The fields that translations share are taken from it. 0 for none`,
        fr: `L’identifiant de l’original, dans une autre langue (${type.names.fr}). Les champs communs aux traductions en sont repris. 0 pour aucun`,
      },
    },
  } as const satisfies Record<string, Arg>;
};

export interface SentTranslation {
  readonly [TRANSLATION_OF]?: number;
}

/** Locks all members of a translation group. Otherwise a concurrent new link could miss the member in its language. */
async function lockGroup(services: Services, { plural }: TranslatedType, record: Stored, session: ClientSession): Promise<void> {
  for (const id of groupOf(record)) await lockRecord(services, plural, id, session);
}

/** Reads the original of a translation within the transaction; undefined if there is none. Throws 400 `rest_invalid_param`. */
export async function originalIn<R extends Stored>(
  services: Services,
  type: TranslatedType,
  records: Pick<Store<R>, 'byId'>,
  { [TRANSLATION_OF]: id = 0 }: SentTranslation,
  { session, ...translation }: RequestedTranslation & { readonly session: ClientSession },
): Promise<R | undefined> {
  if (id === 0) return undefined;
  try {
    const original = await originalOf(services, type, records, id, translation, session);
    for (const record of [original, translation.record]) if (record) await lockGroup(services, type, record, session);
    return original;
  } catch (error) {
    throw error instanceof ApiError && error.status === 400 ? errors.invalidParams({ [TRANSLATION_OF]: error }) : error;
  }
}

/** Makes a record join or leave a translation group. Returns the changed record, and the original of a new group. */
export async function regrouped<R extends Stored>(
  services: Services,
  type: TranslatedType,
  records: Pick<Store<R>, 'byId' | 'joinGroup' | 'leaveGroup'>,
  sent: SentTranslation,
  { current, user, session }: { readonly current: R; readonly user: User | undefined; readonly session: ClientSession },
): Promise<{ readonly current: R; readonly original: R | undefined }> {
  const leaves = sent[TRANSLATION_OF] === 0 && hasTranslations(current);
  const named = await originalIn(services, type, records, sent, { record: current, language: current.language, user, session });
  const original = named?.group === current.group ? undefined : named;
  if (leaves) {
    await lockGroup(services, type, current, session);
    await records.leaveGroup(current, session);
  }
  if (original) await records.joinGroup(current, original, session);
  if (!leaves && !original) return { current, original };
  return { current: (await records.byId(current._id, session)) ?? current, original };
}

const ABOVE: Text = {
  en: 'Send the ID of a record that is neither above nor below it, since translations have the same parent.',
  fr: 'Envoyez l’identifiant d’un enregistrement qui n’est ni au-dessus ni au-dessous, car des traductions ont le même parent.',
};

/** A record's translation group with its parent, which may be new. `path` is the stored field of the parent's ID; 0 means no parent. */
interface Position {
  readonly plural: string;
  readonly path: string;
  readonly group: number;
  readonly parent: number;
  /** The arg with the parent. Undefined if the parent results from `translation_of`. */
  readonly name: string | undefined;
  readonly why: Text;
}

/** Throws 400 `rest_invalid_param` if a parent is a descendant of the record's translation group. Reads within the transaction. */
export async function refuseCircle(
  services: Services,
  { plural, path, group, parent, name, why }: Position,
  session: ClientSession,
): Promise<void> {
  if (parent === 0) return;
  await lockTree(services, plural, session);
  const records = recordsOfType(services, plural);
  const above = new Set<number>();
  for (let level = [parent]; level.length > 0; ) {
    const found = [...(await records.many(level, session)).values()];
    if (found.some((record) => record.group === group))
      throw name === undefined ? invalidParam(TRANSLATION_OF, ABOVE) : invalidParam(name, why);
    for (const id of level) above.add(id);
    const next = found.flatMap((record) => [Number(fieldAt(record, path)), ...groupOf(record)]);
    level = [...new Set(next)].filter((id) => id > 0 && !above.has(id));
  }
}
