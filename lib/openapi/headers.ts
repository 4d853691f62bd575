import type { Text } from '../language';

interface Header {
  readonly description: Text;
  readonly schema: object;
  /** True if each response that lists the header contains it. */
  readonly required: boolean;
}

const TEXT = { type: 'string' };
const SECONDS = { type: 'integer', minimum: 0 };
const always = (description: Text, schema: object = TEXT): Header => ({ description, schema, required: true });
const sometimes = (description: Text, schema: object = TEXT): Header => ({ description, schema, required: false });

const LINK: Text = {
  en: 'The root of the API; of lists the next page and the one before too, of a record its translations (`alternate`, with `hreflang`).',
  fr: 'La racine de l’API ; pour les listes, aussi la page suivante et la précédente ; pour un enregistrement, ses traductions (`alternate`, avec `hreflang`).',
};
const ALLOW: Text = {
  en: 'The methods that may be used at this address with these credentials.',
  fr: 'Les méthodes utilisables à cette adresse avec ces identifiants.',
};

/** The response headers by component name. Headers whose component name ends in `IfKnown` are optional. */
export const HEADERS = {
  'X-Request-Id': always({
    en: 'The ID of the request, which leads to it in the log.',
    fr: 'L’identifiant de la requête, qui mène à elle dans le journal.',
  }),
  'Content-Language': always({
    en: 'The language of the answer: the record’s where it is one record, else that of the request.',
    fr: 'La langue de la réponse : celle de l’enregistrement s’il est seul, sinon celle de la requête.',
  }),
  Vary: always({ en: 'The headers of the request that change the answer.', fr: 'Les en-têtes de la requête dont dépend la réponse.' }),
  ETag: always({
    en: 'The tag of this very answer; sent back as If-None-Match it saves the body while nothing has changed (304).',
    fr: 'L’étiquette de cette réponse précise ; renvoyée dans If-None-Match, elle évite le corps tant que rien n’a changé (304).',
  }),
  Link: always(LINK),
  Allow: always(ALLOW),
  LinkIfKnown: sometimes(LINK),
  AllowIfKnown: sometimes(ALLOW),
  'Ignored-Params': sometimes({
    en: 'The parameters of query and body that the operation does not know, and ignored; absent where there are none.',
    fr: 'Les paramètres de la requête et du corps que l’opération ne connaît pas et a ignorés ; absent s’il n’y en a pas.',
  }),
  'Retry-After': always({ en: 'After how many seconds to try again.', fr: 'Le nombre de secondes après lequel réessayer.' }, SECONDS),
  'Retry-AfterIfKnown': sometimes(
    {
      en: 'After how many seconds to try again, where that helps.',
      fr: 'Le nombre de secondes après lequel réessayer, si cela peut aider.',
    },
    SECONDS,
  ),
  'Cache-Control': sometimes({
    en: 'For how long the answer may be kept; what is answered to credentials may not be.',
    fr: 'La durée de conservation permise ; ce qui répond à des identifiants ne se conserve pas.',
  }),
};

export type HeaderName = keyof typeof HEADERS;

const EVERY: readonly HeaderName[] = ['X-Request-Id', 'Content-Language', 'Vary'];

export const successHeaders = ({ isReading }: { readonly isReading: boolean }): readonly HeaderName[] => {
  const tag: readonly HeaderName[] = isReading ? ['ETag'] : [];
  return [...EVERY, 'Link', 'Allow', ...tag, 'Ignored-Params', 'Cache-Control'];
};

/** The component names of `Retry-After`, by HTTP status. */
const LATER: Readonly<Record<number, HeaderName>> = { 409: 'Retry-AfterIfKnown', 429: 'Retry-After', 503: 'Retry-After' };

/** Lists the headers of a response other than a success. The response to an incomplete request has none. */
export const otherHeaders = (status: number): readonly HeaderName[] => {
  if (status === 304) return [...EVERY, 'Link', 'Allow', 'Ignored-Params', 'ETag'];
  if (status === 408 || status === 431) return [];
  const later = LATER[status];
  return [...EVERY, 'LinkIfKnown', 'AllowIfKnown', 'Ignored-Params', ...(later ? [later] : [])];
};
