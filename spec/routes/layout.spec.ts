import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import { create, event, KINDS, openPromises, patch, refused, TERM_LIKE } from '../support/stage';

describe('links, slugs and parents of records', () => {
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
      it(`url encodes the slug and carries the language: ${plural}`, async () => {
        for (const [place, [name, slug, encoded]] of (plural === 'events' ? SCRIPTS : SCRIPTS.slice(1, 2)).entries()) {
          const language = LANGUAGES[place % 2] ?? 'en';
          const { body } = await stage().step(create(make(name), { language, status: 201, has: { slug } }));
          const url = `${stage().address}/${language}/${SEGMENTS[plural]}/${encoded}/`;
          expect(body.url).to.equal(url);
          // The page address depends on the record's language, not on the prefix.
          for (const reading of LANGUAGES) await stage().step({ language: reading, path: `/${plural}/${body.id}`, has: { url } });
          if (plural !== 'events') continue;
          for (const spelling of [encodeURIComponent(slug), encoded, encodeURIComponent(name === 'ПРИВЕТ мир' ? 'ПРИВЕТ-МИР' : slug)])
            await stage().step({ language, path: `/${plural}/by-slug/${spelling}`, has: { id: body.id } });
        }
      });
    for (const [status, more] of [
      ['draft', {}],
      ['pending', {}],
      ['future', { date: '2031-01-01' }],
      ['trash', {}],
    ] as const)
      it(`url of a ${status} event is by ID (?p=)`, async () => {
        const { body } = await stage().step(create(event('Unaddressed', { status, ...more }), { language: 'fr', status: 201 }));
        await stage().step({ as: 'editor', path: `/events/${body.id}`, has: { url: `${stage().address}/fr/event/?p=${body.id}` } });
      });
  });

  it('translations.{language}.rest_url lies below the root of its own language', async () => {
    await stage().give({ both: event('Concert in town') });
    await stage().give({ deux: event('Concert à deux', { translation_of: '{both}' }, { language: 'fr' }) });
    for (const [name, language, other] of [
      ['both', 'en', 'fr'],
      ['deux', 'fr', 'en'],
    ] as const) {
      const { body } = await stage().step({ path: `/events/{${name}}`, language });
      const address = body.translations[other].rest_url;
      expect(new URL(address).pathname).to.match(new RegExp(`^/${other}/cal/events/v1/events/\\d+$`));
      await stage().step({ path: pathOf(address), has: { language: other } });
    }
  });

  describe('post_parent', () => {
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
    inBoth(
      'post_parent cannot be the child of its child',
      {
        top: event('Above'),
        mid: event('Between', { post_parent: '{top}' }),
        low: event('Below', { post_parent: '{mid}' }),
      },
      patch('/events/{top}', { post_parent: '{low}' }, refused('post_parent')),
      { en: /neither this one nor below it/, fr: /ni celui-ci ni l’un de ses descendants/ },
    );
  });
});
