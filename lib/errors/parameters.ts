import type { Text } from '../language';
import { type ApiError, explained, refusing, repeatable } from './refusal';

/** Error codes about a request's parameters as a whole, with explanations. */
export const PARAMETER_CODES = explained({
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
  rest_missing_callback_param: {
    status: [400],
    title: { en: 'Required parameters are missing', fr: 'Paramètres obligatoires manquants' },
    meaning: {
      en: 'The route needs parameters that the request does not carry; “params” names them.',
      fr: 'La route a besoin de paramètres que la requête ne porte pas ; « params » les nomme.',
    },
    remedy: { en: 'Send them, in the body or in the query.', fr: 'Envoyez-les, dans le corps ou dans la chaîne de requête.' },
  },
  rest_search_too_broad: {
    status: [400],
    title: { en: 'The search is too broad', fr: 'Recherche trop large' },
    meaning: {
      en: '“search” reads the texts of every record that the other filters let through, and these are too many.',
      fr: '« search » lit les textes de tous les enregistrements que les autres filtres laissent passer, et ils sont trop nombreux.',
    },
    remedy: {
      en: 'Send the words as “q”, which has an index, or narrow the list by dates or another filter.',
      fr: 'Envoyez les mots dans « q », qui a un index, ou restreignez la liste par des dates ou un autre filtre.',
    },
  },
});

/** The maximum number of sent parameter names in one error message. */
const MOST_NAMED = 10;

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const refusal = refusing(PARAMETER_CODES);

export const parameterErrors = {
  invalidParams: (reasons: Readonly<Record<string, ApiError>>) =>
    refusal(
      'rest_invalid_param',
      400,
      {
        en: `Parameters are not valid: ${listed(Object.keys(reasons))}. The reasons are in “params”; correct them and try again.`,
        fr: `Des paramètres ne sont pas valides : ${listed(Object.keys(reasons))}. Les raisons sont dans « params » ; corrigez-les et réessayez.`,
      },
      {},
      reasons,
    ),
  /** Makes the 400 for a value that a route's validator rejects. `why` says which values are allowed. */
  invalidValue: (why: Text) => refusal('rest_invalid_param', 400, why),
  /** Makes the 400 for a parameter whose `validate` function returned false. */
  notAllowed: (name: string) =>
    refusal('rest_invalid_param', 400, { en: `\`${name}\` is not valid.`, fr: `\`${name}\` n’est pas valide.` }),
  /** Makes the 400 for missing required parameters. `sent` are the names of the parameters in the request. */
  missingParams(names: readonly string[], sent: readonly string[] = []) {
    const text: Text = {
      en: `Required parameters are missing: send ${listed(names)}.`,
      fr: `Des paramètres obligatoires manquent : envoyez ${listed(names)}.`,
    };
    const withWhy: Text = {
      en: `${text.en} Beside \`translation_of\` too, which brings only what all translations share.`,
      fr: `${text.fr} À côté de \`translation_of\` aussi, qui n’apporte que ce que toutes les traductions partagent.`,
    };
    const isTranslation = sent.includes('translation_of');
    return refusal('rest_missing_callback_param', 400, isTranslation ? withWhy : text, { params: names });
  },
  /** Makes the 400 for a search that would read the texts of more than `most` records. */
  searchTooBroad: (most: number) =>
    refusal('rest_search_too_broad', 400, {
      en: `\`search\` would read the texts of more than ${most} records. Send the words as \`q\`, or narrow the list by dates or another filter.`,
      fr: `\`search\` lirait les textes de plus de ${most} enregistrements. Envoyez les mots dans \`q\`, ou restreignez la liste par des dates ou un autre filtre.`,
    }),
  /** Makes the 400 for files sent to a route that accepts none. `names` are the names of their multipart parts. */
  filesNotTaken: (names: readonly string[]): ApiError => {
    const why = parameterErrors.invalidValue({
      en: 'Files are not accepted here: leave it out.',
      fr: 'Les fichiers ne sont pas acceptés ici : retirez celui-ci.',
    });
    return parameterErrors.invalidParams(Object.fromEntries(names.slice(0, MOST_NAMED).map((name) => [repeatable(name) ?? '…', why])));
  },
};
