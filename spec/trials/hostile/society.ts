import { type Answer, ask, type Serving, whenLessBusy } from '../../program/program';
import type { Known } from './living';
import { UNLAWFUL } from './wire';

/** How many records of a plural and language are kept: the others are removed. */
const KEPT = 50;
/** After how many pages of a list those who remove what it shows give up. */
const MOST_TIMES = 100;
/** Where fewer live, as many are made. */
const WANTED = 6;

const PLURALS = ['tickets', 'events', 'venues', 'organizers', 'categories', 'tags'] as const;
const LANGUAGES = ['en', 'fr'] as const;
const ANY_DATE = 'start_date=1970-01-01&end_date=9999-12-31';
const TERMS: readonly string[] = ['categories', 'tags'];

/** What an administrator does all the while: makes what is asked for, and removes what there is too much of. */
export interface Society {
  /** The records that live, as far as lists tell. */
  readonly population: Record<string, Known[]>;
  /** Looks again at what lives, removes what is too much, and makes what is missing. */
  tend(): Promise<void>;
  /** How many records bear the name that marks those of people who may make none. */
  unlawful(): Promise<number>;
}

interface Listed extends Pick<Known, 'id' | 'slug'> {
  readonly url: string;
}

/** Speaks as the administrator of these credentials. */
export const openSociety = ({ address }: Serving, login: string): Society => {
  const population: Record<string, Known[]> = Object.fromEntries(PLURALS.map((plural) => [plural, []]));
  const demand = async (method: string, path: string, json?: unknown): Promise<Answer> =>
    whenLessBusy(() => ask(address, path, { method, login, ...(json !== undefined && { json }) }));
  const list = async (language: string, plural: string, query: string): Promise<{ records: readonly Listed[]; total: number }> => {
    const { status, body } = await demand('GET', `/${language}/cal/events/v1/${plural}?per_page=50&hide_empty=false&${query}`);
    if (status !== 200) throw new Error(`${plural}?${query} answered the administrator ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    return { records: body[plural], total: body.total };
  };
  const searching = (plural: string) => (plural === 'events' ? `${ANY_DATE}&` : '');

  const remove = async (language: string, plural: string, status: string, kept: number): Promise<readonly Listed[]> => {
    for (let times = 0; ; times += 1) {
      const { records, total } = await list(language, plural, `${searching(plural)}${status}`);
      if (total <= kept) return records;
      if (times > MOST_TIMES) throw new Error(`${total} ${plural} are left, which nobody can remove.`);
      for (const { id } of records.slice(0, total - kept)) await demand('DELETE', `/${language}/cal/events/v1/${plural}/${id}?force=true`);
    }
  };

  const make = async (plural: string, number: number): Promise<void> => {
    const name = `Prepared zq ${number} " zqx=" &lt;zqx&gt; <zqx>`;
    const event = population['events']?.[0]?.id;
    const dated = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
    const fields = {
      events: { title: name, ...dated },
      venues: { venue: name },
      organizers: { organizer: name },
      tickets: { title: name, price: 5, event },
    };
    await demand('POST', `/en/cal/events/v1/${plural}`, { name, ...fields[plural as keyof typeof fields] });
  };

  const tend = async (): Promise<void> => {
    for (const plural of PLURALS.toReversed()) {
      const isTerm = TERMS.includes(plural);
      const living: Known[] = [];
      for (const language of LANGUAGES) {
        const listed = await remove(language, plural, '', KEPT);
        living.push(...listed.map(({ id, slug, url = '/' }) => ({ id, slug, page: URL.canParse(url) ? new URL(url).pathname : '/' })));
        if (!isTerm) await remove(language, plural, 'status=trash', 5);
      }
      population[plural] = living;
    }
    const wanting = PLURALS.toReversed().filter((plural) => (population[plural]?.length ?? 0) < WANTED);
    for (const plural of wanting) for (let number = 0; number < WANTED; number += 1) await make(plural, number);
  };

  const unlawful = async (): Promise<number> => {
    const counts = PLURALS.flatMap((plural) =>
      LANGUAGES.flatMap((language) =>
        (TERMS.includes(plural) ? [''] : ['', '&status=trash']).map((status) =>
          list(language, plural, `${searching(plural)}search=${UNLAWFUL}${status}`),
        ),
      ),
    );
    return (await Promise.all(counts)).reduce((sum, { total }) => sum + total, 0);
  };
  return { population, tend, unlawful };
};
