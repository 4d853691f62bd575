import { type Answer, ask, type Serving, whenLessBusy } from '../../program/program';
import type { ExistingRecord } from './living';
import { UNLAWFUL } from './wire';

/** The maximum number of records for each content type and language. */
const MAX_RECORDS = 50;
/** The maximum number of pages when records are deleted. */
const MAX_PAGES = 100;
/** The minimum number of records, and the number of created ones. */
const MIN_RECORDS = 6;

const PLURALS = ['tickets', 'events', 'venues', 'organizers', 'categories', 'tags'] as const;
const LANGUAGES = ['en', 'fr'] as const;
const ANY_DATE = 'start_date=1970-01-01&end_date=9999-12-31';
const TERMS: readonly string[] = ['categories', 'tags'];

/** An administrator who keeps the number of records within limits during the trial. */
export interface Society {
  /** The existing records, according to the lists. */
  readonly population: Record<string, ExistingRecord[]>;
  /** Reads the existing records, deletes superfluous ones and creates missing ones. */
  tend(): Promise<void>;
  /** Counts the records that users without permission have created. */
  unlawful(): Promise<number>;
}

interface Listed extends Pick<ExistingRecord, 'id' | 'slug'> {
  readonly url: string;
}

/** Creates the administrator with the credentials `login:password`. */
export const openSociety = ({ address }: Serving, login: string): Society => {
  const population: Record<string, ExistingRecord[]> = Object.fromEntries(PLURALS.map((plural) => [plural, []]));
  const request = async (method: string, path: string, json?: unknown): Promise<Answer> =>
    whenLessBusy(() => ask(address, path, { method, login, ...(json !== undefined && { json }) }));
  const list = async (language: string, plural: string, query: string): Promise<{ records: readonly Listed[]; total: number }> => {
    const { status, body } = await request('GET', `/${language}/cal/events/v1/${plural}?per_page=50&hide_empty=false&${query}`);
    if (status !== 200) throw new Error(`${plural}?${query} answered the administrator ${status}: ${JSON.stringify(body).slice(0, 300)}`);
    return { records: body[plural], total: body.total };
  };
  const dateRangeOf = (plural: string) => (plural === 'events' ? `${ANY_DATE}&` : '');

  const remove = async (language: string, plural: string, status: string, limit: number): Promise<readonly Listed[]> => {
    for (let times = 0; ; times += 1) {
      const { records, total } = await list(language, plural, `${dateRangeOf(plural)}${status}`);
      if (total <= limit) return records;
      if (times > MAX_PAGES) throw new Error(`${total} ${plural} are left, which nobody can remove.`);
      for (const { id } of records.slice(0, total - limit))
        await request('DELETE', `/${language}/cal/events/v1/${plural}/${id}?force=true`);
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
    await request('POST', `/en/cal/events/v1/${plural}`, { name, ...fields[plural as keyof typeof fields] });
  };

  const tend = async (): Promise<void> => {
    for (const plural of PLURALS.toReversed()) {
      const isTerm = TERMS.includes(plural);
      const living: ExistingRecord[] = [];
      for (const language of LANGUAGES) {
        const listed = await remove(language, plural, '', MAX_RECORDS);
        living.push(...listed.map(({ id, slug, url = '/' }) => ({ id, slug, page: URL.canParse(url) ? new URL(url).pathname : '/' })));
        if (!isTerm) await remove(language, plural, 'status=trash', 5);
      }
      population[plural] = living;
    }
    const missing = PLURALS.toReversed().filter((plural) => (population[plural]?.length ?? 0) < MIN_RECORDS);
    for (const plural of missing) for (let number = 0; number < MIN_RECORDS; number += 1) await make(plural, number);
  };

  const unlawful = async (): Promise<number> => {
    const counts = PLURALS.flatMap((plural) =>
      LANGUAGES.flatMap((language) =>
        (TERMS.includes(plural) ? [''] : ['', '&status=trash']).map((status) =>
          list(language, plural, `${dateRangeOf(plural)}search=${UNLAWFUL}${status}`),
        ),
      ),
    );
    return (await Promise.all(counts)).reduce((sum, { total }) => sum + total, 0);
  };
  return { population, tend, unlawful };
};
