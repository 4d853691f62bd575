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
    en: `Dates are answered as \`YYYY-MM-DD hh:mm:ss\`: in the time zone that \`timezone\` names, and in UTC where the name of the field says so. Filters read dates without a zone in that of the site (${timezone}), and understand words such as \`tomorrow\` and \`+1 week\`. A list of events begins yesterday and covers 24 months, unless dates are given.`,
    fr: `Les dates sont renvoyées sous la forme \`AAAA-MM-JJ hh:mm:ss\` : dans le fuseau horaire que nomme \`timezone\`, et en UTC là où le nom du champ l’indique. Les filtres lisent les dates sans fuseau dans celui du site (${timezone}), et comprennent des mots anglais tels que \`tomorrow\` et \`+1 week\`. Une liste d’évènements commence hier et couvre 24 mois, sauf si des dates sont données.`,
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
    en: 'Everybody reads what is published; users create, change and delete records as far as their roles allow.',
    fr: 'Tout le monde lit ce qui est publié ; les utilisateurs créent, modifient et suppriment des enregistrements dans la limite de leur rôle.',
  },
  sections: (site) => [dates(site)],
  totals: { records: TOTAL_HEADER, pages: 'X-TEC-TotalPages' },
  tags: {
    events: { en: 'Also as calendars to subscribe to.', fr: 'Également sous forme de calendriers auxquels s’abonner.' },
    suggest: { en: 'For search boxes.', fr: 'Pour les champs de recherche.' },
  },
};
