import { expect } from 'chai';
import type { NamedPlugin } from '../../../lib/program/plugins/plugin';
import { refusalOf } from '../samples';

/** The type of a registry in plain JavaScript, which accepts every declaration. */
// biome-ignore lint/suspicious/noExplicitAny: these declarations are wrong on purpose.
type Loose = any;

const description = { en: 'One', fr: 'Un' };
const ticketKind = {
  kind: 'ticket',
  plural: 'tickets',
  name: { en: 'ticket', fr: 'billet' },
  names: { en: 'tickets', fr: 'billets' },
  fields: {},
};
const terms = { kind: 'genre', plural: 'genres', name: description, names: description };
const text = { type: 'string', description };

type Declaring = (registry: Loose, services: Loose) => unknown;
const kind =
  (changes: object): Declaring =>
  (registry) =>
    registry.registerPostLike({ ...ticketKind, ...changes });
const term =
  (changes: object): Declaring =>
  (registry) =>
    registry.registerTermLike({ ...terms, ...changes });
const field = (name: string, declared: unknown): Declaring => kind({ fields: Object.fromEntries([[name, declared]]) });
const added =
  (plural: unknown, name: unknown, declared: unknown): Declaring =>
  (registry) =>
    registry.registerField(plural, name, declared);

const KEYS = '1 to 50 lowercase letters, digits, - and _, beginning with a letter, and not a word that answers use.';
const FIELD_WORDS = [
  'type, enum, format, title, items, properties, additionalProperties, patternProperties, minProperties, maxProperties, minimum, maximum',
  'exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, pattern, patternText, minItems, maxItems, uniqueItems, oneOf, anyOf, required',
  'description, default, validate, sanitize, accepts, announced, suppliedBy, answers, filter, sort, facet, search, shared, nulled, cache, maxAge, hidden, stored, write, show, read',
].join(', ');
const SOME = 'an object with a field for each name, {} where there is none.';
const NAMES = 'it has 1 to 50 lowercase letters, digits and _, beginning with a letter.';

/** A field that only filters. */
const HIDING = { stored: false, filter: { where: () => ({}) } };

/** Faulty keywords of the text field "a" of tickets. */
const FIELDS: readonly (readonly [declared: object, sentence: string])[] = [
  [{ enum: ['x'], default: 'y' }, 'the default "y" is refused by the schema (`a` must be one of: x): change one of them.'],
  ...['read', 'write', 'validate', 'sanitize'].map(
    (key) => [{ [key]: 'yes' }, `the keyword "${key}" is "yes": give it a function.`] as const,
  ),
  ...['sort', 'search'].map((key) => [{ [key]: false }, `the keyword "${key}" is false: give it true, or leave it out.`] as const),
  [{ filter: false }, 'the keyword "filter" is false: give it true, or an object with "where".'],
  [{ serch: true }, `the keyword "serch" is unknown: did you mean "search"? Use one of ${FIELD_WORDS}.`],
  [{ maximun: true }, `the keyword "maximun" is unknown: did you mean "maximum"? Use one of ${FIELD_WORDS}.`],
  [{ answers: 'text' }, 'the keyword "answers" is "text": give it a schema, such as { type: \'string\' }.'],
  [{ nulled: 'no' }, 'the keyword "nulled" is "no": use one of kept, refused.'],
  [
    { type: 'array', items: { type: 'string' }, hidden: [7] },
    'the value of "hidden" is refused by the schema of the answer: change one of them.',
  ],
  [{ stored: true }, 'the keyword "stored" is true: give it false, or leave it out.'],
  [
    { type: 'object', filter: true },
    '"filter" needs the type string, integer, number or boolean, or an array of one of them: name it, or filter by "where".',
  ],
  [{ filter: true }, '"filter" needs texts of an enum or with a maxLength of at most 400: add one of them.'],
  [{ type: 'array', sort: true }, '"sort" needs the type string, integer, number or boolean: name one, or leave it out.'],
  [
    { type: 'object', search: true },
    '"search" needs the type string, integer or number, or an array of one of them: name it, or leave it out.',
  ],
  [
    { maxLength: 9, filter: true, show: () => 'shown' },
    'with "show" the stored value is not the sent one: filter by "where", which compares stored values.',
  ],
  [{ facet: true, show: () => '' }, '"facet" counts stored values, and "show" and "read" may show other values: take one of them out.'],
  [
    { type: 'array', items: { type: 'integer' }, facet: true },
    '"facet" needs the type string, integer or boolean: name one, or leave it out.',
  ],
  [{ stored: false }, 'a field that is not stored needs "read", or "filter" with "where": add one.'],
  [
    { stored: false, read: () => [], sort: true },
    'a field that is not stored cannot have "write", "show", "sort", "facet", "search", "shared", "nulled" or "required": take it out.',
  ],
  [
    { maxLength: 9, stored: false, read: () => [], filter: true },
    'a field that is not stored cannot be filtered by its values: filter by "where".',
  ],
  [{ filter: { where: 'yes' } }, 'in filter: the keyword "where" is "yes": give it a function.'],
  [{ filter: { where: () => ({}), index: ['$a'] } }, 'in filter.index.0: it is "$a": give it the name of a stored field.'],
  [{ filter: { index: ['fields.a'] } }, 'in filter: it lacks "where": give it a function.'],
];

/** Faulty keywords of the field "a" of tickets, which links to events. */
const LINKS: readonly (readonly [declared: object, sentence: string])[] = [
  [
    { link: 'shops' },
    'it links to "shops", which is not a content type: use one of venues, organizers, events, tickets, categories, tags.',
  ],
  [{ link: 7 }, 'the keyword "link" is 7: give it the plural of a content type.'],
  [{ many: 1 }, 'the keyword "many" is 1: give it true, or leave it out.'],
  [{ filter: true }, 'lists are filtered by every link, without "filter": leave it out.'],
  [{ bak: 'x' }, 'the keyword "bak" is unknown: did you mean "back"? Use one of link, many, back, required, shared, facet, description.'],
  [{ link: 'tags' }, '"tags" are terms, and a record can have several: add "many: true".'],
  [{ link: 'tags', many: true, back: 'b' }, '"tags" are terms, which count their records themselves: leave "back" out.'],
  [{ back: 'venue' }, 'events have "venue" already: choose another name, or use "stored: false" to show another value in its place.'],
  [{ back: 'No' }, `the name "No" cannot be used: ${NAMES}`],
  [{ link: 'tickets', back: 'a' }, '"back" is the name of the field itself: choose another one.'],
];

/** Invalid declarations, with the message after "The plugin shop has an invalid declaration: ". */
const REFUSED: Readonly<Record<string, readonly (readonly [Declaring, string])[]>> = {
  'a kind': [
    [(registry) => registry.registerPostLike(), 'Kind "undefined": it is undefined: give it an object with kind, plural and names.'],
    [(registry) => registry.registerPostLike(null), 'Kind "undefined": it is null: give it an object with kind, plural and names.'],
    [kind({ kind: undefined }), `Kind tickets: it lacks "kind": give it ${KEYS}`],
    [kind({ plural: undefined }), `Kind "undefined": it lacks "plural": give it ${KEYS}`],
    [kind({ plural: 'Tickets' }), `Kind Tickets: the keyword "plural" is "Tickets": give it ${KEYS}`],
    [kind({ plural: 'constructor' }), `Kind constructor: the keyword "plural" is "constructor": give it ${KEYS}`],
    [kind({ plural: 'facets' }), `Kind facets: the keyword "plural" is "facets": give it ${KEYS}`],
    [
      kind({ plural: 'others_things' }),
      'Kind others_things: the keyword "plural" is "others_things": give it another name, since its capabilities would look like those of another type.',
    ],
    ...['users', 'events'].map((plural): [Declaring, string] => [
      kind({ plural }),
      `Kind ${plural}: there is a collection of this name already: choose another plural.`,
    ]),
    [kind({ kind: 'event' }), 'Kind tickets: events are of the kind "event" already: choose another singular.'],
    [term({ kind: 'venue' }), 'Kind genres: venues are of the kind "venue" already: choose another singular.'],
    [kind({ name: undefined }), 'Kind tickets: it lacks "name": give it a text in each of en, fr.'],
    [kind({ names: { en: 'tickets' } }), 'Kind tickets: the keyword "names" is {"en":"tickets"}: give it a text in each of en, fr.'],
    [kind({ fields: undefined }), `Kind tickets: it lacks "fields": give it ${SOME}`],
    [kind({ fields: null }), `Kind tickets: the keyword "fields" is null: give it ${SOME}`],
    [kind({ check: 'yes' }), 'Kind tickets: the keyword "check" is "yes": give it a function.'],
    ...[7, '', '/', 'a/./c', '../a', 'a//b', 'a%20b', 'a?b', 'a\\b', 'a\nb'].map((segment): [Declaring, string] => [
      kind({ segment }),
      `Kind tickets: the keyword "segment" is ${JSON.stringify(segment)}: give it one or more folders separated by /, other than . and .., and without \\, %, ? and #.`,
    ]),
    ...['errors', 'Errors/films', 'application-passwords', 'embed'].map((segment): [Declaring, string] => [
      kind({ segment }),
      `Kind tickets: the service has pages of its own in the folder "${segment.toLowerCase().split('/')[0]}" already: choose another segment.`,
    ]),
    [kind({ segment: 'Event' }), 'Kind tickets: events have their pages in the folder "event" already: choose another segment.'],
    [
      term({ segment: 'events/category' }),
      'Kind genres: categories have their pages in the folder "events/category" already: choose another segment.',
    ],
    [term({ taxonomy: 'post_tag' }), 'Kind genres: tags are of the taxonomy "post_tag" already: choose another taxonomy.'],
    [term({ taxonomy: '' }), 'Kind genres: the keyword "taxonomy" is "": give it 1 to 32 lowercase letters, digits, - and _.'],
    [
      kind({ label: 'x' }),
      'Kind tickets: the keyword "label" is unknown: use one of kind, plural, name, names, one, segment, fields, check.',
    ],
    [term({ hierarchical: 'yes' }), 'Kind genres: the keyword "hierarchical" is "yes": give it true or false.'],
    [
      term({ field: {} }),
      'Kind genres: the keyword "field" is unknown: did you mean "fields"? Use one of kind, plural, name, names, one, segment, hierarchical, capability, taxonomy, fields, check.',
    ],
    [term({ check: 'yes' }), 'Kind genres: the keyword "check" is "yes": give it a function.'],
  ],
  'a field of terms': [
    ...([null, 7] as const).map((declared): [Declaring, string] => [
      term({ fields: { a: declared } }),
      `Field "a" of genres: it is ${declared}: give it a field, with a type and a description.`,
    ]),
    [
      term({ fields: { a: { ...text, serch: true } } }),
      `Field "a" of genres: the keyword "serch" is unknown: did you mean "search"? Use one of ${FIELD_WORDS}.`,
    ],
    [
      term({ fields: { a: { ...text, lnik: 'events' } } }),
      `Field "a" of genres: the keyword "lnik" is unknown: did you mean "link"? Use one of ${FIELD_WORDS}.`,
    ],
    [
      added('categories', 'a', { ...text, back: 'events' }),
      'Field "a" of categories: only links have it: name the content type with "link", or leave it out.',
    ],
    [
      added('categories', 'a', { link: 'events', description }),
      'Field "a" of categories: terms cannot link to records: let a post-like content type link to the terms, or leave "link" out.',
    ],
    [term({ fields: { a: { ...text, facet: true } } }), 'Field "a" of genres: lists of terms have no facets: leave "facet" out.'],
    [
      added('tags', 'a', { ...text, hidden: '' }),
      'Field "a" of tags: terms have no password, so nothing of them is hidden: leave "hidden" out.',
    ],
    ...['name', 'count', 'translation_of'].map((name): [Declaring, string] => [
      added('categories', name, text),
      `Field "${name}" of categories: categories have "${name}" already: choose another name, or use "stored: false" to show another value in its place.`,
    ]),
    ...['slug', 'parent', 'offset', 'urls', 'ml_all'].map((name): [Declaring, string] => [
      added('tags', name, text),
      `Field "${name}" of tags: lists of tags have "${name}" already: choose another name.`,
    ]),
    ...['slug', 'hide_empty', 'term_group'].map((name): [Declaring, string] => [
      added('tags', name, { ...text, stored: false, read: () => [] }),
      `Field "${name}" of tags: "${name}" cannot be replaced: choose another name.`,
    ]),
    [
      (registry, services) => {
        term({ fields: { a: text } })(registry, services);
        added('genres', 'a', text)(registry, services);
      },
      'Field "a" of genres: the plugin shop has already added "a" to genres: choose another name.',
    ],
    [
      (registry) => {
        for (let place = 0; place < 60; place++)
          registry.registerField('tags', `a${place}`, { type: 'integer', filter: true, description });
      },
      'Field "a49" of tags: with its index, tags have more than 63 indexes: filter or sort by fewer fields.',
    ],
  ],
  'a field': [
    ...[null, undefined, 'string', 7].map((declared): [Declaring, string] => [
      field('a', declared),
      `Field "a" of tickets: it is ${JSON.stringify(declared)}: give it a field, with a type and a description.`,
    ]),
    [field('a', { type: 'string' }), 'Field "a" of tickets: it lacks "description": give it a text in each of en, fr.'],
    ...['Name', '__proto__', 'constructor'].map((name): [Declaring, string] => [
      field(name, text),
      `Field "${name}" of tickets: the name "${name}" cannot be used: ${NAMES}`,
    ]),
    [added('events', undefined, text), `Field "undefined" of events: the name "undefined" cannot be used: ${NAMES}`],
    [
      field('title', text),
      'Field "title" of tickets: tickets have "title" already: choose another name, or use "stored: false" to show another value in its place.',
    ],
    ...['page', 'id'].map((name): [Declaring, string] => [
      field(name, { ...text, ...HIDING }),
      `Field "${name}" of tickets: "${name}" cannot be replaced: choose another name.`,
    ]),
    ...FIELDS.map(([declared, sentence]): [Declaring, string] => [
      field('a', { ...text, ...declared }),
      `Field "a" of tickets: ${sentence}`,
    ]),
    ...['facets', 'distance', 'relevance'].map((name): [Declaring, string] => [
      added('events', name, text),
      `Field "${name}" of events: lists of events have "${name}" already: choose another name.`,
    ]),
    ...['sort', 'format', 'q', 'ml_fallback'].map((name): [Declaring, string] => [
      added('events', name, { ...text, type: 'boolean', ...HIDING }),
      `Field "${name}" of events: "${name}" cannot be replaced: choose another name.`,
    ]),
    [
      added('shops', 'a', text),
      'Field "a" of shops: no content type is named "shops": use one of venues, organizers, events, categories, tags.',
    ],
    [
      (registry) => {
        for (let place = 0; place < 70; place++)
          registry.registerField('venues', `a${place}`, { type: 'integer', filter: true, description });
      },
      'Field "a54" of venues: with its index, venues have more than 63 indexes: filter or sort by fewer fields.',
    ],
  ],
  'a facet': [
    [
      added('events', 'month', { ...text, facet: true }),
      'Field "month" of events: lists of events already have the facet "month": choose another name.',
    ],
    [
      (registry, services) => {
        added('venues', 'facets', text)(registry, services);
        added('venues', 'size', { ...text, facet: true })(registry, services);
      },
      'Field "size" of venues: lists of venues are counted by "facet", and "facets" is the arg that asks for it: rename the field.',
    ],
  ],
  'a link': [
    ...LINKS.map(([declared, sentence]): [Declaring, string] => [
      field('a', { link: 'events', ...declared, description }),
      `Field "a" of tickets: ${sentence}`,
    ]),
    [
      kind({ fields: { a: { link: 'events', back: 'c', description }, b: { link: 'events', back: 'c', description } } }),
      'Field "b" of tickets: the plugin shop has already added "c" to events: choose another name.',
    ],
  ],
  'a listener': [
    [
      (_, services) => services.on('burnt', () => 1),
      'Listener: there is no event "burnt": listen to one of created, updated, trashed, restored, deleted, or to * for all.',
    ],
    [(_, services) => services.on('created'), 'Listener to "created": it is not a function: give a function that takes the event.'],
  ],
};

const named = (name: string, plugin: Declaring): NamedPlugin => ({ name, plugin: plugin as NamedPlugin['plugin'] });

describe('plugins: wrong declarations fail the start', () => {
  for (const [what, cases] of Object.entries(REFUSED)) {
    for (const [declaring, sentence] of cases) {
      it(`${what}: ${sentence.slice(0, 90)}`, async () => {
        expect(await refusalOf(named('shop', declaring))).to.equal(`The plugin shop has an invalid declaration: ${sentence}`);
      });
    }
  }

  it('a duplicate declaration names both plugins', async () => {
    const first = named('first', kind({ fields: { a: text } }));
    expect(await refusalOf(first, named('second', kind({})))).to.equal(
      'The plugin second has an invalid declaration: Kind tickets: there is a collection of this name already (first by the plugin first): choose another plural.',
    );
    expect(await refusalOf(first, named('second', term({ kind: 'ticket' })))).to.equal(
      'The plugin second has an invalid declaration: Kind genres: tickets are of the kind "ticket" already (first by the plugin first): choose another singular.',
    );
    expect(await refusalOf(first, named('second', added('tickets', 'a', text)))).to.equal(
      'The plugin second has an invalid declaration: Field "a" of tickets: the plugin first has already added "a" to tickets: choose another name.',
    );
    const replacing = added('events', 'cost', { ...text, stored: false, read: () => [] });
    expect(await refusalOf(named('first', replacing), named('second', replacing))).to.equal(
      'The plugin second has an invalid declaration: Field "cost" of events: the plugin first has already added "cost" to events: choose another name.',
    );
  });

  it('a late declaration throws', async () => {
    const late: unknown[] = [];
    const forgetful = named('forgetful', (registry) => {
      setImmediate(() => {
        for (const declare of [kind({}), added('events', 'a', text), () => registry.registerRoute('shop/v1', '/a')]) {
          try {
            declare(registry, undefined);
          } catch (error) {
            late.push((error as Error).message);
          }
        }
      });
    });
    const waiting = named('waiting', () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))));
    await refusalOf(forgetful, waiting, named('last', kind({ plural: 'users' })));
    expect(late).to.deep.equal([
      'Kind tickets: the plugin forgetful has already ended: await its promises.',
      'Field "a" of events: the plugin forgetful has already ended: await its promises.',
      'A route: the plugin forgetful has already ended: await its promises.',
    ]);
  });
});
