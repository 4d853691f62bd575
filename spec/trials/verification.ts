import type { AttemptClient } from './attempt';
import { API } from './deployment';
import type { Failures } from './failures';
import { type Entry, type EventState, isSameState, type Ledger } from './ledger';
import { wordsOf } from './writer';

interface Shown {
  readonly id: number;
  readonly slug: string;
  readonly status: string;
  readonly title: string;
  readonly description: string;
  readonly start_date: string;
  readonly venue: { readonly venue?: string };
  readonly categories: readonly { readonly name: string }[];
}

interface Term {
  readonly id: number;
  readonly name: string;
  readonly count: number;
  readonly parent: number;
}

/** Reads a path. Throws an error unless the status is 200. */
const get = async (ask: AttemptClient, path: string) => {
  const { status, body } = await ask(`${API}${path}`);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

const listAll = async (ask: AttemptClient, plural: string, query = ''): Promise<readonly unknown[]> => {
  const found: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = await get(ask, `/${plural}?per_page=1000&page=${page}${query}`);
    pages = body.total_pages;
    found.push(...body[plural]);
  }
  return found;
};

const stateOf = ({ description, categories }: Shown): EventState => ({
  version: Number(/ version (\d+)/.exec(description)?.[1]),
  category: categories.map(({ name }) => name).join(', '),
});

/** The fields that a single event and a listed event must share. */
const gistOf = (shown: Shown): string =>
  JSON.stringify([shown.id, shown.slug, shown.status, shown.title, shown.start_date, stateOf(shown)]);

const wordOf = (state: EventState | undefined): string => (state ? `version ${state.version} in ${state.category}` : 'not there');

const verifyEntry = (entry: Entry, found: readonly Shown[], byId: Shown | undefined, failures: Failures): void => {
  const { tag, title, venue, day, states } = entry;
  const [shown] = found;
  if (found.length > 1) failures.add('doubled', `${tag} exists ${found.length} times: ${found.map(({ id }) => id).join(', ')}.`);
  const state = shown && stateOf(shown);
  if (!states.some((possible) => isSameState(possible, state)))
    failures.add('lost', `${tag} is ${wordOf(state)}; acknowledged was: ${states.map(wordOf).join(', or ')}.`);
  else entry.states = [state];
  if (shown === undefined) {
    if (byId && (byId.status !== 'trash' || entry.erased))
      failures.add('lists', `${tag} is ${byId.status} by its ID ${entry.id}, and in no list.`);
    return;
  }
  if (entry.id !== undefined && (shown.id !== entry.id || byId === undefined || gistOf(byId) !== gistOf(shown)))
    failures.add('lists', `${tag}, ${shown.id} in the list, is not the same by its ID ${entry.id}.`);
  if (shown.title !== title || shown.venue.venue !== venue || !shown.start_date.startsWith(day))
    failures.add('lost', `${tag} is shown with ${JSON.stringify([shown.title, shown.venue, shown.start_date])}, not ${title} in ${venue}.`);
};

const verifyOnce = <T>(what: string, list: readonly T[], nameOf: (one: T) => string, failures: Failures): void => {
  const names = list.map(nameOf);
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  for (const name of new Set(twice)) failures.add('doubled', `The ${what} ${name} is there more than once.`);
};

/** Compares the events of a service with the ledgers of these rounds. It then replaces possible states by the actual one. */
export const verifyLedgers = async (ask: AttemptClient, ledgers: readonly Ledger[], failures: Failures): Promise<void> => {
  const [first, last] = [ledgers[0]?.day, ledgers.at(-1)?.day];
  const shown = (await listAll(ask, 'events', `&start_date=${first}&end_date=${last}%2023:59:59`)) as Shown[];
  const byTag = new Map<string, Shown[]>();
  for (const event of shown) {
    const [, tag] = />([\w-]+) version/.exec(event.description) ?? [];
    if (tag !== undefined) byTag.set(tag, [...(byTag.get(tag) ?? []), event]);
  }
  for (const { entries, journal } of ledgers) {
    for (const entry of entries) {
      const single = entry.id === undefined ? undefined : await ask(`${API}/events/${entry.id}`);
      verifyEntry(entry, byTag.get(entry.tag) ?? [], single?.status === 200 ? single.body : undefined, failures);
    }
    if (!journal) continue;
    const words = wordsOf((await get(ask, `/events/${journal.id}`)).description);
    for (const word of journal.appended)
      if (!words.includes(word)) failures.add('lost', `${word} was acknowledged, and is not in the journal.`);
    for (const word of words)
      if (!journal.appended.has(word) && !journal.unsure.has(word)) failures.add('doubled', `${word} was refused, and is in the journal.`);
    verifyOnce('word', words, String, failures);
  }
  const created = new Set(ledgers.flatMap(({ entries }) => entries.map(({ tag }) => tag)));
  for (const tag of byTag.keys()) if (!created.has(tag)) failures.add('lost', `Nobody created ${tag}.`);
  verifyOnce('slug', shown, ({ slug }) => slug, failures);
};

/** Compares category counts with event lists, and finds duplicate categories and venues. */
export const verifyTerms = async (ask: AttemptClient, failures: Failures): Promise<void> => {
  const categories = (await listAll(ask, 'categories')) as Term[];
  const venues = (await listAll(ask, 'venues')) as { venue: string }[];
  verifyOnce('category', categories, ({ name }) => name, failures);
  verifyOnce('venue', venues, ({ venue }) => venue, failures);
  const parents = new Set(categories.map(({ parent }) => parent));
  for (const { id, name, count } of categories) {
    // The list of a parent contains the events of its children, so counts differ.
    if (parents.has(id)) continue;
    const { total } = await get(ask, `/events?categories=${id}&start_date=1970-01-01&end_date=9999-12-31&per_page=1`);
    if (total !== count) failures.add('counts', `${name} counts ${count} events, and lists ${total}.`);
  }
};
