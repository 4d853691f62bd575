import { LANGUAGES } from '../../lib/language';
import type { Login } from './world';

/** A question and its answer. */
export interface Answered {
  readonly as: Login | 'nobody';
  /** Path and query, from the language on. */
  readonly path: string;
  readonly status: number;
  /** What JSON says, of a refusal its code alone; or the text of what is no JSON. */
  readonly body: unknown;
}

/** Asks a service, below its address. */
export type AskPath = (
  path: string,
  as: Login | 'nobody',
) => Promise<{ readonly status: number; readonly type: string; readonly text: string }>;

const POST_LIKE = ['events', 'venues', 'organizers', 'tickets'] as const;
const TERM_LIKE = ['categories', 'tags'] as const;

/** The collections of records, and the IDs of what is in each. */
export const RECORDS = [...POST_LIKE, ...TERM_LIKE] as const;
export type RecordIds = Readonly<Record<(typeof RECORDS)[number], readonly number[]>>;
const ASKERS: readonly (Login | 'nobody')[] = ['nobody', 'subscriber', 'contributor', 'author', 'editor', 'admin'];

const EVENT_FILTERS = [
  'per_page=50',
  'per_page=3&page=2',
  'start_date=2029-01-01&end_date=2032-01-01&per_page=50',
  'starts_before=2030-05-31&ends_after=2030-03-01',
  'search=tea',
  'search=cup',
  'venue=9',
  'organizer=12,13',
  'categories=talks',
  'tags=ete,straw',
  'featured=true',
  'ticketed=true',
  'geoloc=true',
  'geoloc_lat=45.7&geoloc_lng=4.8&geoloc_radius=50',
  'status=draft,pending,private,future,publish&per_page=50',
] as const;
const POST_FILTERS = ['per_page=50', 'search=t', 'status=draft,private,publish', 'include=1,2,3,4,5,6,7,8,9,10'] as const;
const TICKET_FILTERS = ['per_page=50', 'price=13', 'orderby=price&order=desc', 'on_sale=true'] as const;
const TERM_FILTERS = ['', 'hide_empty=true', 'orderby=count&order=desc', 'search=s', 'parent=0', 'orderby=slug'] as const;

const listPaths = (language: string): string[] => {
  const of = (plural: string, filters: readonly string[]) => filters.map((filter) => `/${language}/cal/events/v1/${plural}?${filter}`);
  return [
    ...of('events', EVENT_FILTERS),
    ...of('venues', POST_FILTERS),
    ...of('organizers', POST_FILTERS),
    ...of('tickets', TICKET_FILTERS),
    ...of('categories', TERM_FILTERS),
    ...of('tags', TERM_FILTERS),
    `/${language}/cal/events/v1/events.ics`,
  ];
};

/** Asks one question. */
export async function askOne(ask: AskPath, path: string, as: Login | 'nobody'): Promise<Answered> {
  const { status, type, text } = await ask(encodeURI(path), as);
  const body: unknown = type.includes('json') ? JSON.parse(text) : text;
  return { as, path, status, body: status < 400 ? body : (body as { readonly code: string }).code };
}

/** Asks a calendar all there is to ask: lists with their filters, and each record by ID and by slug, in each language, as each may see it. */
export async function askAll(ask: AskPath, ids: RecordIds): Promise<Answered[]> {
  const answered: Answered[] = [];
  const put = async (path: string, as: Login | 'nobody') => {
    const answer = await askOne(ask, path, as);
    answered.push(answer);
    return answer.body;
  };
  for (const language of LANGUAGES) {
    for (const path of listPaths(language)) for (const as of ASKERS) await put(path, as);
    for (const plural of RECORDS) {
      for (const id of ids[plural]) {
        const path = `/${language}/cal/events/v1/${plural}/${id}`;
        await put(path, 'nobody');
        const { slug } = (await put(path, 'admin')) as { readonly slug?: string };
        if (language !== LANGUAGES[0]) continue;
        for (const as of ['contributor', 'author'] as const) await put(path, as);
        if (slug && POST_LIKE.some((one) => one === plural)) await put(`/${language}/cal/events/v1/${plural}/by-slug/${slug}`, 'admin');
        if (plural === 'events') await put(`${path}.ics`, 'admin');
      }
    }
  }
  return answered;
}
