import type { Language, Text } from '../../language';
import { toJsonSchema } from '../json-schema';
import type { Asker, Route, RouteEndpoint } from '../route';

const TEXTS = {
  done: { en: 'Done. The body is the answer.', fr: 'Fait. Le corps est la réponse.' },
  created: { en: 'Created. The body is the new record.', fr: 'Créé. Le corps est le nouvel enregistrement.' },
  invalid: { en: 'Parameters are missing or not valid.', fr: 'Des paramètres manquent ou ne sont pas valides.' },
  anonymous: { en: 'Credentials are missing or wrong.', fr: 'Les identifiants manquent ou sont erronés.' },
  forbidden: { en: 'The user may not do that.', fr: 'L’utilisateur n’a pas le droit de faire cela.' },
  unknown: { en: 'There is no such record or page.', fr: 'Cet enregistrement ou cette page n’existe pas.' },
} as const satisfies Record<string, Text>;

const ERROR = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
} as const;

/** What an endpoint answers, without the parameters of the content type. */
const mediaType = ({ type = 'application/json' }: Pick<RouteEndpoint<never>, 'type'>): string => type.replace(/;.*/, '');

const answerSchema = ({ answers, type }: Pick<RouteEndpoint<never>, 'answers' | 'type'>, language: Language): object => {
  if (answers !== undefined) return toJsonSchema(answers, language);
  return type?.startsWith('text/') ? { type: 'string' } : {};
};

/** What an operation answers, by status. */
export const responses = <U extends Asker>(route: Route<U>, endpoint: RouteEndpoint<U>, isCreation: boolean, language: Language) => ({
  [isCreation ? 201 : 200]: {
    description: TEXTS[isCreation ? 'created' : 'done'][language],
    content: { [mediaType(endpoint)]: { schema: answerSchema(endpoint, language) } },
  },
  400: { description: TEXTS.invalid[language], content: ERROR },
  ...(endpoint.permission !== 'public' && { 401: { description: TEXTS.anonymous[language], content: ERROR } }),
  ...((endpoint.permission !== 'public' || route.load !== undefined) && {
    403: { description: TEXTS.forbidden[language], content: ERROR },
  }),
  404: { description: TEXTS.unknown[language], content: ERROR },
});
