import type { About, Section, Site } from '../../lib/content';
import { inLanguages, type Served, type Text } from '../../lib/language';

/** Names of an event's links in the API, with the plurals of the linked types. */
export const EVENT_LINKS = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' } as const;

/** The API namespace of the calendar's routes, which their paths begin with. */
export const NAMESPACE = 'cal/events/v1';

/** The HTTP response header with the total number of records of a list. */
export const TOTAL_HEADER = 'X-TEC-Total';

const dates = ({ timezone }: Site): Section => ({
  title: { en: 'Dates and times', fr: 'Dates et heures' },
  text: {
    en: `Answers contain dates as \`YYYY-MM-DD hh:mm:ss\`, in the time zone of the field \`timezone\`. Fields with \`utc\` in their name are in UTC. Filters read dates without a zone in the time zone of the site (${timezone}). They also understand words such as \`tomorrow\` and \`+1 week\`. Without dates, a list of events begins yesterday and covers 24 months.`,
    fr: `Les réponses contiennent les dates sous la forme \`AAAA-MM-JJ hh:mm:ss\`, dans le fuseau horaire du champ \`timezone\`. Les champs dont le nom contient \`utc\` sont en UTC. Les filtres lisent les dates sans fuseau dans le fuseau du site (${timezone}). Ils comprennent aussi des mots anglais tels que \`tomorrow\` et \`+1 week\`. Sans dates, une liste d’évènements commence hier et couvre 24 mois.`,
  },
});

/** Makes a text that ends with the languages of the site. */
const spoken =
  (text: Text) =>
  (served: Served): Text => {
    const languages = inLanguages(served);
    return { en: `${text.en}, ${languages.en}.`, fr: `${text.fr}, ${languages.fr}.` };
  };

export const about: About = {
  name: { en: 'Calendar Events', fr: 'Évènements du calendrier' },
  title: { en: 'Calendar Events REST API', fr: 'API REST des évènements du calendrier' },
  summary: spoken({
    en: 'Events, venues, organizers, categories and tags',
    fr: 'Des évènements, des lieux, des organisateurs, des catégories et des étiquettes',
  }),
  foremost: 'events',
  additions: spoken({
    en: 'Routes that a plugin adds to the calendar of events',
    fr: 'Des routes qu’une extension ajoute au calendrier d’évènements',
  }),
  rights: {
    en: 'Everybody can read published records. Users can create, change and delete records if their role allows it.',
    fr: 'Tout le monde peut lire les enregistrements publiés. Les utilisateurs peuvent créer, modifier et supprimer des enregistrements si leur rôle le permet.',
  },
  sections: (site) => [dates(site)],
  totals: { records: TOTAL_HEADER, pages: 'X-TEC-TotalPages' },
  tags: {
    events: {
      en: 'Events are also served as calendars to subscribe to.',
      fr: 'Les évènements sont aussi servis comme calendriers auxquels s’abonner.',
    },
    suggest: { en: 'Suggestions for search boxes.', fr: 'Des suggestions pour les champs de recherche.' },
  },
};
