import { explained, refusing } from './refusal';

/** Codes of refusals by oEmbed, which tells other sites how to embed pages of this one. */
export const EMBEDDING_CODES = explained({
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

const refusal = refusing(EMBEDDING_CODES);

/** Refusals by oEmbed. */
export const embeddingErrors = {
  nothingToEmbed: () =>
    refusal('oembed_invalid_url', 404, {
      en: 'There is nothing at this address that other sites may show: send that of a start page or of an event.',
      fr: 'Il n’y a rien à cette adresse que d’autres sites puissent afficher : envoyez celle d’une page d’accueil ou d’un évènement.',
    }),
  unknownEmbedFormat: () =>
    refusal('oembed_unknown_format', 501, {
      en: 'oEmbed answers are json or xml: send one of these as `format`, or leave it out.',
      fr: 'Les réponses oEmbed sont en json ou en xml : envoyez l’un des deux comme `format`, ou omettez-le.',
    }),
};
