import { explained, refusing, repeatable } from './refusal';

/** Error codes about requests before their parameters are read, about bodies and about oEmbed, with explanations. */
export const REQUEST_CODES = explained({
  rest_invalid_json: {
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
    title: { en: 'Unsupported body', fr: 'Corps non pris en charge' },
    meaning: {
      en: 'The body is of a type that the service does not read, or is compressed in a way that it does not know. Nothing was changed.',
      fr: 'Le corps est d’un type que le service ne lit pas, ou compressé d’une manière qu’il ne connaît pas. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Send JSON or a form, say so in Content-Type, and compress it with gzip, deflate or br if at all.',
      fr: 'Envoyez du JSON ou un formulaire, dites-le dans Content-Type et, si vous le compressez, faites-le en gzip, deflate ou br.',
    },
  },
  rest_undecodable_body: {
    title: { en: 'Unreadable body', fr: 'Corps illisible' },
    meaning: {
      en: 'The body ended too early, is not compressed as its Content-Encoding says, or is a broken multipart form.',
      fr: 'Le corps s’est terminé trop tôt, n’est pas compressé comme l’annonce son Content-Encoding ou est un formulaire multipart défectueux.',
    },
    remedy: { en: 'Send it again, whole.', fr: 'Renvoyez-le en entier.' },
  },
  rest_too_many_parameters: {
    title: { en: 'Too many parameters', fr: 'Trop de paramètres' },
    meaning: {
      en: 'The query or the body carries more parameters than are accepted.',
      fr: 'La chaîne de requête ou le corps porte plus de paramètres que le maximum accepté.',
    },
    remedy: { en: 'Send fewer, e.g. in several requests.', fr: 'Envoyez-en moins, par exemple en plusieurs requêtes.' },
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
  rest_callback_invalid: {
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
    title: { en: 'Invalid host', fr: 'Hôte non valide' },
    meaning: { en: 'The header Host names no host of this service.', fr: 'L’en-tête Host ne nomme aucun hôte de ce service.' },
    remedy: {
      en: 'Send the host of the address that you call. Behind a proxy, look at what it forwards.',
      fr: 'Envoyez l’hôte de l’adresse que vous appelez. Derrière un mandataire, regardez ce qu’il transmet.',
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
  oembed_invalid_url: {
    status: [404],
    title: { en: 'Nothing to embed', fr: 'Rien à intégrer' },
    meaning: {
      en: 'At the address in “url” there is nothing of this site that other sites may show.',
      fr: 'À l’adresse donnée dans « url », il n’y a rien de ce site que d’autres sites puissent afficher.',
    },
    remedy: {
      en: 'Send the address of a start page, with its filters, or of the page of an event that everybody may see.',
      fr: 'Envoyez l’adresse d’une page d’accueil, avec ses filtres, ou de la page d’un évènement que tout le monde peut voir.',
    },
  },
  oembed_unknown_format: {
    status: [501],
    title: { en: 'No such oEmbed format', fr: 'Format oEmbed inconnu' },
    meaning: {
      en: 'The parameter “format” asks for a format that oEmbed answers are not written in.',
      fr: 'Le paramètre « format » demande un format dans lequel les réponses oEmbed ne sont pas écrites.',
    },
    remedy: { en: 'Send json or xml, or leave “format” out.', fr: 'Envoyez json ou xml, ou omettez « format ».' },
  },
});

const refusal = refusing(REQUEST_CODES);

export const requestErrors = {
  invalidJson: (code: number, why: string) => {
    const text = {
      en: 'The body is not well-formed JSON in UTF-8. Correct it, or send it with another Content-Type.',
      fr: 'Le corps n’est pas du JSON bien formé en UTF-8. Corrigez-le ou envoyez-le avec un autre Content-Type.',
    };
    return refusal('rest_invalid_json', text, { data: { json_error_code: code, json_error_message: why } });
  },
  contentTooLarge: (bytes: number) =>
    refusal('rest_content_too_large', {
      en: `The body is too large: at most ${bytes} bytes are accepted, counted after decompression. Send less at a time.`,
      fr: `Le corps est trop volumineux : ${bytes} octets au plus sont acceptés, comptés après décompression. Envoyez-en moins à la fois.`,
    }),
  recordTooLarge: (bytes: number) =>
    refusal('rest_content_too_large', {
      en: `The record would be too large: at most ${bytes} bytes are stored of one, what searches need of it included. Shorten its texts.`,
      fr: `L’élément serait trop volumineux : ${bytes} octets au plus en sont enregistrés, ce qu’il faut aux recherches compris. Raccourcissez ses textes.`,
    }),
  unreadMediaType: () =>
    refusal('rest_unsupported_media_type', {
      en: 'A body of this type is not read, and nothing was changed. Send application/json, application/x-www-form-urlencoded or multipart/form-data, and name it in Content-Type.',
      fr: 'Un corps de ce type n’est pas lu, et rien n’a été modifié. Envoyez application/json, application/x-www-form-urlencoded ou multipart/form-data, et nommez-le dans Content-Type.',
    }),
  unsupportedMediaType: (coding: string) => {
    const name = repeatable(coding);
    return refusal('rest_unsupported_media_type', {
      en: `${name ? `The Content-Encoding ${name}` : 'This Content-Encoding'} is not supported. Send the body as it is, or compressed with gzip, deflate or br.`,
      fr: `${name ? `Le Content-Encoding ${name}` : 'Ce Content-Encoding'} n’est pas pris en charge. Envoyez le corps tel quel ou compressé en gzip, deflate ou br.`,
    });
  },
  undecodableBody: () =>
    refusal('rest_undecodable_body', {
      en: 'The body could not be read: it ends too early, is not compressed as its Content-Encoding says, or is a broken form. Send it again.',
      fr: 'Le corps n’a pas pu être lu : il se termine trop tôt, n’est pas compressé comme l’annonce son Content-Encoding ou est un formulaire défectueux. Renvoyez-le.',
    }),
  tooManyParameters: (limit: number) =>
    refusal('rest_too_many_parameters', {
      en: `The request carries too many parameters: at most ${limit} are accepted. Send fewer.`,
      fr: `La requête comporte trop de paramètres : ${limit} au plus sont acceptés. Envoyez-en moins.`,
    }),
  tooManyParts: (limit: number) =>
    refusal('rest_too_many_parameters', {
      en: `The request has too many parts: a query or a form has at most ${limit}, each member of a list counted. Send fewer, or a body of JSON.`,
      fr: `La requête comporte trop de parties : ${limit} au plus pour une chaîne de requête ou un formulaire, chaque membre d’une liste compté. Envoyez-en moins, ou un corps en JSON.`,
    }),
  invalidNamespace: () =>
    refusal('rest_invalid_namespace', {
      en: 'There is no such namespace. Send one of those that the index of the site lists, or leave `namespace` out for that of the address.',
      fr: 'Cet espace de noms n’existe pas. Envoyez l’un de ceux qu’énumère l’index du site, ou omettez « namespace » pour celui de l’adresse.',
    }),
  noRoute: () =>
    refusal('rest_no_route', {
      en: 'No route matches this address and method. The index of the namespace lists the routes and their methods.',
      fr: 'Aucune route ne correspond à cette adresse et à cette méthode. L’index de l’espace de noms énumère les routes et leurs méthodes.',
    }),
  methodNotAllowed: () => {
    const text = {
      en: 'TRACE is answered nowhere, since it would send credentials back. The header Allow lists the methods that there are.',
      fr: 'TRACE ne reçoit de réponse nulle part, car cette méthode renverrait les identifiants. L’en-tête Allow énumère les méthodes qui existent.',
    };
    return refusal('rest_method_not_allowed', text, { headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } });
  },
  invalidCallback: () =>
    refusal('rest_callback_invalid', {
      en: 'The name of the JSONP callback may hold only letters, digits, underscores and full stops. Choose another one.',
      fr: 'Le nom de la fonction de rappel JSONP ne peut comporter que des lettres, des chiffres, des tirets bas et des points. Choisissez-en un autre.',
    }),
  invalidHost: () =>
    refusal('rest_invalid_host', {
      en: 'The Host header names no host of this service. Send the host of the address that you call.',
      fr: 'L’en-tête Host ne nomme aucun hôte de ce service. Envoyez l’hôte de l’adresse que vous appelez.',
    }),
  malformedRequest: (status: 400 | 408 | 431) => {
    const text = {
      en: 'This is no HTTP request that the service understands: it is malformed, too slow, or its headers are too large.',
      fr: 'Ceci n’est pas une requête HTTP que le service comprend : elle est mal formée, trop lente, ou ses en-têtes sont trop longs.',
    };
    return refusal('rest_malformed_request', text, { status });
  },
  /** Makes the 404 of the oEmbed route for an address that other sites cannot embed. */
  nothingToEmbed: () =>
    refusal('oembed_invalid_url', {
      en: 'There is nothing at this address that other sites may show: send that of a start page or of an event.',
      fr: 'Il n’y a rien à cette adresse que d’autres sites puissent afficher : envoyez celle d’une page d’accueil ou d’un évènement.',
    }),
  unknownEmbedFormat: () =>
    refusal('oembed_unknown_format', {
      en: 'oEmbed answers are json or xml: send one of these as `format`, or leave it out.',
      fr: 'Les réponses oEmbed sont en json ou en xml : envoyez l’un des deux comme `format`, ou omettez-le.',
    }),
};
