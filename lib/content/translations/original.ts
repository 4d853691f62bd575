import type { ClientSession } from 'mongodb';
import { canEdit, canRead, type Owned, type User } from '../../access';
import { keyOf, type Sibling, type Stored } from '../../database';
import { type ContentType, errors } from '../../errors';
import { isLanguage, type Language, languageName, type Text } from '../../language';
import { recordsOfType } from '../records';
import { ownedBy, type PostRecord, type Services } from '../types';
import { servedRecord } from '../visibility';
import { TRANSLATION_OF } from './translation-of';

/** A kind whose records translate one another. */
export type TranslatedType = ContentType & { readonly plural: string; readonly names: Text };

/** What is to be a translation: a record, or none yet, in a language. */
export interface RequestedTranslation {
  readonly record: Stored | undefined;
  readonly language: Language;
  readonly user: User | undefined;
}

/** What a user may do with the records of a kind; terms are everybody's to read, and for routes to guard. */
const rightsOf = ({ postLikes }: Services, plural: string, user: User | undefined) => {
  if (!postLikes.has(plural)) return { mayRead: () => true, mayEdit: () => true, mayKnow: () => true };
  return {
    mayRead: (record: Stored) => canRead(user, plural, ownedBy(record as PostRecord)),
    mayEdit: (record: Stored) => canEdit(user, plural, ownedBy(record as PostRecord)),
    mayKnow: ({ author = 0, status, was }: Sibling) => canRead(user, plural, { author, status, was } as Owned),
  };
};

/** Whether an ID is that of a record of another kind that the user may read: kinds that are alike share their IDs. */
const isOfAnother = async (services: Services, { plural }: TranslatedType, id: number, user: User | undefined): Promise<boolean> => {
  const alike = [services.postLikes, services.termLikes].find((kinds) => kinds.has(plural)) ?? new Map<string, unknown>();
  for (const other of alike.keys()) {
    const found = other === plural ? undefined : servedRecord(await recordsOfType(services, other).byId(id), services.site);
    if (found && rightsOf(services, other, user).mayRead(found)) return true;
  }
  return false;
};

const isAlone = ({ translations }: Stored): boolean => Object.keys(translations).length === 0;

const UNEDITABLE: Text = {
  en: 'Send the ID of a record that you may edit.',
  fr: 'Envoyez l’identifiant d’un enregistrement que vous pouvez modifier.',
};
const BOTH: Text = {
  en: `Both records have translations already. Part one of them first, with ${TRANSLATION_OF}=0.`,
  fr: `Les deux enregistrements ont déjà des traductions. Séparez d’abord l’un d’eux, avec ${TRANSLATION_OF}=0.`,
};
const named = (language: string): Text => (isLanguage(language) ? languageName(language) : { en: language, fr: language });
const same = (language: Language): Text => ({
  en: `Both records are in ${named(language).en}. Send the ID of one in another language.`,
  fr: `Les deux enregistrements sont en ${named(language).fr}. Envoyez l’identifiant d’un enregistrement dans une autre langue.`,
});

/** That a record has a translation into a language; which one is told where the user may read it. */
const taken = ({ _id, translations }: Stored, language: string, mayKnow: (sibling: Sibling) => boolean): Text | undefined => {
  const sibling = translations[language as Language];
  if (sibling === undefined) return undefined;
  const { en, fr } = named(language);
  if (!mayKnow(sibling)) return { en: `${_id} has a translation into ${en} already.`, fr: `${_id} a déjà une traduction en ${fr}.` };
  const isTrashed = sibling.status === 'trash';
  return {
    en: `${_id} has a translation into ${en} already: ${sibling.id}${isTrashed ? ', which is in the trash' : ''}. Part that first, with ${TRANSLATION_OF}=0.`,
    fr: `${_id} a déjà une traduction en ${fr} : ${sibling.id}${isTrashed ? ', qui est à la corbeille' : ''}. Séparez-la d’abord, avec ${TRANSLATION_OF}=0.`,
  };
};

/** Why two records cannot be translations of one another; undefined where they can, or are. */
const whyNot = ({ record, language }: RequestedTranslation, original: Stored, mayKnow: (sibling: Sibling) => boolean): Text | undefined => {
  if (record !== undefined && record.group === original.group && record._id !== original._id) return undefined;
  if (original.language === language) return same(language);
  if (record !== undefined && !isAlone(record) && !isAlone(original)) return BOTH;
  return taken(original, language, mayKnow) ?? (record && taken(record, original.language, mayKnow));
};

/**
 * Finds the record of a kind that another one is to translate. Throws 400 `rest_invalid_param` with a sentence for what cannot be translated: what
 * the user may not read is unknown to him.
 */
export async function originalOf(
  services: Services,
  kind: TranslatedType,
  id: number,
  translation: RequestedTranslation,
  session?: ClientSession,
): Promise<Stored> {
  const { user } = translation;
  const { mayRead, mayEdit, mayKnow } = rightsOf(services, kind.plural, user);
  if (session) services.connection.lock([keyOf(kind.plural, id)], session);
  const original = servedRecord(await recordsOfType(services, kind.plural).byId(id, session), services.site);
  if (original === undefined || !mayRead(original))
    throw errors.invalidValue((await isOfAnother(services, kind, id, user)) ? otherKind(kind) : unknown(kind));
  if (!mayEdit(original)) throw errors.invalidValue(UNEDITABLE);
  const why = whyNot(translation, original, mayKnow);
  if (why !== undefined) throw errors.invalidValue(why);
  return original;
}

/** What is asked for where nothing else can be said. */
export const unknown = ({ names }: TranslatedType): Text => ({
  en: `Send the ID of one of the ${names.en}, in another language, that you may read; or 0 for none.`,
  fr: `Envoyez l’identifiant d’un élément (${names.fr}) dans une autre langue, que vous pouvez lire ; ou 0 pour aucun.`,
});

const otherKind = ({ names }: TranslatedType): Text => ({
  en: `Send the ID of one of the ${names.en}: this one is of another kind.`,
  fr: `Envoyez l’identifiant d’un élément de la même sorte (${names.fr}) : celui-ci est d’une autre.`,
});
