import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import { create, event, KINDS, openPromises, POST_LIKE, patch, refused, TERM_LIKE, venue } from '../support/stage';

describe('links, slugs and documentation of all kinds', () => {
  const { stage, promise, inBoth } = openPromises();
  const pathOf = (address: string): string => `/${address.slice(stage().address.length)}`;

  describe('_links of terms', () => {
    for (const { plural, make } of TERM_LIKE)
      it(`each link is a list of addresses that answer: ${plural}`, async () => {
        await stage().give({ up: make(`Linked ${plural}`) });
        await stage().give({ down: make(`Linked below ${plural}`, plural === 'categories' ? { parent: '{up}' } : {}) });
        for (const language of LANGUAGES)
          for (const step of [
            { path: `/${plural}/{down}` },
            patch(`/${plural}/{down}`, { description: language }),
            create(make(`Linked anew ${plural} ${language}`, plural === 'categories' ? { parent: '{up}' } : {})),
          ]) {
            const { body } = await stage().step({ ...step, language });
            const base = `${stage().address}/${language}/cal/events/v1`;
            expect(body._links.self).to.deep.equal([{ href: `${base}/${plural}/${body.id}` }]);
            expect(body._links.collection).to.deep.equal([{ href: `${base}/${plural}` }]);
            // The events of a term have the language of the term.
            const param = body.language === language ? '' : `&ml_language=${body.language}`;
            expect(body._links['wp:post_type']).to.deep.equal([{ href: `${base}/events?${plural}=${body.id}${param}` }]);
            if (plural === 'categories') expect(body._links.up[0].href).to.equal(`${base}/${plural}/${stage().names['up']}`);
            for (const [relation, links] of Object.entries(body._links)) {
              expect(links, relation).to.be.an('array').with.length.of.at.least(1);
              for (const { href } of links as { href: string }[]) await stage().step({ path: pathOf(href), status: 200 });
            }
            for (const href of Object.values(body.urls as Record<string, string>)) await stage().step({ path: pathOf(href), status: 200 });
          }
      });
  });

  describe('slugs in other scripts', () => {
    const SEGMENTS = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'events/category', tags: 'tag' } as const;
    const SCRIPTS = [
      ['東京 Été', '東京-ete', '%e6%9d%b1%e4%ba%ac-ete'],
      ['ПРИВЕТ мир', 'привет-мир', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82-%d0%bc%d0%b8%d1%80'],
      ['Fête à l’œil', 'fete-a-loeil', 'fete-a-loeil'],
    ] as const;
    for (const { plural, make } of KINDS)
      for (const language of LANGUAGES)
        it(`url encodes the slug and carries the language: ${plural} in /${language}`, async () => {
          for (const [name, slug, encoded] of plural === 'events' ? SCRIPTS : SCRIPTS.slice(1, 2)) {
            const { body } = await stage().step(create(make(name), { language, status: 201, has: { slug } }));
            const url = `${stage().address}/${language}/${SEGMENTS[plural]}/${encoded}/`;
            expect(body.url).to.equal(url);
            // The page address depends on the record's language, not on the prefix.
            for (const reading of LANGUAGES) await stage().step({ language: reading, path: `/${plural}/${body.id}`, has: { url } });
            if (plural === 'categories' || plural === 'tags') continue;
            for (const spelling of [encodeURIComponent(slug), encoded, encodeURIComponent(name === 'ПРИВЕТ мир' ? 'ПРИВЕТ-МИР' : slug)])
              await stage().step({ language, path: `/${plural}/by-slug/${spelling}`, has: { id: body.id } });
          }
        });
    for (const { kind, plural, make } of POST_LIKE)
      for (const [status, more] of [
        ['draft', {}],
        ['pending', {}],
        ['future', { date: '2031-01-01' }],
        ['trash', {}],
      ] as const)
        it(`url of a ${status} ${kind} is by ID (?p=)`, async () => {
          for (const language of status === 'draft' ? LANGUAGES : (['fr'] as const)) {
            const { body } = await stage().step(create(make(`Unaddressed ${kind}`, { status, ...more }), { language, status: 201 }));
            await stage().step({
              as: 'editor',
              path: `/${plural}/${body.id}`,
              has: { url: `${stage().address}/${language}/${kind}/?p=${body.id}` },
            });
          }
        });
  });

  describe('GET /doc, password by slug, and post_parent', () => {
    interface Operation {
      readonly parameters?: readonly { readonly name: string; readonly in: string }[];
      readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>> };
    }
    const docs = async () => {
      const [english, french] = await Promise.all(LANGUAGES.map((language) => stage().step({ language, path: '/doc', status: 200 })));
      return [english?.body, french?.body];
    };
    it('GET /doc is OpenAPI 3.1 in both languages', async () => {
      const [english, french] = await docs();
      for (const document of [english, french]) expect(document.openapi).to.match(/^3\.1\./);
      expect(Object.keys(french.paths)).to.deep.equal(Object.keys(english.paths));
      expect(french.info.title).to.not.equal(english.info.title);
    });
    it('GET /doc has no English sentence in French', async () => {
      const [english, french] = await docs();
      let sentences = 0;
      const compare = (one: unknown, other: unknown, place: string): void => {
        if (typeof one === 'string' && /\.(description|summary)$/.test(place)) {
          expect(other, place).to.be.a('string').that.does.not.equal(one);
          sentences += 1;
        } else if (typeof one === 'object' && one !== null) {
          for (const [name, value] of Object.entries(one)) compare(value, (other as Record<string, unknown>)[name], `${place}.${name}`);
        }
      };
      compare(english.paths, french.paths, '');
      expect(sentences).to.be.greaterThan(200);
    });
    it('password is declared wherever one event is read, changed or deleted, also in the index', async () => {
      const [document] = await docs();
      const { body: index } = await stage().step({ path: '' });
      for (const place of ['/events/{id}', '/events/by-slug/{slug}']) {
        const [, operations] =
          Object.entries(document.paths as Record<string, Record<string, Operation>>).find(([path]) => path.endsWith(place)) ?? [];
        for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
          const { parameters = [], requestBody } = operations?.[method] ?? {};
          const names = [
            ...parameters.map(({ name }) => name),
            ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
          ];
          expect(names, `${method} ${place}`).to.include('password');
        }
        const [, route] = Object.entries(index.routes as Record<string, { endpoints: { methods: string[]; args: object }[] }>).find(
          ([pattern]) => pattern.includes(place.includes('slug') ? '/events/by-slug/' : '/events/(?P<id>'),
        ) ?? ['', { endpoints: [] }];
        expect(route.endpoints).to.have.length(3);
        for (const { args, methods } of route.endpoints) expect(args, methods.join()).to.have.property('password');
      }
    });
    promise(
      'post_parent is set by POST and PATCH, answered where set, and cleared with 0',
      { top: event('Top'), other: event('Other top'), child: event('Child', { post_parent: '{top}' }) },
      create(event('Child too', { post_parent: '{top}' }), { has: { post_parent: '{top}' } }),
      { path: '/events/{child}', has: { post_parent: '{top}' } },
      { path: '/events?include={child}', has: { 'events[0].post_parent': '{top}' } },
      { path: '/events/{top}', has: { post_parent: undefined } },
      patch('/events/{child}', { title: 'Child still' }, { has: { post_parent: '{top}' } }),
      patch('/events/by-slug/child', { post_parent: '{other}' }, { has: { post_parent: '{other}' } }),
      patch('/events/{child}', { post_parent: '0' }, { has: { post_parent: undefined } }),
      patch('/events/{child}', { post_parent: '{top}' }, { has: { post_parent: '{top}' } }),
      patch('/events/{child}', { post_parent: 0 }, { has: { post_parent: undefined } }),
      create(event('Orphan', { post_parent: 0 }), { status: 201, has: { post_parent: undefined } }),
    );
    for (const [title, parent] of [
      ['the event itself', '{top}'],
      ['its child', '{mid}'],
      ['the child of its child', '{low}'],
      ['an unknown event', 987654],
      ['a venue', '{hall}'],
    ] as const)
      inBoth(
        `post_parent cannot be ${title}`,
        {
          top: event('Above'),
          mid: event('Between', { post_parent: '{top}' }),
          low: event('Below', { post_parent: '{mid}' }),
          hall: venue('No event'),
        },
        patch('/events/{top}', { post_parent: parent }, refused('post_parent')),
        { en: /neither this one nor below it/, fr: /ni celui-ci ni l’un de ses descendants/ },
      );
    for (const parent of [-1, 'top', 1.5, [], true])
      promise(
        `post_parent ${JSON.stringify(parent)} is refused`,
        {},
        create(event('Astray', { post_parent: parent }), refused('post_parent')),
      );
  });
});
