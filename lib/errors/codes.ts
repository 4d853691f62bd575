import type { Text } from '../language';

/** What people are told about a code: which HTTP statuses it comes with, its name in a few words, what it means, and what to do. */
export interface Explanation {
  readonly status: readonly [number, ...number[]];
  readonly title: Text;
  readonly meaning: Text;
  readonly remedy: Text;
  /** For codes of kinds: only post-like ones have it. */
  readonly only?: 'post-like';
}

/** Every code of the service's refusals; `{kind}` stands for the name of a kind, in codes that each kind has of its own. */
export const CODES = {
  rest_forbidden: {
    status: [401, 403],
    title: { en: 'Not allowed', fr: 'Action non autorisée' },
    meaning: {
      en: 'The request needs a right that you do not have: with 401 nobody is logged in, with 403 your role does not give it.',
      fr: 'La requête demande un droit que vous n’avez pas : avec 401, personne n’est identifié ; avec 403, votre rôle ne le donne pas.',
    },
    remedy: {
      en: 'Send an application password over HTTP Basic, or ask an administrator for another role. The header Allow lists the methods that you may use.',
      fr: 'Envoyez un mot de passe d’application par HTTP Basic, ou demandez un autre rôle à un administrateur. L’en-tête Allow énumère les méthodes qui vous sont permises.',
    },
  },
  incorrect_password: {
    status: [401],
    title: { en: 'Incorrect application password', fr: 'Mot de passe d’application incorrect' },
    meaning: {
      en: 'There is a user of this login, but the application password is another one.',
      fr: 'Un utilisateur porte bien ce nom, mais son mot de passe d’application est différent.',
    },
    remedy: {
      en: 'Check the application password. If it is lost, whoever runs the service can make a new one.',
      fr: 'Vérifiez le mot de passe d’application. S’il est perdu, la personne qui gère le service peut en créer un nouveau.',
    },
  },
  invalid_email: {
    status: [401],
    title: { en: 'Unknown e-mail address', fr: 'Adresse électronique inconnue' },
    meaning: {
      en: 'The login looks like an e-mail address, and no user has it.',
      fr: 'L’identifiant ressemble à une adresse électronique, et aucun utilisateur ne la porte.',
    },
    remedy: {
      en: 'Check its spelling, use the login instead, or send no credentials to read what is public.',
      fr: 'Vérifiez son orthographe, utilisez plutôt le nom d’utilisateur, ou n’envoyez pas d’identifiants pour lire ce qui est public.',
    },
  },
  invalid_username: {
    status: [401],
    title: { en: 'Unknown user', fr: 'Utilisateur inconnu' },
    meaning: { en: 'No user has this login.', fr: 'Aucun utilisateur ne porte ce nom.' },
    remedy: {
      en: 'Check its spelling, or send no credentials to read what is public.',
      fr: 'Vérifiez son orthographe, ou n’envoyez pas d’identifiants pour lire ce qui est public.',
    },
  },
  too_many_failed_logins: {
    status: [429],
    title: { en: 'Too many wrong passwords', fr: 'Trop de mots de passe erronés' },
    meaning: {
      en: 'So many wrong passwords came from your address for this login that none is checked for a while.',
      fr: 'Tant de mots de passe erronés sont venus de votre adresse pour cet utilisateur qu’aucun ne sera vérifié pendant un moment.',
    },
    remedy: {
      en: 'Wait as many seconds as the header Retry-After says, and send the right password.',
      fr: 'Attendez le nombre de secondes qu’indique l’en-tête Retry-After, puis envoyez le bon mot de passe.',
    },
  },
  'rest-{kind}-not-found': {
    status: [404],
    title: { en: 'Record not found', fr: 'Enregistrement introuvable' },
    meaning: {
      en: 'No record of this kind has the ID or the slug of the address. A slug is looked for in the language of the request only.',
      fr: 'Aucun enregistrement de ce type n’a l’identifiant ou le slug de l’adresse. Un slug n’est cherché que dans la langue de la requête.',
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
    title: { en: 'Record in the trash', fr: 'Enregistrement dans la corbeille' },
    meaning: {
      en: 'The record is in the trash, and you may not read it there.',
      fr: 'L’enregistrement est dans la corbeille, et vous ne pouvez pas l’y lire.',
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
    title: { en: 'Already in the trash', fr: 'Déjà dans la corbeille' },
    meaning: {
      en: 'The record that you remove is in the trash already.',
      fr: 'L’enregistrement que vous supprimez est déjà dans la corbeille.',
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
    status: [400],
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
  term_exists: {
    status: [400],
    title: { en: 'The term exists already', fr: 'Ce terme existe déjà' },
    meaning: {
      en: 'A category or another term of this name exists already with the same parent; “term_id” is its ID.',
      fr: 'Une catégorie ou un autre terme de ce nom existe déjà avec le même parent ; « term_id » est son identifiant.',
    },
    remedy: { en: 'Use that term, or send another name or slug.', fr: 'Utilisez ce terme, ou envoyez un autre nom ou slug.' },
  },
  duplicate_term_slug: {
    status: [400],
    title: { en: 'The slug is taken', fr: 'Slug déjà utilisé' },
    meaning: { en: 'Another term has this slug already.', fr: 'Un autre terme a déjà ce slug.' },
    remedy: {
      en: 'Send another slug, or none, so that one is made of the name.',
      fr: 'Envoyez un autre slug, ou aucun, pour qu’il soit tiré du nom.',
    },
  },
  rest_taxonomy_not_hierarchical: {
    status: [400],
    title: { en: 'Terms of this kind have no parents', fr: 'Les termes de ce type n’ont pas de parent' },
    meaning: {
      en: 'A parent was sent for a term of a kind that has none, such as a tag.',
      fr: 'Un parent a été envoyé pour un terme d’un type qui n’en a pas, comme une étiquette.',
    },
    remedy: { en: 'Leave “parent” out.', fr: 'N’envoyez pas « parent ».' },
  },
  rest_invalid_param: {
    status: [400],
    title: { en: 'Parameters are not valid', fr: 'Paramètres non valides' },
    meaning: {
      en: 'One or more parameters have values that the route does not take. “params” gives a reason for each, “details” a code where there is one.',
      fr: 'Un ou plusieurs paramètres ont des valeurs que la route n’accepte pas. « params » donne une raison pour chacun, « details » un code quand il y en a un.',
    },
    remedy: {
      en: 'Correct each parameter as its reason says; OPTIONS on the same address describes them all.',
      fr: 'Corrigez chaque paramètre selon sa raison ; OPTIONS sur la même adresse les décrit tous.',
    },
  },
  database_unavailable: {
    status: [503],
    title: { en: 'The database does not answer', fr: 'La base de données ne répond pas' },
    meaning: {
      en: 'The service runs, but its database cannot be reached at the moment.',
      fr: 'Le service fonctionne, mais sa base de données est injoignable pour le moment.',
    },
    remedy: {
      en: 'Try again after as many seconds as Retry-After says. Whether a write was done cannot be told: read before you repeat it.',
      fr: 'Réessayez après le nombre de secondes qu’indique Retry-After. On ne peut savoir si une écriture a eu lieu : lisez avant de la répéter.',
    },
  },
  insufficient_storage: {
    status: [507],
    title: { en: 'The disk is full', fr: 'Le disque est plein' },
    meaning: {
      en: 'The disk of the database is full: nothing was written, reading goes on.',
      fr: 'Le disque de la base de données est plein : rien n’a été écrit, la lecture reste possible.',
    },
    remedy: {
      en: 'Tell whoever runs the service, who has to free some space; then try again.',
      fr: 'Prévenez la personne qui gère le service, qui doit libérer de la place ; puis réessayez.',
    },
  },
  rest_invalid_namespace: {
    status: [404],
    title: { en: 'No such namespace', fr: 'Espace de noms inexistant' },
    meaning: {
      en: 'The index of a namespace was asked for by a name that none has.',
      fr: 'L’index d’un espace de noms a été demandé par un nom qu’aucun ne porte.',
    },
    remedy: {
      en: 'Look at the namespaces in the index of the language root, or leave “namespace” out.',
      fr: 'Regardez les espaces de noms dans l’index de la racine de la langue, ou omettez « namespace ».',
    },
  },
  rest_no_route: {
    status: [404],
    title: { en: 'No such route', fr: 'Route inexistante' },
    meaning: {
      en: 'No route has this address, or the one that has it does not know the method.',
      fr: 'Aucune route n’a cette adresse, ou celle qui l’a ne connaît pas la méthode.',
    },
    remedy: {
      en: 'Compare address and method with the index of the namespace, which lists every route.',
      fr: 'Comparez l’adresse et la méthode avec l’index de l’espace de noms, qui énumère toutes les routes.',
    },
  },
  rest_method_not_allowed: {
    status: [405],
    title: { en: 'No such method', fr: 'Méthode non admise' },
    meaning: {
      en: 'The request is a TRACE, which would send credentials back to where scripts can read them.',
      fr: 'La requête est un TRACE, qui renverrait les identifiants là où des scripts peuvent les lire.',
    },
    remedy: {
      en: 'Use one of the methods that the header Allow lists.',
      fr: 'Utilisez l’une des méthodes qu’énumère l’en-tête Allow.',
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
  rest_missing_callback_param: {
    status: [400],
    title: { en: 'Required parameters are missing', fr: 'Paramètres obligatoires manquants' },
    meaning: {
      en: 'The route needs parameters that the request does not carry; “params” names them.',
      fr: 'La route a besoin de paramètres que la requête ne porte pas ; « params » les nomme.',
    },
    remedy: { en: 'Send them, in the body or in the query.', fr: 'Envoyez-les, dans le corps ou dans la chaîne de requête.' },
  },
  rest_invalid_type: {
    status: [400],
    title: { en: 'Wrong type', fr: 'Type incorrect' },
    meaning: {
      en: 'The value of a parameter is of another type than the route declares.',
      fr: 'La valeur d’un paramètre est d’un autre type que celui que déclare la route.',
    },
    remedy: { en: 'Send a value of the type that the message names.', fr: 'Envoyez une valeur du type que nomme le message.' },
  },
  rest_not_in_enum: {
    status: [400],
    title: { en: 'Not one of the allowed values', fr: 'Valeur absente de la liste' },
    meaning: {
      en: 'A parameter takes only certain values, and this is none of them.',
      fr: 'Un paramètre n’accepte que certaines valeurs, et celle-ci n’en est pas une.',
    },
    remedy: {
      en: 'Send one of the values that the message lists, spelt alike.',
      fr: 'Envoyez l’une des valeurs que le message énumère, à l’identique.',
    },
  },
  rest_out_of_bounds: {
    status: [400],
    title: { en: 'Number out of bounds', fr: 'Nombre hors limites' },
    meaning: { en: 'A number is smaller or larger than is allowed.', fr: 'Un nombre est plus petit ou plus grand que ce qui est admis.' },
    remedy: {
      en: 'Send a number within the bounds that the message gives.',
      fr: 'Envoyez un nombre dans les limites que donne le message.',
    },
  },
  rest_invalid_multiple: {
    status: [400],
    title: { en: 'Not a multiple', fr: 'Multiple attendu' },
    meaning: { en: 'A number is no multiple of the step that is declared.', fr: 'Un nombre n’est pas un multiple du pas déclaré.' },
    remedy: {
      en: 'Round it to a multiple of the number in the message.',
      fr: 'Arrondissez-le à un multiple du nombre indiqué dans le message.',
    },
  },
  rest_too_short: {
    status: [400],
    title: { en: 'Text too short', fr: 'Texte trop court' },
    meaning: { en: 'A text has fewer characters than is allowed.', fr: 'Un texte compte moins de caractères que le minimum admis.' },
    remedy: { en: 'Send a longer one, or leave the parameter out.', fr: 'Envoyez-en un plus long, ou omettez le paramètre.' },
  },
  rest_too_long: {
    status: [400],
    title: { en: 'Text too long', fr: 'Texte trop long' },
    meaning: { en: 'A text has more characters than is allowed.', fr: 'Un texte compte plus de caractères que le maximum admis.' },
    remedy: { en: 'Shorten it to the length that the message gives.', fr: 'Raccourcissez-le à la longueur que donne le message.' },
  },
  rest_invalid_pattern: {
    status: [400],
    title: { en: 'Pattern not matched', fr: 'Motif non respecté' },
    meaning: {
      en: 'A text does not match the regular expression that is declared.',
      fr: 'Un texte ne correspond pas à l’expression rationnelle déclarée.',
    },
    remedy: { en: 'Write it as the pattern in the message asks.', fr: 'Écrivez-le comme le demande le motif cité dans le message.' },
  },
  rest_invalid_date: {
    status: [400],
    title: { en: 'No date and time', fr: 'Date et heure non valides' },
    meaning: {
      en: 'A text is no date and time of RFC 3339, or names a day that does not exist.',
      fr: 'Un texte n’est pas une date et une heure selon la RFC 3339, ou désigne un jour qui n’existe pas.',
    },
    remedy: { en: 'Send one such as 2030-01-31T18:00:00Z.', fr: 'Envoyez-en une comme 2030-01-31T18:00:00Z.' },
  },
  rest_invalid_email: {
    status: [400],
    title: { en: 'No e-mail address', fr: 'Adresse électronique non valide' },
    meaning: { en: 'The value of a parameter is no e-mail address.', fr: 'La valeur d’un paramètre n’est pas une adresse électronique.' },
    remedy: { en: 'Send one such as name@example.org.', fr: 'Envoyez-en une comme nom@example.org.' },
  },
  rest_invalid_hex_color: {
    status: [400],
    title: { en: 'No colour', fr: 'Couleur non valide' },
    meaning: {
      en: 'The value of a parameter is no hexadecimal colour.',
      fr: 'La valeur d’un paramètre n’est pas une couleur hexadécimale.',
    },
    remedy: { en: 'Send one such as #a1b2c3.', fr: 'Envoyez-en une comme #a1b2c3.' },
  },
  rest_invalid_ip: {
    status: [400],
    title: { en: 'No IP address', fr: 'Adresse IP non valide' },
    meaning: { en: 'The value of a parameter is no IP address.', fr: 'La valeur d’un paramètre n’est pas une adresse IP.' },
    remedy: { en: 'Send an IPv4 or IPv6 address.', fr: 'Envoyez une adresse IPv4 ou IPv6.' },
  },
  rest_invalid_uuid: {
    status: [400],
    title: { en: 'No UUID', fr: 'UUID non valide' },
    meaning: { en: 'The value of a parameter is no UUID.', fr: 'La valeur d’un paramètre n’est pas un UUID.' },
    remedy: {
      en: 'Send 32 hexadecimal digits, with hyphens after the 8th, 12th, 16th and 20th.',
      fr: 'Envoyez 32 chiffres hexadécimaux, avec un trait d’union après le 8e, le 12e, le 16e et le 20e.',
    },
  },
  rest_too_few_items: {
    status: [400],
    title: { en: 'List too short', fr: 'Liste trop courte' },
    meaning: { en: 'A list has fewer items than is allowed.', fr: 'Une liste compte moins d’éléments que le minimum admis.' },
    remedy: {
      en: 'Add items, up to the number in the message at least.',
      fr: 'Ajoutez des éléments, jusqu’au nombre indiqué dans le message au moins.',
    },
  },
  rest_too_many_items: {
    status: [400],
    title: { en: 'List too long', fr: 'Liste trop longue' },
    meaning: { en: 'A list has more items than is allowed.', fr: 'Une liste compte plus d’éléments que le maximum admis.' },
    remedy: {
      en: 'Send fewer items, or spread them over several requests.',
      fr: 'Envoyez moins d’éléments, ou répartissez-les sur plusieurs requêtes.',
    },
  },
  rest_duplicate_items: {
    status: [400],
    title: { en: 'Equal items', fr: 'Éléments en double' },
    meaning: {
      en: 'Two items of a list are equal, where each may stand only once.',
      fr: 'Deux éléments d’une liste sont égaux, alors que chacun ne peut y figurer qu’une fois.',
    },
    remedy: { en: 'Send each item only once.', fr: 'N’envoyez chaque élément qu’une fois.' },
  },
  rest_additional_properties_forbidden: {
    status: [400],
    title: { en: 'Unknown property', fr: 'Propriété inconnue' },
    meaning: { en: 'An object has a property that is not declared.', fr: 'Un objet a une propriété qui n’est pas déclarée.' },
    remedy: { en: 'Leave it out, or check its spelling.', fr: 'Retirez-la, ou vérifiez son orthographe.' },
  },
  rest_property_required: {
    status: [400],
    title: { en: 'Property missing', fr: 'Propriété manquante' },
    meaning: { en: 'An object lacks a property that it must have.', fr: 'Il manque à un objet une propriété obligatoire.' },
    remedy: { en: 'Add the property that the message names.', fr: 'Ajoutez la propriété que nomme le message.' },
  },
  rest_too_few_properties: {
    status: [400],
    title: { en: 'Too few properties', fr: 'Trop peu de propriétés' },
    meaning: { en: 'An object has fewer properties than is allowed.', fr: 'Un objet compte moins de propriétés que le minimum admis.' },
    remedy: {
      en: 'Add properties, up to the number in the message at least.',
      fr: 'Ajoutez des propriétés, jusqu’au nombre indiqué dans le message au moins.',
    },
  },
  rest_too_many_properties: {
    status: [400],
    title: { en: 'Too many properties', fr: 'Trop de propriétés' },
    meaning: { en: 'An object has more properties than is allowed.', fr: 'Un objet compte plus de propriétés que le maximum admis.' },
    remedy: {
      en: 'Remove properties, down to the number in the message.',
      fr: 'Retirez des propriétés, jusqu’au nombre indiqué dans le message.',
    },
  },
  rest_no_matching_schema: {
    status: [400],
    title: { en: 'None of the allowed forms', fr: 'Aucune des formes admises' },
    meaning: {
      en: 'A parameter may have one of several forms, and its value has none of them.',
      fr: 'Un paramètre peut avoir plusieurs formes, et sa valeur n’en a aucune.',
    },
    remedy: {
      en: 'Compare the value with the forms that OPTIONS on the same address describes.',
      fr: 'Comparez la valeur avec les formes que décrit OPTIONS sur la même adresse.',
    },
  },
  rest_one_of_multiple_matches: {
    status: [400],
    title: { en: 'Several of the allowed forms', fr: 'Plusieurs des formes admises' },
    meaning: {
      en: 'A parameter must have exactly one of several forms, and its value has more than one; “positions” tells which.',
      fr: 'Un paramètre doit avoir exactement une forme parmi plusieurs, et sa valeur en a plus d’une ; « positions » dit lesquelles.',
    },
    remedy: { en: 'Send a value that has only one of them.', fr: 'Envoyez une valeur qui n’en a qu’une.' },
  },
  rest_invalid_json: {
    status: [400],
    title: { en: 'No well-formed JSON', fr: 'JSON mal formé' },
    meaning: {
      en: 'The body says that it is JSON, but it is not well-formed, is not in UTF-8, or is nested too deep.',
      fr: 'Le corps est annoncé comme du JSON, mais il est mal formé, n’est pas en UTF-8 ou est imbriqué trop profondément.',
    },
    remedy: {
      en: 'Correct it where “json_error_message” says, or send it with the Content-Type that it has.',
      fr: 'Corrigez-le comme l’indique « json_error_message », ou envoyez-le avec le Content-Type qui est le sien.',
    },
  },
  rest_content_too_large: {
    status: [413],
    title: { en: 'Too large', fr: 'Contenu trop volumineux' },
    meaning: {
      en: 'The body, or the record that it would make, has more bytes than are accepted. Bytes count after decompression.',
      fr: 'Le corps, ou l’enregistrement qui en résulterait, compte plus d’octets que le maximum accepté. Ils sont comptés après décompression.',
    },
    remedy: { en: 'Shorten texts, or send less at a time.', fr: 'Raccourcissez les textes, ou envoyez-en moins à la fois.' },
  },
  rest_unsupported_media_type: {
    status: [415],
    title: { en: 'Unknown compression', fr: 'Compression inconnue' },
    meaning: {
      en: 'The body is compressed in a way that the service does not know.',
      fr: 'Le corps est compressé d’une manière que le service ne connaît pas.',
    },
    remedy: {
      en: 'Send it as it is, or compressed with gzip, deflate or br, and say so in Content-Encoding.',
      fr: 'Envoyez-le tel quel, ou compressé en gzip, deflate ou br, et dites-le dans Content-Encoding.',
    },
  },
  rest_undecodable_body: {
    status: [400],
    title: { en: 'Unreadable body', fr: 'Corps illisible' },
    meaning: {
      en: 'The body ended too early, or is not compressed as its Content-Encoding says.',
      fr: 'Le corps s’est terminé trop tôt, ou n’est pas compressé comme l’annonce son Content-Encoding.',
    },
    remedy: { en: 'Send it again, whole.', fr: 'Renvoyez-le en entier.' },
  },
  rest_too_many_parameters: {
    status: [400],
    title: { en: 'Too many parameters', fr: 'Trop de paramètres' },
    meaning: {
      en: 'The query or the body carries more parameters than are accepted.',
      fr: 'La chaîne de requête ou le corps porte plus de paramètres que le maximum accepté.',
    },
    remedy: { en: 'Send fewer, e.g. in several requests.', fr: 'Envoyez-en moins, par exemple en plusieurs requêtes.' },
  },
  rest_callback_invalid: {
    status: [400],
    title: { en: 'Invalid JSONP callback', fr: 'Fonction de rappel JSONP non valide' },
    meaning: {
      en: 'The parameter “_jsonp” holds characters that no name of a function has.',
      fr: 'Le paramètre « _jsonp » contient des caractères qu’aucun nom de fonction ne comporte.',
    },
    remedy: {
      en: 'Use letters, digits, underscores and full stops only, or ask for JSON without “_jsonp”.',
      fr: 'N’utilisez que des lettres, des chiffres, des tirets bas et des points, ou demandez du JSON sans « _jsonp ».',
    },
  },
  rest_invalid_host: {
    status: [400],
    title: { en: 'Invalid host', fr: 'Hôte non valide' },
    meaning: { en: 'The header Host is no name of a host.', fr: 'L’en-tête Host n’est pas un nom d’hôte.' },
    remedy: {
      en: 'Send the host of the address that you call. Behind a proxy, look at what it forwards.',
      fr: 'Envoyez l’hôte de l’adresse que vous appelez. Derrière un mandataire, regardez ce qu’il transmet.',
    },
  },
  rest_cookie_invalid_nonce: {
    status: [403],
    title: { en: 'Invalid nonce', fr: 'Nonce non valide' },
    meaning: {
      en: 'The request carries a nonce, which goes with cookies, and this service knows no cookies.',
      fr: 'La requête porte un nonce, qui va avec des cookies, et ce service ne connaît pas les cookies.',
    },
    remedy: {
      en: 'Leave out X-WP-Nonce and “_wpnonce”, and send an application password where rights are needed.',
      fr: 'Omettez X-WP-Nonce et « _wpnonce », et envoyez un mot de passe d’application là où il faut des droits.',
    },
  },
  rest_too_many_requests: {
    status: [429],
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    meaning: {
      en: 'More requests came from your address within a minute than are accepted.',
      fr: 'Plus de requêtes sont venues de votre adresse en une minute que le maximum accepté.',
    },
    remedy: {
      en: 'Wait as many seconds as the header Retry-After says, and keep answers that you need often.',
      fr: 'Attendez le nombre de secondes qu’indique l’en-tête Retry-After, et gardez les réponses dont vous avez souvent besoin.',
    },
  },
  rest_overloaded: {
    status: [503],
    title: { en: 'The service is overloaded', fr: 'Le service est surchargé' },
    meaning: {
      en: 'The service has too much to do, or too many requests change the same records: this one could not be served in time and was refused. Nothing was changed.',
      fr: 'Le service a trop à faire, ou trop de requêtes modifient les mêmes enregistrements : celle-ci n’a pas pu être servie à temps et a été refusée. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Wait as many seconds as the header Retry-After says, and send it again.',
      fr: 'Attendez le nombre de secondes qu’indique l’en-tête Retry-After, puis renvoyez-la.',
    },
  },
  rest_malformed_request: {
    status: [400, 408, 431],
    title: { en: 'Malformed request', fr: 'Requête mal formée' },
    meaning: {
      en: 'What arrived is no HTTP (400), took too long to arrive (408), or has headers that are too large (431).',
      fr: 'Ce qui est arrivé n’est pas du HTTP (400), a mis trop de temps à arriver (408) ou a des en-têtes trop longs (431).',
    },
    remedy: {
      en: 'Check the client or the proxy in between, and send shorter headers and addresses.',
      fr: 'Vérifiez le client ou le mandataire intermédiaire, et envoyez des en-têtes et des adresses plus courts.',
    },
  },
  internal_server_error: {
    status: [500],
    title: { en: 'Something went wrong inside', fr: 'Erreur interne' },
    meaning: {
      en: 'The service, or a plugin of it, has a fault. The request is not to blame.',
      fr: 'Le service, ou l’une de ses extensions, a un défaut. La requête n’y est pour rien.',
    },
    remedy: {
      en: 'Try again; if it happens again, tell whoever runs the service the X-Request-Id of the answer, which leads to the cause in the log.',
      fr: 'Réessayez ; si l’erreur se reproduit, donnez à la personne qui gère le service le X-Request-Id de la réponse, qui mène à la cause dans le journal.',
    },
  },
} as const satisfies Readonly<Record<string, Explanation>>;

/** A code of the service's own refusals, with `{kind}` where each kind has its own. */
export type Code = keyof typeof CODES;

/** A code that every kind has of its own. */
export type KindCode = Extract<Code, `${string}{kind}${string}`>;

/** A code that is about no kind. */
export type PlainCode = Exclude<Code, KindCode>;

/** A code as answers have it, e.g. `venue-not-accessible`. */
export type SpeltCode = PlainCode | Spelt<KindCode>;
type Spelt<C> = C extends `${infer Before}{kind}${infer After}` ? `${Before}${string}${After}` : never;

/** The statuses that a code comes with. */
export type StatusOf<C extends Code> = (typeof CODES)[C]['status'][number];

/** Writes the name of a kind into a code, e.g. `venue` into `{kind}-not-accessible`. */
export const codeOf = (code: string, kind: string): string => code.replace('{kind}', () => kind);
