import { capitalized, type Text } from '../language';
import { ApiError, type ContentType, codeOf, counted, explained, refusing, repeatable } from './refusal';

/** Error codes about records and terms, with explanations. */
export const RECORD_CODES = explained({
  'rest-{kind}-not-found': {
    status: [404],
    title: { en: 'Record not found', fr: 'Enregistrement introuvable' },
    meaning: {
      en: 'No record of this kind has the ID or the slug of the address. A slug is looked for in the language of the request only; `translations` names what bears it in another one.',
      fr: 'Aucun enregistrement de ce type n’a l’identifiant ou le slug de l’adresse. Un slug n’est cherché que dans la langue de la requête ; `translations` indique ce qui le porte dans une autre.',
    },
    remedy: {
      en: 'Check the ID or the slug and the language of the address, or look for the record in the list.',
      fr: 'Vérifiez l’identifiant ou le slug et la langue de l’adresse, ou cherchez l’enregistrement dans la liste.',
    },
  },
  '{kind}-not-accessible': {
    status: [403],
    only: 'post-like',
    title: { en: 'Record not published', fr: 'Enregistrement non publié' },
    meaning: {
      en: 'The record exists but is not published, and you may not read it.',
      fr: 'L’enregistrement existe mais n’est pas publié, et vous ne pouvez pas le lire.',
    },
    remedy: {
      en: 'Log in as somebody who may read it, or wait until it is published.',
      fr: 'Identifiez-vous comme une personne qui peut le lire, ou attendez sa publication.',
    },
  },
  '{kind}-no-longer-available': {
    status: [403],
    only: 'post-like',
    title: { en: 'In the trash, and not yours to read', fr: 'Dans la corbeille, non lisible pour vous' },
    meaning: {
      en: 'Users who may not change a record in the trash get this answer. Users who may change it can read it there. A second deletion is answered with `410`.',
      fr: 'Répondu à qui lit un enregistrement qui est dans la corbeille sans pouvoir le modifier ; qui peut le modifier l’y lit. Qui le supprime de nouveau reçoit `410`.',
    },
    remedy: {
      en: 'Remove your link to it, or ask its author to restore it.',
      fr: 'Retirez votre lien vers lui, ou demandez à son auteur de le restaurer.',
    },
  },
  '{kind}-password-protected': {
    status: [403],
    only: 'post-like',
    title: { en: 'Record protected by a password', fr: 'Enregistrement protégé par un mot de passe' },
    meaning: {
      en: 'The record has a password of its own, and the request carries none, or another one.',
      fr: 'L’enregistrement a son propre mot de passe, et la requête n’en porte aucun, ou en porte un autre.',
    },
    remedy: {
      en: 'Send its password in the parameter “password”.',
      fr: 'Envoyez son mot de passe dans le paramètre « password ».',
    },
  },
  '{kind}-is-in-trash': {
    status: [410],
    only: 'post-like',
    title: { en: 'Deleted again, in the trash already', fr: 'Supprimé de nouveau, déjà dans la corbeille' },
    meaning: {
      en: 'Answered to those who may delete a record and delete it, without `force`, once more: it is in the trash already. Those who read it there and may not get `403`.',
      fr: 'Répondu à qui peut supprimer un enregistrement et le supprime, sans `force`, une fois de plus : il est déjà dans la corbeille. Qui l’y lit sans en avoir le droit reçoit `403`.',
    },
    remedy: {
      en: 'Send force=true to remove it for good, or leave it there.',
      fr: 'Envoyez force=true pour le supprimer définitivement, ou laissez-le là.',
    },
  },
  '{kind}-archive-page-not-found': {
    status: [404],
    only: 'post-like',
    title: { en: 'No such page of the list', fr: 'Page de liste inexistante' },
    meaning: {
      en: 'The list that you asked for has fewer pages than the number in “page”.',
      fr: 'La liste demandée compte moins de pages que le nombre indiqué dans « page ».',
    },
    remedy: {
      en: 'Stop at the number of pages that X-WP-TotalPages tells, or follow the link “next” while there is one.',
      fr: 'Arrêtez-vous au nombre de pages que donne X-WP-TotalPages, ou suivez le lien « next » tant qu’il y en a un.',
    },
  },
  'could-not-create-{kind}': {
    only: 'post-like',
    title: { en: 'Record could not be created', fr: 'Création de l’enregistrement impossible' },
    meaning: {
      en: 'What was sent is not enough to create a record of this kind, by itself or along with another one.',
      fr: 'Ce qui a été envoyé ne suffit pas pour créer un enregistrement de ce type, seul ou en même temps qu’un autre.',
    },
    remedy: {
      en: 'Correct what the message names; as a rule a name is missing.',
      fr: 'Corrigez ce que le message indique ; en général, il manque un nom.',
    },
  },
  rest_record_not_found: {
    status: [404],
    title: { en: 'Nothing at this address', fr: 'Rien à cette adresse' },
    meaning: {
      en: 'The route exists, but what its address names does not.',
      fr: 'La route existe, mais pas ce que désigne son adresse.',
    },
    remedy: {
      en: 'Check the ID or the slug, and the language of the address.',
      fr: 'Vérifiez l’identifiant ou le slug, et la langue de l’adresse.',
    },
  },
  term_exists: {
    title: { en: 'The term exists already', fr: 'Ce terme existe déjà' },
    meaning: {
      en: 'A category or another term of this name exists already with the same parent; “term_id” is its ID.',
      fr: 'Une catégorie ou un autre terme de ce nom existe déjà avec le même parent ; « term_id » est son identifiant.',
    },
    remedy: { en: 'Use that term, or send another name or slug.', fr: 'Utilisez ce terme, ou envoyez un autre nom ou slug.' },
  },
  duplicate_term_slug: {
    title: { en: 'The slug is taken', fr: 'Slug déjà utilisé' },
    meaning: { en: 'Another term has this slug already.', fr: 'Un autre terme a déjà ce slug.' },
    remedy: {
      en: 'Send another slug, or none, so that one is made of the name.',
      fr: 'Envoyez un autre slug, ou aucun, pour qu’il soit tiré du nom.',
    },
  },
  rest_taxonomy_not_hierarchical: {
    title: { en: 'Terms of this kind have no parents', fr: 'Les termes de ce type n’ont pas de parent' },
    meaning: {
      en: 'A parent was sent for a term of a kind that has none, such as a tag.',
      fr: 'Un parent a été envoyé pour un terme d’un type qui n’en a pas, comme une étiquette.',
    },
    remedy: { en: 'Leave “parent” out.', fr: 'N’envoyez pas « parent ».' },
  },
});

/** Makes an error whose code contains the singular name of a content type. */
const typeRefusal = (kind: string, code: keyof typeof RECORD_CODES, text: Text, data: Readonly<Record<string, unknown>> = {}): ApiError =>
  new ApiError(codeOf(code, kind), RECORD_CODES[code].status[0], text, data);

const refusal = refusing(RECORD_CODES);

export const recordErrors = {
  /** Makes the 404 for a missing record. `translations` are the readable records in other languages. */
  notFound: ({ kind, name }: ContentType, key: number | string, translations: object = {}) => {
    const shown = repeatable(String(key));
    const text = {
      en: `There is no ${shown ? `${name.en} ${shown}` : `such ${name.en}`}. Check the ID or the slug, and the language of the address.`,
      fr: `${shown ? `Il n’existe pas d’enregistrement « ${name.fr} » ${shown}` : `Cet enregistrement (${name.fr}) n’existe pas`}. Vérifiez l’identifiant ou le slug, et la langue de l’adresse.`,
    };
    return typeRefusal(kind, 'rest-{kind}-not-found', text, Object.keys(translations).length === 0 ? {} : { translations });
  },
  notAccessible: ({ kind, name }: ContentType) =>
    typeRefusal(kind, '{kind}-not-accessible', {
      en: `This ${name.en} is not published, and you may not read it.`,
      fr: `Cet enregistrement (${name.fr}) n’est pas publié et vous ne pouvez pas le lire.`,
    }),
  noLongerAvailable: ({ kind, name }: ContentType) =>
    typeRefusal(kind, '{kind}-no-longer-available', {
      en: `This ${name.en} is no longer available: it is in the trash.`,
      fr: `Cet enregistrement (${name.fr}) n’est plus disponible : il est dans la corbeille.`,
    }),
  passwordProtected: ({ kind, name }: ContentType, { isWrong = false }: { readonly isWrong?: boolean } = {}) => {
    const wrong = {
      en: `This ${name.en} has another password: send that in the parameter “password”.`,
      fr: `Cet enregistrement (${name.fr}) a un autre mot de passe : envoyez celui-là dans le paramètre « password ».`,
    };
    const missing = {
      en: `This ${name.en} is protected: send its password in the parameter “password”.`,
      fr: `Cet enregistrement (${name.fr}) est protégé : envoyez son mot de passe dans le paramètre « password ».`,
    };
    return typeRefusal(kind, '{kind}-password-protected', isWrong ? wrong : missing);
  },
  inTrash: ({ kind, name }: ContentType) =>
    typeRefusal(kind, '{kind}-is-in-trash', {
      en: `This ${name.en} is already in the trash. Send force=true to remove it for good.`,
      fr: `Cet enregistrement (${name.fr}) est déjà dans la corbeille. Envoyez force=true pour le supprimer définitivement.`,
    }),
  pageNotFound: ({ kind }: ContentType, pages: number) => {
    const { en, fr } = counted(pages, 'page');
    return typeRefusal(kind, '{kind}-archive-page-not-found', {
      en: `The list ends before this page: it has ${en}.`,
      fr: `La liste s’arrête avant cette page : elle compte ${fr}.`,
    });
  },
  couldNotCreate: ({ kind }: ContentType, why: Text) => typeRefusal(kind, 'could-not-create-{kind}', why),
  recordNotFound: () =>
    refusal('rest_record_not_found', {
      en: 'There is no record at this address. Check the ID or the slug, and the language of the address.',
      fr: 'Il n’y a pas d’enregistrement à cette adresse. Vérifiez l’identifiant ou le slug, et la langue de l’adresse.',
    }),
  termExists: (name: string, id: number) => {
    const shown = repeatable(name);
    const text = {
      en: `A term ${shown ? `named ${shown}` : 'of this name'} exists already with this parent. Use it, or send another name or slug.`,
      fr: `Un terme ${shown ? `nommé ${shown}` : 'de ce nom'} existe déjà avec ce parent. Utilisez-le, ou envoyez un autre nom ou slug.`,
    };
    return refusal('term_exists', text, { data: { term_id: id } });
  },
  duplicateTermSlug: (slug: string) => {
    const shown = repeatable(slug);
    return refusal('duplicate_term_slug', {
      en: `${shown ? `The slug ${shown}` : 'This slug'} is already used by another term. Send another one.`,
      fr: `${shown ? `Le slug ${shown}` : 'Ce slug'} est déjà utilisé par un autre terme. Envoyez-en un autre.`,
    });
  },
  /** Makes the 400 for a parent of a term whose taxonomy has none. `names` is the plural name of the terms, in lower case. */
  notHierarchical: (names: Text) =>
    refusal('rest_taxonomy_not_hierarchical', {
      en: `${capitalized(names.en)} have no parents: do not send “parent”.`,
      fr: `Les ${names.fr} n’ont pas de parent : n’envoyez pas « parent ».`,
    }),
};
