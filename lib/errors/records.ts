import { capitalized, type Text } from '../language';
import { ApiError, type ContentType, codeOf, counted, explained, refusing, repeatable } from './refusal';

/** Error codes about records and terms, with explanations. */
export const RECORD_CODES = explained({
  'rest-{kind}-not-found': {
    status: [404],
    title: { en: 'Record not found', fr: 'Enregistrement introuvable' },
    meaning: {
      en: 'No record of this type has the ID or the slug in the address. A slug is searched for only in the language of the request. If a record of another language has it, `translations` names the record.',
      fr: 'Aucun enregistrement de ce type n’a l’identifiant ou le slug de l’adresse. Un slug n’est cherché que dans la langue de la requête. Si un enregistrement d’une autre langue le porte, `translations` l’indique.',
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
      en: 'Log in as a user who may read it, or wait until it is published.',
      fr: 'Identifiez-vous comme un utilisateur qui peut le lire, ou attendez sa publication.',
    },
  },
  '{kind}-no-longer-available': {
    status: [403],
    only: 'post-like',
    title: { en: 'Record in the trash', fr: 'Enregistrement dans la corbeille' },
    meaning: {
      en: 'The record is in the trash, and you may not change it. Only users who may change it can read it there. If they delete it again, they get `410`.',
      fr: 'L’enregistrement est dans la corbeille, et vous ne pouvez pas le modifier. Seuls les utilisateurs qui peuvent le modifier peuvent l’y lire. S’ils le suppriment de nouveau, ils reçoivent `410`.',
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
      en: 'The record has a password. The request has no password, or a wrong one.',
      fr: 'L’enregistrement a un mot de passe. La requête n’a pas de mot de passe, ou en a un erroné.',
    },
    remedy: {
      en: 'Send the password of the record in the parameter “password”.',
      fr: 'Envoyez le mot de passe de l’enregistrement dans le paramètre « password ».',
    },
  },
  '{kind}-is-in-trash': {
    status: [410],
    only: 'post-like',
    title: { en: 'Record already in the trash', fr: 'Enregistrement déjà dans la corbeille' },
    meaning: {
      en: 'You deleted a record that is already in the trash, without `force`. Users who read it there without the right to do so get `403` instead.',
      fr: 'Vous avez supprimé, sans `force`, un enregistrement qui est déjà dans la corbeille. Ceux qui l’y lisent sans en avoir le droit reçoivent `403`.',
    },
    remedy: {
      en: 'Leave it there, or send force=true to delete it for good.',
      fr: 'Laissez-le là, ou envoyez force=true pour le supprimer définitivement.',
    },
  },
  '{kind}-archive-page-not-found': {
    status: [404],
    only: 'post-like',
    title: { en: 'List page not found', fr: 'Page de liste inexistante' },
    meaning: {
      en: 'The list has fewer pages than the number in “page”.',
      fr: 'La liste compte moins de pages que le nombre indiqué dans « page ».',
    },
    remedy: {
      en: 'Stop at the number of pages in X-WP-TotalPages, or follow the link “next” as long as there is one.',
      fr: 'Arrêtez-vous au nombre de pages indiqué dans X-WP-TotalPages, ou suivez le lien « next » tant qu’il y en a un.',
    },
  },
  'could-not-create-{kind}': {
    only: 'post-like',
    title: { en: 'Record could not be created', fr: 'Création de l’enregistrement impossible' },
    meaning: {
      en: 'The sent data are not sufficient to create the record, or a record that is created with it.',
      fr: 'Les données envoyées ne suffisent pas pour créer l’enregistrement, ou un enregistrement créé en même temps.',
    },
    remedy: {
      en: 'Correct the field that the message names. In most cases a name is missing.',
      fr: 'Corrigez le champ que nomme le message. Le plus souvent, il manque un nom.',
    },
  },
  rest_record_not_found: {
    status: [404],
    title: { en: 'No record at this address', fr: 'Pas d’enregistrement à cette adresse' },
    meaning: {
      en: 'The route exists, but the record in its address does not.',
      fr: 'La route existe, mais pas l’enregistrement que désigne son adresse.',
    },
    remedy: {
      en: 'Check the ID or the slug, and the language of the address.',
      fr: 'Vérifiez l’identifiant ou le slug, et la langue de l’adresse.',
    },
  },
  term_exists: {
    title: { en: 'The term exists already', fr: 'Ce terme existe déjà' },
    meaning: {
      en: 'A category or another term with this name and the same parent exists already. “term_id” is its ID.',
      fr: 'Une catégorie ou un autre terme de ce nom existe déjà avec le même parent. « term_id » est son identifiant.',
    },
    remedy: { en: 'Use that term, or send another name or slug.', fr: 'Utilisez ce terme, ou envoyez un autre nom ou slug.' },
  },
  duplicate_term_slug: {
    title: { en: 'The slug is taken', fr: 'Slug déjà utilisé' },
    meaning: { en: 'Another term has this slug already.', fr: 'Un autre terme a déjà ce slug.' },
    remedy: {
      en: 'Send another slug. Without a slug, one is made of the name.',
      fr: 'Envoyez un autre slug. Sans slug, il est tiré du nom.',
    },
  },
  rest_taxonomy_not_hierarchical: {
    title: { en: 'Terms of this taxonomy have no parents', fr: 'Les termes de cette taxonomie n’ont pas de parent' },
    meaning: {
      en: 'The request has a parent for a term that cannot have one, such as a tag.',
      fr: 'La requête donne un parent à un terme qui ne peut pas en avoir, comme une étiquette.',
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
      en: `The password is wrong. Send the password of this ${name.en} in the parameter “password”.`,
      fr: `Le mot de passe est erroné. Envoyez celui de cet enregistrement (${name.fr}) dans le paramètre « password ».`,
    };
    const missing = {
      en: `This ${name.en} is protected: send its password in the parameter “password”.`,
      fr: `Cet enregistrement (${name.fr}) est protégé : envoyez son mot de passe dans le paramètre « password ».`,
    };
    return typeRefusal(kind, '{kind}-password-protected', isWrong ? wrong : missing);
  },
  inTrash: ({ kind, name }: ContentType) =>
    typeRefusal(kind, '{kind}-is-in-trash', {
      en: `This ${name.en} is already in the trash. Send force=true to delete it for good.`,
      fr: `Cet enregistrement (${name.fr}) est déjà dans la corbeille. Envoyez force=true pour le supprimer définitivement.`,
    }),
  pageNotFound: ({ kind }: ContentType, pages: number) => {
    const { en, fr } = counted(pages, 'page');
    return typeRefusal(kind, '{kind}-archive-page-not-found', {
      en: `This page does not exist: the list has ${en}.`,
      fr: `Cette page n’existe pas : la liste compte ${fr}.`,
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
