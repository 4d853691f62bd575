import { explained, refusing, repeatable } from './refusal';

/** Error codes about requests before their parameters are read, about bodies and about oEmbed, with explanations. */
export const REQUEST_CODES = explained({
  rest_invalid_json: {
    title: { en: 'Malformed JSON', fr: 'JSON mal formé' },
    meaning: {
      en: 'The Content-Type of the body is JSON, but the body is not well-formed, is not in UTF-8, or is nested too deeply.',
      fr: 'Le Content-Type du corps est JSON, mais le corps est mal formé, n’est pas en UTF-8 ou est imbriqué trop profondément.',
    },
    remedy: {
      en: 'Correct the error that “json_error_message” describes, or send the right Content-Type.',
      fr: 'Corrigez l’erreur que décrit « json_error_message », ou envoyez le bon Content-Type.',
    },
  },
  rest_content_too_large: {
    status: [413],
    title: { en: 'Content too large', fr: 'Contenu trop volumineux' },
    meaning: {
      en: 'The body, or the record that it would create, has more bytes than the service accepts. Bytes are counted after decompression.',
      fr: 'Le corps, ou l’enregistrement qu’il créerait, compte plus d’octets que le maximum accepté. Les octets sont comptés après décompression.',
    },
    remedy: {
      en: 'Shorten the texts, or send less data at a time.',
      fr: 'Raccourcissez les textes, ou envoyez moins de données à la fois.',
    },
  },
  rest_unsupported_media_type: {
    status: [415],
    title: { en: 'Unsupported body', fr: 'Corps non pris en charge' },
    meaning: {
      en: 'The service does not support the type or the compression of the body. Nothing was changed.',
      fr: 'Le service ne prend pas en charge le type ou la compression du corps. Rien n’a été modifié.',
    },
    remedy: {
      en: 'Send JSON or a form, with the right Content-Type. If you compress the body, use gzip, deflate or br.',
      fr: 'Envoyez du JSON ou un formulaire, avec le bon Content-Type. Si vous compressez le corps, utilisez gzip, deflate ou br.',
    },
  },
  rest_undecodable_body: {
    title: { en: 'Unreadable body', fr: 'Corps illisible' },
    meaning: {
      en: 'The body is incomplete, does not match its Content-Encoding, or is a malformed multipart form.',
      fr: 'Le corps est incomplet, ne correspond pas à son Content-Encoding ou est un formulaire multipart mal formé.',
    },
    remedy: { en: 'Send the complete body again.', fr: 'Renvoyez le corps complet.' },
  },
  rest_too_many_parameters: {
    title: { en: 'Too many parameters', fr: 'Trop de paramètres' },
    meaning: {
      en: 'The query or the body has more parameters than the service accepts.',
      fr: 'La chaîne de requête ou le corps contient plus de paramètres que le maximum accepté.',
    },
    remedy: {
      en: 'Send fewer parameters, e.g. in several requests.',
      fr: 'Envoyez moins de paramètres, par exemple en plusieurs requêtes.',
    },
  },
  rest_invalid_namespace: {
    status: [404],
    title: { en: 'Unknown namespace', fr: 'Espace de noms inconnu' },
    meaning: {
      en: 'The request asks for the index of a namespace that does not exist.',
      fr: 'La requête demande l’index d’un espace de noms qui n’existe pas.',
    },
    remedy: {
      en: 'Send one of the namespaces that the index of the language root lists, or leave “namespace” out.',
      fr: 'Envoyez l’un des espaces de noms qu’énumère l’index de la racine de la langue, ou omettez « namespace ».',
    },
  },
  rest_no_route: {
    status: [404],
    title: { en: 'Unknown route', fr: 'Route inconnue' },
    meaning: {
      en: 'No route has this address, or the route does not have this method.',
      fr: 'Aucune route n’a cette adresse, ou la route n’a pas cette méthode.',
    },
    remedy: {
      en: 'Compare the address and the method with the index of the namespace, which lists all routes.',
      fr: 'Comparez l’adresse et la méthode avec l’index de l’espace de noms, qui énumère toutes les routes.',
    },
  },
  rest_method_not_allowed: {
    status: [405],
    title: { en: 'Method not allowed', fr: 'Méthode non admise' },
    meaning: {
      en: 'The service does not answer TRACE, since the answer would contain credentials that scripts could read.',
      fr: 'Le service ne répond pas à TRACE, car la réponse contiendrait des identifiants que des scripts pourraient lire.',
    },
    remedy: {
      en: 'Use one of the methods in the header Allow.',
      fr: 'Utilisez l’une des méthodes de l’en-tête Allow.',
    },
  },
  rest_callback_invalid: {
    title: { en: 'Invalid JSONP callback', fr: 'Fonction de rappel JSONP non valide' },
    meaning: {
      en: 'The parameter “_jsonp” has characters that cannot be part of a function name.',
      fr: 'Le paramètre « _jsonp » contient des caractères interdits dans un nom de fonction.',
    },
    remedy: {
      en: 'Use only letters, digits, underscores and full stops, or ask for JSON without “_jsonp”.',
      fr: 'N’utilisez que des lettres, des chiffres, des tirets bas et des points, ou demandez du JSON sans « _jsonp ».',
    },
  },
  rest_invalid_host: {
    title: { en: 'Invalid host', fr: 'Hôte non valide' },
    meaning: {
      en: 'The host in the header Host is not one of this service.',
      fr: 'L’hôte de l’en-tête Host n’est pas un hôte de ce service.',
    },
    remedy: {
      en: 'Send the host of the address that you call. If there is a proxy in between, check the Host that it forwards.',
      fr: 'Envoyez l’hôte de l’adresse que vous appelez. S’il y a un serveur mandataire, vérifiez l’en-tête Host qu’il transmet.',
    },
  },
  rest_malformed_request: {
    status: [400, 408, 431],
    title: { en: 'Malformed request', fr: 'Requête mal formée' },
    meaning: {
      en: 'The request is not valid HTTP (400), took too long to arrive (408), or has headers that are too large (431).',
      fr: 'La requête n’est pas du HTTP valide (400), a mis trop de temps à arriver (408) ou a des en-têtes trop longs (431).',
    },
    remedy: {
      en: 'Check the client and the proxy in between, if there is one. Send shorter headers and addresses.',
      fr: 'Vérifiez le client et, s’il y en a un, le serveur mandataire. Envoyez des en-têtes et des adresses plus courts.',
    },
  },
  oembed_invalid_url: {
    status: [404],
    title: { en: 'Page cannot be embedded', fr: 'Page non intégrable' },
    meaning: {
      en: 'The address in “url” is not a page that other sites can embed.',
      fr: 'L’adresse donnée dans « url » n’est pas celle d’une page que d’autres sites peuvent intégrer.',
    },
    remedy: {
      en: 'Send the address of a start page, with or without filters, or of the page of a public event.',
      fr: 'Envoyez l’adresse d’une page d’accueil, avec ou sans filtres, ou de la page d’un évènement public.',
    },
  },
  oembed_unknown_format: {
    status: [501],
    title: { en: 'Unknown oEmbed format', fr: 'Format oEmbed inconnu' },
    meaning: {
      en: 'The parameter “format” has a format that oEmbed does not have.',
      fr: 'Le paramètre « format » demande un format qui n’existe pas dans oEmbed.',
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
      en: `The body is too large: at most ${bytes} bytes are accepted, counted after decompression. Send less data at a time.`,
      fr: `Le corps est trop volumineux : ${bytes} octets au plus sont acceptés, comptés après décompression. Envoyez moins de données à la fois.`,
    }),
  recordTooLarge: (bytes: number) =>
    refusal('rest_content_too_large', {
      en: `The record would be too large: at most ${bytes} bytes are stored for each record, with its search index. Shorten its texts.`,
      fr: `L’enregistrement serait trop volumineux : ${bytes} octets au plus sont enregistrés pour chacun, index de recherche compris. Raccourcissez ses textes.`,
    }),
  unreadMediaType: () =>
    refusal('rest_unsupported_media_type', {
      en: 'The type of the body is not supported, and nothing was changed. Send application/json, application/x-www-form-urlencoded or multipart/form-data, with the right Content-Type.',
      fr: 'Le type du corps n’est pas pris en charge, et rien n’a été modifié. Envoyez application/json, application/x-www-form-urlencoded ou multipart/form-data, avec le bon Content-Type.',
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
      en: 'The body cannot be read: it is incomplete, does not match its Content-Encoding, or is a malformed form. Send it again.',
      fr: 'Le corps est illisible : il est incomplet, ne correspond pas à son Content-Encoding ou est un formulaire mal formé. Renvoyez-le.',
    }),
  tooManyParameters: (limit: number) =>
    refusal('rest_too_many_parameters', {
      en: `The request has too many parameters: at most ${limit} are accepted. Send fewer.`,
      fr: `La requête a trop de paramètres : ${limit} au plus sont acceptés. Envoyez-en moins.`,
    }),
  tooManyParts: (limit: number) =>
    refusal('rest_too_many_parameters', {
      en: `The request has too many values: a query or a form may have at most ${limit}, and each item of a list counts. Send fewer, or send JSON.`,
      fr: `La requête a trop de valeurs : ${limit} au plus pour une chaîne de requête ou un formulaire, et chaque élément d’une liste compte. Envoyez-en moins, ou envoyez du JSON.`,
    }),
  invalidNamespace: () =>
    refusal('rest_invalid_namespace', {
      en: 'This namespace does not exist. Send one of those that the index of the site lists. Without `namespace`, that of the address is described.',
      fr: 'Cet espace de noms n’existe pas. Envoyez l’un de ceux qu’énumère l’index du site. Sans « namespace », celui de l’adresse est décrit.',
    }),
  noRoute: () =>
    refusal('rest_no_route', {
      en: 'No route matches this address and method. The index of the namespace lists the routes and their methods.',
      fr: 'Aucune route ne correspond à cette adresse et à cette méthode. L’index de l’espace de noms énumère les routes et leurs méthodes.',
    }),
  methodNotAllowed: () => {
    const text = {
      en: 'The service does not answer TRACE, since the answer would contain credentials. Use one of the methods in the header Allow.',
      fr: 'Le service ne répond pas à TRACE, car la réponse contiendrait des identifiants. Utilisez l’une des méthodes de l’en-tête Allow.',
    };
    return refusal('rest_method_not_allowed', text, { headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } });
  },
  invalidCallback: () =>
    refusal('rest_callback_invalid', {
      en: 'The name of the JSONP callback may contain only letters, digits, underscores and full stops. Choose another one.',
      fr: 'Le nom de la fonction de rappel JSONP ne peut contenir que des lettres, des chiffres, des tirets bas et des points. Choisissez-en un autre.',
    }),
  invalidHost: () =>
    refusal('rest_invalid_host', {
      en: 'The host in the header Host is not one of this service. Send the host of the address that you call.',
      fr: 'L’hôte de l’en-tête Host n’est pas un hôte de ce service. Envoyez l’hôte de l’adresse que vous appelez.',
    }),
  malformedRequest: (status: 400 | 408 | 431) => {
    const text = {
      en: 'The request is malformed, took too long to arrive, or has headers that are too large. Correct it and send it again.',
      fr: 'La requête est mal formée, a mis trop de temps à arriver ou a des en-têtes trop longs. Corrigez-la et renvoyez-la.',
    };
    return refusal('rest_malformed_request', text, { status });
  },
  /** Makes the 404 of the oEmbed route for an address that other sites cannot embed. */
  nothingToEmbed: () =>
    refusal('oembed_invalid_url', {
      en: 'Other sites cannot embed the page at this address. Send the address of a start page or of a public event.',
      fr: 'D’autres sites ne peuvent pas intégrer la page de cette adresse. Envoyez l’adresse d’une page d’accueil ou d’un évènement public.',
    }),
  unknownEmbedFormat: () =>
    refusal('oembed_unknown_format', {
      en: 'The format must be json or xml: send one of these as `format`, or leave it out.',
      fr: 'Le format doit être json ou xml : envoyez l’un des deux comme `format`, ou omettez-le.',
    }),
};
