import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../../lib/language';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { type Assembly, assembleService } from '../../../lib/program/service/service';
import type { Answers } from '../../../lib/registry/answers/reply';
import { toDocumentation } from '../../../lib/site/api-page/documentation';
import { NAMESPACE } from '../../../routes/shared/about';
import { shop } from '../../plugins/shop';

const bilingual = (en: string, fr: string) => ({ en, fr });

/** A plugin that adds fields to kinds of the calendar and replaces one. */
const adding: Plugin = (registry) => {
  registry.registerField('events', 'doors', { type: 'integer', default: 15, description: bilingual('The doors', 'Les portes') });
  registry.registerField('events', 'cost', {
    type: 'number',
    stored: false,
    read: (records) => records.map(() => 5),
    description: bilingual('The cost', 'Le tarif'),
  });
  registry.registerField('venues', 'seats', {
    type: 'integer',
    minimum: 1,
    required: true,
    description: bilingual('The seats', 'Les places'),
  });
  registry.registerField('venues', 'colour', { enum: ['red', 'blue'], description: bilingual('The colour', 'La couleur') });
  registry.registerField('venues', 'opened', {
    type: 'string',
    write: (value) => new Date(String(value)),
    answers: { type: ['string', 'null'], format: 'date-time' },
    description: bilingual('The opening', 'L’ouverture'),
  });
  registry.registerField('organizers', 'nick', {
    type: 'string',
    sanitize: (value: unknown) => [value],
    description: bilingual('The nickname', 'Le surnom'),
  });
};

type Document = Readonly<Record<string, Record<string, { readonly responses: Record<string, { readonly content: object }> }>>>;
type Printed = Answers & { readonly properties: Record<string, Printed>; readonly items: Printed; readonly anyOf: readonly Printed[] };

/** The schema of the successful JSON answer of an operation; undefined if the answer is not JSON. */
const schemaOf = (document: Document, path: string, method = 'get'): Printed | undefined => {
  const { responses } = document[path]?.[method] ?? { responses: {} };
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return (success?.content as Record<string, { schema: Printed }> | undefined)?.['application/json']?.schema;
};

const partsOf = (schema: unknown): Printed[] =>
  typeof schema === 'object' && schema !== null ? [schema as Printed, ...Object.values(schema).flatMap(partsOf)] : [];

/** The paths of the OpenAPI document with every `$ref` resolved. */
const toDocument = ({ registry, services }: Assembly, language: Language): Document => {
  const document = toDocumentation(registry, { services, namespace: NAMESPACE, language, baseUrl: `http://127.0.0.1/${language}` }) as {
    paths: object;
    components: { schemas: Record<string, object> };
  };
  const schemas = new Map<string, object>(
    Object.entries(document.components.schemas).map(([name, schema]) => [`#/components/schemas/${name}`, schema]),
  );
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: string };
    const target = typeof $ref === 'string' ? schemas.get($ref) : undefined;
    return Object.fromEntries(Object.entries({ ...target, ...rest }).map(([name, one]) => [name, resolved(one)]));
  };
  return resolved(document.paths) as Document;
};

const documents = new Map<Assembly, Partial<Record<Language, Document>>>();
const documentIn = (service: Assembly, language: Language): Document => {
  const made = documents.get(service) ?? {};
  documents.set(service, made);
  made[language] ??= toDocument(service, language);
  return made[language];
};

const operationsOf = (document: Document) =>
  Object.entries(document).flatMap(([path, methods]) => Object.keys(methods).map((method) => [path, method] as const));

describe('GET /doc: schemas of the answers', () => {
  const services: Assembly[] = [];
  let plain: Assembly;
  let extended: Assembly;
  before(async () => {
    const settings = { MONGODB_URI: 'mongodb://127.0.0.1:1' };
    plain = await assembleService({ settings });
    extended = await assembleService({ settings, plugins: [shop, adding] });
    services.push(plain, extended);
  });
  after(async () => {
    documents.clear();
    await Promise.all(services.map((service) => service.close()));
  });

  it('has a schema for every operation that answers JSON, in both languages', () => {
    for (const service of services) {
      for (const language of LANGUAGES) {
        const document = documentIn(service, language);
        for (const [path, method] of operationsOf(document)) {
          if (/\.(?:ics|atom)$/.test(path)) continue;
          const schema = schemaOf(document, path, method);
          expect(schema, `${method} ${path}`).to.include({ type: 'object' });
          expect(schema?.title, `${method} ${path}`).to.match(/^[A-Z][A-Za-z]+$/);
        }
      }
    }
  });

  it('has descriptions in both languages, and the same shape in both', () => {
    for (const service of services) {
      const [english, french] = LANGUAGES.map((language) => {
        const document = documentIn(service, language);
        return operationsOf(document).flatMap(([path, method]) => partsOf(schemaOf(document, path, method)));
      }) as [Printed[], Printed[]];
      expect(english.length).to.be.greaterThan(1000).and.to.equal(french.length);
      for (const [place, { description }] of english.entries()) {
        if (typeof description === 'string') expect(french[place]?.description).to.be.a('string').and.not.to.equal(description);
        else expect(french[place]?.description).not.to.be.a('string');
      }
    }
  });

  it('has one schema for each title', () => {
    for (const service of services) {
      const document = documentIn(service, 'en');
      const schemas = new Map<unknown, string>();
      for (const [path, method] of operationsOf(document)) {
        for (const part of partsOf(schemaOf(document, path, method))) {
          if (typeof part.title !== 'string') continue;
          const { description: _, ...schema } = part;
          const text = JSON.stringify(schema);
          expect(schemas.get(part.title) ?? text, part.title).to.equal(text);
          schemas.set(part.title, text);
        }
      }
      expect([...schemas.keys()]).to.include.members(['Event', 'EventList', 'Venue', 'Organizer', 'Category', 'Tag', 'Image', 'Term']);
    }
  });

  it('has the schema of the record for creation, reading, update and deletion', () => {
    const document = documentIn(plain, 'en');
    const titles = { events: 'Event', venues: 'Venue', organizers: 'Organizer', categories: 'Category', tags: 'Tag' };
    for (const [path, method] of operationsOf(document)) {
      const title = titles[path.split('/')[1] as keyof typeof titles];
      if (title === undefined || /\.(?:ics|atom)$/.test(path)) continue;
      const isList = method === 'get' && !path.includes('{');
      expect(schemaOf(document, path, method)?.title, `${method} ${path}`).to.equal(isList ? `${title}List` : title);
    }
  });

  it('requires the members that are always present', () => {
    const document = documentIn(plain, 'en');
    const { properties, required } = schemaOf(document, '/events/{id}') ?? { properties: {}, required: [] };
    const optional = Object.keys(properties).filter((name) => !(required as readonly string[]).includes(name));
    expect(optional).to.have.members([
      ...['event_status', 'status_reason', 'attendance', 'virtual_url'],
      ...['post_parent', 'image_alt', 'distance', 'json_ld'],
    ]);
    const venue = schemaOf(document, '/venues/{id}')?.required;
    expect(venue).to.have.members([
      ...['id', 'author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'url', 'venue', 'show_map', 'show_map_link'],
      ...['global_id', 'global_id_lineage', 'language', 'translations'],
    ]);
  });

  const shown: readonly [path: string, name: string, schema: object][] = [
    ['/tickets/{id}', 'code', { type: ['string', 'null'], minLength: 2, maxLength: 40, description: 'A field' }],
    ['/tickets/{id}', 'seats', { type: 'integer', minimum: 0, description: 'A field' }],
    ['/tickets/{id}', 'state', { type: 'string', enum: ['on sale', 'sold out', 'later'], description: 'The state of the sale' }],
    ['/tickets/{id}', 'seal', { description: 'A field' }],
    ['/tickets/{id}', 'total', { type: ['number', 'null'], description: 'A field' }],
    ['/tickets/{id}', 'event', { type: ['integer', 'null'], description: 'A field' }],
    ['/tickets/{id}', 'venues', { type: 'array', items: { type: 'integer' }, description: 'A field' }],
    ['/events/{id}', 'doors', { type: ['integer', 'null'], description: 'The doors' }],
    ['/events/{id}', 'cost', { type: ['number', 'null'], description: 'The cost' }],
    ['/venues/{id}', 'seats', { type: ['integer', 'null'], minimum: 1, description: 'The seats' }],
    ['/venues/{id}', 'colour', { anyOf: [{ enum: ['red', 'blue'] }, { type: 'null' }], description: 'The colour' }],
    ['/venues/{id}', 'opened', { type: ['string', 'null'], format: 'date-time', description: 'The opening' }],
    ['/organizers/{id}', 'nick', { description: 'The nickname' }],
  ];
  for (const [path, name, schema] of shown) {
    it(`has the field ${name} of a plugin at ${path}`, () => {
      expect(schemaOf(documentIn(extended, 'en'), path)?.properties[name]).to.deep.equal(schema);
    });
  }

  it('has no field that only filters', () => {
    expect(schemaOf(documentIn(extended, 'en'), '/tickets/{id}')?.properties).not.to.have.any.keys('cheap', 'between');
  });

  it('requires fields of plugins that every record shows', () => {
    const document = documentIn(extended, 'en');
    expect(schemaOf(document, '/tickets/{id}')?.required).to.include.members(['code', 'seal', 'event', 'genres', 'upgraded', 'title']);
    expect(schemaOf(document, '/tickets/{id}')?.required).not.to.include('total');
    expect(schemaOf(document, '/events/{id}')?.required).to.include.members(['cost', 'doors', 'tickets']);
  });

  it('has embedded schemas for back links, at the routes of the record alone', () => {
    const document = documentIn(extended, 'en');
    const event = schemaOf(document, '/events/{id}');
    expect(event?.properties['tickets']).to.include({ maxItems: 50 });
    expect(event?.properties['tickets']?.items.title).to.equal('EmbeddedTicket');
    expect(event?.properties['tickets']?.items.properties).to.include.keys('code').and.not.to.include.keys('upgraded');
    const [venue] = event?.properties['venue']?.anyOf ?? [];
    expect(venue?.title).to.equal('EmbeddedVenue');
    expect(venue?.properties).to.include.keys('seats').and.not.to.include.keys('sold');
    expect(schemaOf(document, '/venues/{id}')?.properties).to.include.keys('seats', 'sold');
  });

  it('has a parent only for hierarchical terms of a plugin', () => {
    const document = documentIn(extended, 'en');
    expect(schemaOf(document, '/genres/{id}')?.required).to.include('parent');
    expect(schemaOf(document, '/moods/{id}')?.properties).not.to.include.keys('parent');
    expect(schemaOf(document, '/moods/{id}')?.properties['taxonomy']?.enum).to.deep.equal(['shop_mood']);
  });
});
