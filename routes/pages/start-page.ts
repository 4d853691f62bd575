import { invalidParam } from '../../lib/errors';
import { siteUrl } from '../../lib/kinds/addresses';
import { framed } from '../../lib/kinds/pages/frame';
import { websiteLink } from '../../lib/kinds/pages/links';
import type { PageVisit } from '../../lib/kinds/pages/visit';
import type { Text } from '../../lib/language';
import { html } from '../../lib/pages/html';
import type { Reply } from '../../lib/registry/reply';
import { readChoice } from './choice';
import { dayView } from './day-view';
import { readDay, readMonth } from './days';
import { listView } from './list-view';
import { monthView } from './month-view';
import { WORDS } from './words';

/** The start page of a language: the events to come; with `?month=2030-06` that month, with `?day=2030-06-01` that day, of what is chosen. */
export const startPage = async (visit: PageVisit): Promise<Reply<string>> => {
  const day = readAsked(visit, 'day', readDay, NO_DAY);
  const month = readAsked(visit, 'month', readMonth, NO_MONTH);
  const choice = await readChoice(visit);
  if (day !== undefined) return dayView(visit, choice, day);
  return month === undefined ? listView(visit, choice) : monthView(visit, choice, month);
};

const NO_DAY: Text = { en: 'Send a day that exists, e.g. 2030-06-01.', fr: 'Envoyez un jour qui existe, par exemple 2030-06-01.' };
const NO_MONTH: Text = { en: 'Send a month, e.g. 2030-06.', fr: 'Envoyez un mois, par exemple 2030-06.' };

/** What a parameter of the address says; undefined where it is not sent. Throws `rest_invalid_param` for what cannot be read. */
const readAsked = ({ query }: PageVisit, name: string, read: (text: string) => string | undefined, why: Text): string | undefined => {
  const said = query[name];
  if (said === undefined || said === '') return undefined;
  const found = typeof said === 'string' ? read(said) : undefined;
  if (found === undefined) throw invalidParam(name, why);
  return found;
};

/** The start page of a language where the pages for people are elsewhere. */
export const elsewherePage = (visit: PageVisit): Reply<string> => {
  const { language, root, base, services } = visit;
  return framed(visit, {
    title: services.site.name[language],
    canonical: `${base}/`,
    alternates: { ...Object.fromEntries(services.site.served.languages.map((one) => [one, `${root}/${one}/`])), 'x-default': `${root}/` },
    main: html`<p>${WORDS.elsewhere[language]} ${websiteLink(siteUrl(base, services.site))}</p>`,
  });
};
