import type { Served } from '../../language';
import type { Answers } from '../../registry';
import { idAnswers, languageAnswers, languageAnswersIn, sharedText, type TermLike, type TitledAnswer, urlAnswer } from '../types';
import { withFields } from './schemas';

const url = { type: 'string', format: 'uri' } as const;

export const termUrlsAnswer = {
  type: 'object',
  title: 'TermUrls',
  properties: {
    self: { ...url, required: true, description: { en: 'The term', fr: 'Le terme' } },
    collection: { ...url, required: true, description: { en: 'All terms of its kind', fr: 'Tous les termes de cette sorte' } },
    up: { ...url, description: { en: 'Its parent, if it has one', fr: 'Son parent, s’il en a un' } },
  },
  required: true,
} as const satisfies Answers;

const textAnswers = {
  description: { type: 'string', required: true, description: { en: 'The description, as HTML', fr: 'La description, en HTML' } },
  name: { type: 'string', required: true },
  slug: { type: 'string', required: true },
  taxonomy: { type: 'string', required: true, description: { en: 'The kind of term', fr: 'La sorte de terme' } },
  count: {
    type: 'integer',
    minimum: 0,
    required: true,
    description: {
      en: 'The number of published records with this term, in the requested language. Terms below it do not count',
      fr: 'Le nombre de contenus publiés avec ce terme, dans la langue demandée. Les termes d’en dessous ne comptent pas',
    },
  },
} as const satisfies Answers['properties'];

const parent = {
  type: 'integer',
  minimum: 0,
  description: sharedText({ en: 'The ID of the parent, 0 without', fr: 'L’identifiant du parent, 0 s’il n’y en a pas' }),
} as const satisfies Answers;

export const assignedAnswer = {
  type: 'object',
  title: 'Term',
  properties: {
    ...textAnswers,
    term_group: { type: 'integer', enum: [0], required: true },
    term_taxonomy_id: { type: 'integer', required: true, description: { en: 'The ID once more', fr: 'L’identifiant, une fois encore' } },
    parent: { ...parent, required: true },
    filter: { type: 'string', enum: ['raw'], required: true },
    id: idAnswers.id,
    urls: termUrlsAnswer,
    ...languageAnswers,
  },
  description: {
    en: 'A term inside another record. Its own routes show it in another form.',
    fr: 'Un terme à l’intérieur d’un autre enregistrement. Ses propres routes le montrent sous une autre forme.',
  },
} as const satisfies Answers;

/** Makes the schema of a term embedded in a record, with plugins' fields. */
export const assignedAnswerOf = ({ title, added }: Pick<TermLike, 'title' | 'added'>, served: Served): TitledAnswer => {
  const own = { ...assignedAnswer, properties: { ...assignedAnswer.properties, ...languageAnswersIn(served) } };
  const inner = added.filter(({ outermost, answer }) => answer && !outermost);
  return inner.length === 0 ? own : withFields({ ...own, title: `Assigned${title}` }, inner, UNPROTECTED, nothingWithin);
};

const UNPROTECTED = { protectable: false };

const nothingWithin = (plural: string): never => {
  throw new Error(`Terms show no ${plural}.`);
};

const links = { type: 'array', items: { type: 'object', properties: { href: { ...url, required: true } } } } as const;

export const termLinksAnswer = {
  type: 'object',
  title: 'TermLinks',
  properties: {
    self: { ...links, required: true },
    collection: { ...links, required: true },
    up: {
      type: 'array',
      items: {
        type: 'object',
        properties: { embeddable: { type: 'boolean', enum: [true], required: true }, href: { ...url, required: true } },
      },
    },
    'wp:post_type': {
      ...links,
      required: true,
      description: { en: 'The lists of records that have the term', fr: 'Les listes de contenus qui ont le terme' },
    },
  },
} as const satisfies Answers;

export const listedTermAnswer = {
  type: 'object',
  properties: {
    id: idAnswers.id,
    ...textAnswers,
    parent,
    meta: { type: 'array', maxItems: 0, required: true },
    url: urlAnswer,
    urls: termUrlsAnswer,
    ...languageAnswers,
  },
} as const satisfies Answers;

const termAnswer = {
  ...listedTermAnswer,
  properties: { ...listedTermAnswer.properties, _links: termLinksAnswer },
} as const satisfies Answers;

/** Makes the schema of a term in the routes of its type. Only hierarchical types have a parent. */
export function termAnswerOf({ title, name, taxonomy, hierarchical, added }: TermLike, served: Served): TitledAnswer {
  const { parent, ...flat } = termAnswer.properties;
  const own = {
    ...termAnswer,
    title,
    properties: {
      ...flat,
      taxonomy: { ...flat.taxonomy, enum: [taxonomy] },
      ...languageAnswersIn(served),
      ...(hierarchical && { parent: { ...parent, required: true } }),
    },
    description: {
      en: `A term: ${name.en}. Lists and deletion leave _links out.`,
      fr: `Un terme : ${name.fr}. Listes et suppression omettent _links.`,
    },
  };
  return withFields(own, added, UNPROTECTED, nothingWithin);
}

export const TERM_MEMBERS: readonly string[] = Object.keys({ ...termAnswer.properties, ...assignedAnswer.properties });
