/** The addresses of a service: its origin, the root of its JSON interface, and the calendar's namespace. */
export interface Site {
  readonly origin: string;
  readonly root: string;
  readonly rest: string;
  readonly namespace: string;
}

/** The context of an answer: its site, and the time of the request in ms since 1970. */
export interface Reading {
  readonly site: Site;
  readonly at: number;
}

/** An ID in an answer. `family` names the sequence that it belongs to. */
export interface Id {
  readonly family: string;
  readonly id: number;
}

/** The path of a difference in an answer, the recorded value and the actual value. */
export type Difference = readonly [path: string, want: unknown, got: unknown];

/** Pairs of recorded IDs and IDs of this service. The comparison collects them. */
export interface Bindings {
  /** True if two IDs are a pair. Two IDs that are both new become one. */
  same(recorded: Id, ours: Id): boolean;
}

const FAMILIES: Readonly<Record<string, string>> = {
  author: 'user',
  parent: 'term',
  term_id: 'term',
  term_taxonomy_id: 'term',
  post_parent: 'post',
  id: 'post',
};
const LEFT_OUT = new Set(['message', 'global_id', 'global_id_lineage', 'json_ld', 'json_error_message']);
const DAY = 86_400_000;
const ids = new WeakSet<object>();

const makeId = (family: string, id: number): Id => {
  const made: Id = { family, id };
  ids.add(made);
  return made;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is Id => isObject(value) && ids.has(value);

export function createBindings(): Bindings {
  const ours = new Map<string, string>();
  const recorded = new Map<string, string>();
  return {
    same(one, other) {
      if (one.family !== other.family) return false;
      const [was, is] = [`${one.family} ${one.id}`, `${other.family} ${other.id}`];
      if (!ours.has(was) && !recorded.has(is)) {
        ours.set(was, is);
        recorded.set(is, was);
      }
      return ours.get(was) === is;
    },
  };
}

/** Removes the parts of an answer that depend on host, IDs, order of ties and time. */
export function canonical(value: unknown, reading: Reading): unknown {
  const read = (one: unknown, key: string, inArgs: boolean, holder?: object): unknown => {
    if (Array.isArray(one)) return untie(one, reading.at).map((item) => read(item, key, inArgs));
    if (isObject(one)) return readObject(one, key, inArgs);
    const family = familyOf(key, holder);
    if (!inArgs && family && (typeof one === 'number' || /^\d+$/.test(String(one))) && Number(one) > 0) return makeId(family, Number(one));
    return typeof one === 'string' ? canonicalText(one, reading) : one;
  };
  const readObject = (one: Readonly<Record<string, unknown>>, key: string, inArgs: boolean): unknown => {
    const out: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const detailed = name.endsWith('_details') ? one[name.slice(0, -8)] : undefined;
      const moves = typeof detailed === 'string' && canonicalDate(detailed, reading.at).startsWith('{');
      if (LEFT_OUT.has(name) || moves || (inArgs && name === 'description')) continue;
      const canonicalName = name.replace(`/${reading.site.namespace}`, '/{ns}');
      if (key === 'data' && name === 'params') out[name] = Object.keys(isObject(member) ? member : { ...(member as []) }).sort();
      else if (key === 'data' && name === 'details') out[name] = codesOf(member);
      else out[canonicalName] = read(member, name, inArgs || name === 'args', one);
    }
    return out;
  };
  return read(value, '', false);
}

/** Lists the differences between two canonical answers and collects the ID pairs. */
export function differences(want: unknown, got: unknown, bindings: Bindings, path = 'body'): Difference[] {
  if (isId(want) && isId(got)) {
    return bindings.same(want, got) ? [] : [[path, `${want.family} ${want.id}`, `${got.family} ${got.id}`]];
  }
  if (Array.isArray(want) && Array.isArray(got)) {
    const common = want.slice(0, got.length).flatMap((item, index) => differences(item, got[index], bindings, `${path}[${index}]`));
    return want.length === got.length ? common : [[`${path}.length`, want.length, got.length], ...common];
  }
  if (isObject(want) && isObject(got) && !isId(want) && !isId(got)) {
    return [...new Set([...Object.keys(want), ...Object.keys(got)])].flatMap((key): Difference[] =>
      Object.hasOwn(want, key) && Object.hasOwn(got, key)
        ? differences(want[key], got[key], bindings, `${path}.${key}`)
        : [[`${path}.${key}`, want[key], got[key]]],
    );
  }
  return want === got ? [] : [[path, want, got]];
}

const familyOf = (key: string, holder: object | undefined): string | undefined =>
  key === 'id' && holder && 'taxonomy' in holder ? 'term' : FAMILIES[key];

const codesOf = (details: unknown): object =>
  Object.fromEntries(
    Object.entries(isObject(details) ? details : {}).map(([name, one]) => [name, isObject(one) ? one['code'] : undefined]),
  );

function canonicalText(text: string, { site, at }: Reading): string {
  const relative = [
    ['{rest}', site.rest],
    ['{root}', site.root],
    ['{site}', site.origin],
    ['{ns}', site.namespace],
  ].reduce((rest, [name = '', address = '']) => rest.split(address).join(name), text);
  const numberless = relative
    .replace(/\{root\}\/(event|venue|organizer|events\/category|tag)(?=\/)/g, '{site}/$1')
    .replace(/\{site\}\/\?post_type=tribe_(event|venue|organizer)s?&p=/g, '{site}/$1/?p=')
    .replace(/\{root\}\/(?=$|[?#])/g, '{root}')
    .replace(/\{rest\}\/\{ns\}/g, '{rest}')
    .replace(/(\{rest\}\/(?:events|venues|organizers|categories|tags))\/\d+/g, '$1/#')
    .replace(/([?&](?:p|id|post|page_id)=)\d+/g, '$1#')
    .replace(
      /([?&](?:include|exclude|post_parent|venue|organizer|categories|tags|event|post|parent|id)(?:%5B\d*%5D|\[\d*\])?)=(?:\d|,|%2C)+/g,
      '$1=#',
    )
    .replace(/\r\n/g, '\n')
    .replace(/\n+/g, '\n')
    .trim();
  return canonicalDate(canonicalLink(numberless, at), at);
}

/** Makes the dates in a link canonical, e.g. the default window in `rest_url`. */
function canonicalLink(text: string, at: number): string {
  if (!text.includes('?')) return text;
  return text
    .replace(/(\d{4}-\d\d-\d\d)(?:(?:%20|\+| )(\d\d(?::|%3A)\d\d(?::|%3A)\d\d))?/g, (_, day: string, time?: string) =>
      canonicalDate(time ? `${day} ${time.replace(/%3A/g, ':')}` : day, at),
    )
    .replace(/%20|\+/g, ' ')
    .replace(/%2C/g, ',')
    .replace(/%3A/g, ':');
}

function canonicalDate(text: string, at: number): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)([ T]\d\d:\d\d(?::\d\d)?)?$/.exec(text) ?? [];
  if (day === undefined) return text;
  const moment = Date.parse(`${day}T${time ? time.slice(1) : '00:00:00'}Z`);
  const days = (moment - at) / DAY;
  if (Math.abs(days) < 1.6) return '{now}';
  if (Math.abs(days) > 725 && Math.abs(days) < 735) return '{24 months}';
  // The zero date of an unpublished record stays as it is.
  if (!(Math.abs(days) < 725)) return text;
  const ofDay = Math.abs(((((moment - at) % DAY) + DAY * 1.5) % DAY) - DAY / 2);
  const signed = (number: number) => `${number > 0 ? '+' : ''}${number}`;
  if (time && ofDay < 600_000) return `{now${signed(Math.round(days))}}`;
  return `{day${signed(Math.round((Date.parse(day) - Math.floor(at / DAY) * DAY) / DAY))}}${time ?? ''}`;
}

interface Listed {
  readonly id: unknown;
  readonly date: string;
  readonly [name: string]: unknown;
}

const isListed = (value: unknown): value is Listed => isObject(value) && typeof value['date'] === 'string' && 'id' in value;

/** Sorts records by name if the list leaves their order open (equal start and publication time). */
function untie(list: readonly unknown[], at: number): readonly unknown[] {
  if (!list.every(isListed)) return list;
  const moment = (one: Listed) => `${one['start_date'] ?? ''}|${canonicalDate(one.date, at)}`;
  const name = (one: Listed) => `${one['title'] ?? one['venue'] ?? one['organizer'] ?? ''}${one['slug'] ?? ''}`;
  const runs: Listed[][] = [];
  for (const one of list) {
    const [first] = runs.at(-1) ?? [];
    if (first && moment(first) === moment(one)) runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => run.sort((one, other) => (name(one) < name(other) ? -1 : 1)));
}
