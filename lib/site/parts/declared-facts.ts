import { readInstant, repeatedHourZone, toWall, wallToMs } from '../../calendar';
import type { PostLike, PostRecord } from '../../content';
import { html, memoize, type Part } from '../../html';
import { capitalized, inEach, type Text } from '../../language';
import type { Schema } from '../../registry';
import type { Facts, PageRequest } from '../requests/page-request';
import { dayText, whenText } from '../values/dates';
import { objectsIn, type ShownRecord } from '../values/shown-record';
import { emailLink, factsList, termLinks, websiteLink } from './blocks';
import { PAGE_WORDS } from './words';

type Declared = Pick<PostLike<PostRecord>, 'added' | 'fields'>;

/** Returns the fields that plugins add, without those that replace a field of the type. */
const addedIn = ({ added, fields }: Declared): Declared['added'] => {
  const own = new Set(fields.flatMap(({ name, plugin }) => (plugin === undefined ? [name] : [])));
  return added.filter(({ name }) => !own.has(name));
};

/**
 * Renders the values of plugins' fields, each under the description of its declaration. Terms have the name of their type. Fields that
 * replace one of the type's own are left out, and linked records have their own sections.
 */
export const declaredFacts = (request: PageRequest, type: Declared, shown: ShownRecord): Facts =>
  addedIn(type).flatMap(({ name, answer, shows, terms }): Facts => {
    if (answer === undefined || shows !== undefined || !Object.hasOwn(shown, name)) return [];
    const termType = terms === undefined ? undefined : request.services.termLikes.get(terms);
    if (termType !== undefined) {
      const title = inEach((language) => capitalized(termType.names[language]));
      return [[title, termLinks(request, termType.plural, objectsIn(shown, name))]];
    }
    const schema = answer(() => ({}));
    return schema.description === undefined ? [] : [[schema.description, valuePart(request, shown[name], schema)]];
  });

/** Returns a record's API response without plugins' fields, unless they replace one of the type's own. */
export const withoutPluginFields = (type: Declared, shown: ShownRecord): ShownRecord => {
  const names = new Set(addedIn(type).map(({ name }) => name));
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !names.has(name)));
};

const NUMBERS = memoize((locale: string) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }));
const LISTS = memoize((locale: string) => new Intl.ListFormat(locale));

/** Renders a value of an API response for people, formatted by its schema. Nothing if the value is empty. */
const valuePart = (request: PageRequest, value: unknown, schema: Schema): Part => {
  if (typeof value === 'boolean') return PAGE_WORDS[value ? 'yes' : 'no'][request.language];
  if (typeof value === 'number') return Number.isFinite(value) ? NUMBERS(request.locale).format(value) : undefined;
  if (typeof value === 'string') return textPart(request, value, schema.format);
  if (Array.isArray(value)) return listPart(request, value, schema.items ?? {});
  return typeof value === 'object' && value !== null ? membersPart(request, value as ShownRecord, schema) : undefined;
};

const textPart = (request: PageRequest, text: string, format: string | undefined): Part => {
  if (format === 'uri') return websiteLink(text);
  if (format === 'email') return emailLink(text);
  if (format === 'date') return dayPart(request, text) ?? text;
  if (format === 'date-time') return momentPart(request, text) ?? text;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines.map((line) => html`<p>${line}</p>`) : lines[0];
};

/** Writes a date `YYYY-MM-DD` in words. Undefined for any other text. */
const dayPart = (request: PageRequest, text: string): Part => {
  const wall = `${text} 00:00:00`;
  return Number.isNaN(wallToMs(wall)) ? undefined : html`<time datetime="${text}">${capitalized(dayText(wall, request))}</time>`;
};

/** Writes a date and time in words, in the site's time zone. Undefined for any other text. */
const momentPart = (request: PageRequest, text: string): Part => {
  const siteZone = request.services.site.timezone;
  const instant = /^\d{4}-/.test(text) ? readInstant(text, { siteZone, now: request.services.clock.peek() }) : undefined;
  if (instant === undefined) return undefined;
  const [wall, utc] = [toWall(instant, siteZone), toWall(instant, 'UTC')];
  const startZone = repeatedHourZone(siteZone, instant);
  return whenText({ start: wall, end: wall, utcStart: utc, utcEnd: utc, allDay: false, ...(startZone && { startZone }) }, request);
};

const listPart = (request: PageRequest, values: readonly unknown[], schema: Schema): Part => {
  const parts = values
    .map((value) => valuePart(request, value, schema))
    .filter((part) => part !== undefined && part !== '' && part !== false);
  if (parts.length === 0) return undefined;
  if (values.some((value) => typeof value === 'object' && value !== null && !Array.isArray(value))) return parts;
  const pieces = LISTS(request.locale).formatToParts(parts.map((_, index) => String(index)));
  return pieces.map(({ type, value }) => (type === 'element' ? parts[Number(value)] : value));
};

/** Renders the members named in the schema, each under its description, else its name. */
const membersPart = (request: PageRequest, value: ShownRecord, schema: Schema): Part => {
  // A nullable object has its members in a branch.
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const properties = branches.find((branch) => branch.properties !== undefined)?.properties ?? {};
  const members = Object.entries(properties).flatMap(([name, schema]): (readonly [Text, Part])[] =>
    Object.hasOwn(value, name) ? [[schema.description ?? inEach(() => name), valuePart(request, value[name], schema)]] : [],
  );
  return factsList(request, members);
};
