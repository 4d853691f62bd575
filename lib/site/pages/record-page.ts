import { paragraphs, readInstant, toWall, wallToMs } from '../../calendar';
import {
  ALL_VISIBLE,
  assertReadable,
  firstFew,
  groupOf,
  type PostLike,
  type PostRecord,
  presentTerm,
  restUrl,
  type Sent,
  shownMembers,
  type TermLike,
  termsInLinks,
} from '../../content';
import type { Term } from '../../database';
import { type Html, html, jsonLdScript, memoize, type Part } from '../../html';
import { capitalized, inEach, type Text } from '../../language';
import type { Reply, Schema } from '../../registry';
import {
  descriptionHtml,
  descriptionPart,
  emailLink,
  factsList,
  isFilled,
  picture,
  recordLink,
  termLinks,
  websiteLink,
} from '../parts/blocks';
import { folderAddress, pluralName, sitePage } from '../parts/frame';
import { PAGE_WORDS } from '../parts/words';
import { alternatesOf } from '../requests/find-record';
import { type Facts, type PageRequest, pageUrl, viewOf } from '../requests/page-request';
import { dayText, whenText } from '../values/dates';
import { objectsIn, type ShownRecord, shownImage, shownName, shownSummary, textIn } from '../values/shown-record';

/** The maximum number of records of one linked type that a page lists. */
const MOST_RECORDS = 20;
/** The maximum number of child terms on the page of a term. */
const MOST_TERMS = 200;

/** Renders the page of a record of any type but the main one. Throws if the visitor may not read it. */
export const postPage = async (request: PageRequest, type: PostLike<PostRecord>, record: PostRecord): Promise<Reply<string>> => {
  const { language, base, user, pages } = request;
  assertReadable(type, record, user, undefined);
  const [shown = {}] = (await type.present([record], viewOf(request, { single: true }))) as ShownRecord[];
  const url = textIn(shown, 'url');
  const title = shownName(request, shown);
  const folder = folderAddress(request, type.segment);
  const filter = pages.filters[type.plural];
  const isPublic = record.status === 'publish';
  const image = shownImage(shown, title);
  const facts = factsList(request, [...pages.facts(request, withoutPluginFields(type, shown)), ...pluginFieldFacts(request, type, shown)]);
  const filters = filter === undefined ? {} : { [filter]: [record._id] };
  const list = pages.linkedList(request, filters, filters, url);
  const hasOthers = filter !== undefined && isPublic;
  return sitePage(request, {
    title,
    section: folder,
    trail: [{ href: folder, text: pluralName(request, type) }],
    canonical: isPublic ? list.canonical : undefined,
    alternates: alternatesOf(shown, url),
    summary: shownSummary(shown),
    image,
    data: restUrl(base, type, record._id),
    subscriptions: hasOthers ? list.subscriptions : undefined,
    // A top-level object needs a `@context`.
    head: html`${objectsIn(shown, 'json_ld').map((one) => jsonLdScript({ '@context': 'https://schema.org', ...one }))}`,
    media: true,
    main: html`${!isPublic && html`<p><span class="mark">${PAGE_WORDS.unpublished[language]}</span></p>\n`}<div class="record">
${facts !== undefined && html`<div class="facts">\n${facts}</div>\n`}<div class="told">
${picture(image)}${descriptionPart(shown)}${await linkedSections(request, type, shown)}</div>
</div>
${hasOthers && (await list.part())}`,
  });
};

/** Renders the page of a term: description, child terms and assigned records. */
export const termPage = async (request: PageRequest, type: TermLike, term: Term): Promise<Reply<string>> => {
  const { base, services, language, pages } = request;
  const shown = presentTerm(type, term, { baseUrl: base, language }, services.site);
  const description = paragraphs(term.description);
  const folder = folderAddress(request, type.segment);
  const terms = services.stores.terms(type.plural);
  const link = (one: Term) => ({ href: pageUrl(request, type, one), text: one.name });
  const childQuery = { filter: { parent: { $in: groupOf(term) }, language }, sort: { 'keys.name': 1, _id: 1 }, hint: 'children' } as const;
  const [above, below] = type.hierarchical
    ? await Promise.all([terms.lineage(term.parent), terms.page({ ...childQuery, skip: 0, limit: MOST_TERMS })])
    : [[], { records: [] }];
  const ids = [...above].reverse();
  const [trail = []] = await shownMembers(terms, [{ ids, language: term.language }], ALL_VISIBLE, services.site.served);
  const assigned = services.stores
    .linksTo(type.plural)
    .map(({ collection, field }) => ({ plural: collection, name: field.replace('fields.', '') }));
  const filter = assigned.find((to) => to.plural === pages.main);
  const filters = filter === undefined ? {} : { [filter.name]: [term._id] };
  const repeated = filter === undefined ? {} : { [filter.name]: await termsInLinks(terms, [term._id], language) };
  const list = pages.linkedList(request, filters, repeated, shown.url);
  const others: Part[] = [];
  for (const to of assigned.filter((one) => one !== filter))
    others.push(await assignedSection(request, to.plural, { [to.name]: [term._id] }));
  return sitePage(request, {
    title: term.name,
    section: folder,
    trail: [{ href: folder, text: pluralName(request, type) }, ...trail.map(link)],
    canonical: list.canonical,
    alternates: alternatesOf(shown, shown.url),
    summary: shownSummary({ description }),
    data: restUrl(base, type, term._id),
    subscriptions: filter && list.subscriptions,
    media: true,
    main: html`${description !== '' && html`<div>${descriptionHtml(description)}</div>\n`}${namesSection(
      PAGE_WORDS.narrower[language],
      below.records.map(link).map(({ href, text }) => html`<a href="${href}">${text}</a>`),
    )}${filter !== undefined && (await list.part())}${others}`,
  });
};

/** Renders the first records of a plugin's type that match a filter of the type's list. Nothing if there are none. */
const assignedSection = async (request: PageRequest, plural: string, filters: Sent): Promise<Part> => {
  const type = request.services.postLikes.get(plural);
  if (type === undefined) return undefined;
  const view = viewOf(request);
  const records = await firstFew(type, { filters, view, status: ['publish'] }, MOST_RECORDS);
  const shown = (await type.present(records, view)) as ShownRecord[];
  return namesSection(
    pluralName(request, type),
    shown.map((one) => recordLink(request, one)),
  );
};

/** Renders a section for each link field of a plugin, with the records in the response (IDs or objects). */
export const linkedSections = async (
  request: PageRequest,
  { pluginFields }: Pick<PostLike<PostRecord>, 'pluginFields'>,
  shown: ShownRecord,
): Promise<Part[]> => {
  const sections: Part[] = [];
  for (const { name, link, arg } of pluginFields) {
    const type = request.services.postLikes.get(link ?? '');
    if (type === undefined) continue;
    const ids = [shown[name]].flat().filter((id) => typeof id === 'number');
    const found = await type.posts.many(ids);
    const records = ids.flatMap((id) => found.get(id) ?? []);
    const named = (records.length === 0 ? [] : await type.present(records, viewOf(request))) as ShownRecord[];
    // If several fields link to one type, each has its own heading.
    const isOneOfSeveral = pluginFields.filter((other) => other.arg !== undefined && other.link === link).length > 1;
    const heading = (isOneOfSeveral && arg?.description?.[request.language]) || pluralName(request, type);
    const items = [...named, ...objectsIn(shown, name)].map((one) => recordLink(request, one));
    sections.push(namesSection(heading, items));
  }
  return sections;
};

const namesSection = (heading: string, items: readonly Html[]): Part =>
  items.length > 0 && html`<h2>${heading}</h2>\n<ul class="names">${items.map((item) => html`<li>${item}</li>\n`)}</ul>\n`;

type Declared = Pick<PostLike<PostRecord>, 'pluginFields' | 'fields'>;

/** Returns the fields that plugins add, without those that replace a field of the type. */
const additionalFields = ({ pluginFields, fields }: Declared): Declared['pluginFields'] => {
  const own = new Set(fields.flatMap(({ name, plugin }) => (plugin === undefined ? [name] : [])));
  return pluginFields.filter(({ name }) => !own.has(name));
};

/**
 * Renders the values of plugins' fields, each under the description of its declaration. Terms have the name of their type. Fields that
 * replace one of the type's own are left out, and linked records have their own sections.
 */
const pluginFieldFacts = (request: PageRequest, type: Declared, shown: ShownRecord): Facts =>
  additionalFields(type).flatMap(({ name, answer, link = '' }): Facts => {
    const { postLikes, termLikes } = request.services;
    if (answer === undefined || postLikes.has(link) || !Object.hasOwn(shown, name)) return [];
    const termType = termLikes.get(link);
    if (termType !== undefined) {
      const title = inEach((language) => capitalized(termType.names[language]));
      return [[title, termLinks(request, termType.plural, objectsIn(shown, name))]];
    }
    const schema = answer(() => ({}));
    return schema.description === undefined ? [] : [[schema.description, valuePart(request, shown[name], schema)]];
  });

/** Returns a record's API response without plugins' fields, unless they replace one of the type's own. */
const withoutPluginFields = (type: Declared, shown: ShownRecord): ShownRecord => {
  const names = new Set(additionalFields(type).map(({ name }) => name));
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
  return whenText({ start: wall, end: wall, utcStart: utc, utcEnd: utc, allDay: false }, request);
};

const listPart = (request: PageRequest, values: readonly unknown[], schema: Schema): Part => {
  const parts = values.map((value) => valuePart(request, value, schema)).filter(isFilled);
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
