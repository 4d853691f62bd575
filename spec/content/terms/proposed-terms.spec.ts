import { expect } from 'chai';
import { publishDue } from '../../../lib/content/visibility/publication';
import type { Plugin } from '../../../lib/index';
import { LANGUAGES } from '../../../lib/language';
import { faultsOf } from '../../support/faults';
import type { Step } from '../../support/scenario';
import { create, event, openPromises, patch, refused } from '../../support/stage';

const text = (both: string) => ({ en: both, fr: both });

const genres: Plugin = (registry) => {
  registry.registerTermLike({ kind: 'genre', plural: 'genres', name: text('genre'), names: text('genres'), hierarchical: true });
  registry.registerField('events', 'genres', { link: 'genres', many: true, facet: true, description: text('genres') });
};

const KINDS = [
  { kind: 'category', plural: 'categories', page: 'events/category' },
  { kind: 'tag', plural: 'tags', page: 'tag' },
  { kind: 'genre', plural: 'genres', page: 'genre' },
] as const;

describe('Terms that contributors make by naming them', () => {
  const { stage } = openPromises({}, [genres]);
  afterEach(async () => expect(await faultsOf(stage())).to.deep.equal([]));
  let count = 0;

  for (const language of LANGUAGES)
    for (const { kind, plural, page } of KINDS) {
      const named = (name: string, more: object = {}) => event('Naming', { [plural]: [name], ...more });
      /** Creates an event that names a new term, by default as a contributor. */
      const propose = async (more: object = {}, as: 'contributor' | 'author' = 'contributor') => {
        const name = `Zesty ${++count}`;
        const { body } = await stage().step(create(named(name, more), { as, language, status: 201 }));
        const [term] = body[plural] as [{ id: number; name: string; slug: string }];
        expect(term.name).to.equal(name);
        stage().names['event'] = body.id;
        stage().names['term'] = term.id;
        return { ...term, event: body.id as number };
      };
      const step = (request: Step) => stage().step({ language, ...request });
      const isHidden = async ({ id, name, slug }: { readonly id: number; readonly name: string; readonly slug: string }) => {
        for (const as of [undefined, 'subscriber', ...(plural === 'tags' ? (['author'] as const) : [])] as const) {
          const reader = as === undefined ? {} : { as };
          for (const query of [`search=${encodeURIComponent(name)}`, `slug=${slug}`])
            await step({ ...reader, path: `/${plural}?hide_empty=false&${query}`, has: { total: 0, [plural]: [] } });
          await step({ ...reader, path: `/${plural}?include=${id}`, status: 400 });
          await step({ ...reader, path: `/${plural}?exclude=${id}`, status: 400 });
          await step({ ...reader, path: `/${plural}/${id}`, status: 404, code: `rest-${kind}-not-found` });
          await step({ ...reader, path: `/events?${plural}=${id}`, ...refused(plural) });
          await step({ ...reader, path: `/events?${plural}=${slug}`, ...refused(plural) });
          await step({ ...reader, path: `/events.ics?${plural}=${slug}`, ...refused(plural) });
        }
        await step({ path: `/suggest?q=${encodeURIComponent(name)}&kinds=${plural}`, has: { suggestions: [] } });
      };
      const isPublic = async ({ id, name, slug }: { readonly id: number; readonly name: string; readonly slug: string }) => {
        await step({ path: `/${plural}?search=${encodeURIComponent(name)}`, has: { total: 1 } });
        await step({ path: `/${plural}/${id}`, has: { name } });
        await step({ path: `/events?${plural}=${slug}`, has: { total: 1 } });
        await step({ path: `/suggest?q=${encodeURIComponent(name)}&kinds=${plural}`, has: { 'suggestions.length': 1 } });
      };

      it(`are hidden from others until a draft with them is published: ${kind}, ${language}`, async () => {
        const term = await propose();
        await isHidden(term);
        for (const as of ['contributor', 'editor'] as const) {
          await step({ as, path: `/${plural}/${term.id}`, has: { name: term.name } });
          await step({ as, path: `/${plural}?hide_empty=false&slug=${term.slug}`, has: { total: 1 } });
          await step({ as, path: `/events/${term.event}`, has: { [`${plural}[0].id`]: term.id } });
        }
        await step(patch(`/events/${term.event}`, { status: 'publish' }));
        await isPublic(term);
        await step({ path: `/events/${term.event}`, has: { [`${plural}[0].id`]: term.id } });
        await step(patch(`/events/${term.event}`, { status: 'draft' }));
        await step({ path: `/${plural}/${term.id}`, has: { name: term.name } });
      });
      it(`are hidden while the record with them is protected, scheduled or private: ${kind}, ${language}`, async () => {
        const closed = await propose();
        await step(patch(`/events/${closed.event}`, { status: 'publish', password: 'sesame' }));
        await isHidden(closed);
        await step({ path: `/events/${closed.event}?password=sesame`, has: { [plural]: [] } });
        await step(patch(`/events/${closed.event}`, { password: '' }));
        await isPublic(closed);
        const secret = await propose();
        await step(patch(`/events/${secret.event}`, { status: 'private' }));
        await isHidden(secret);
        const later = await propose();
        await step(patch(`/events/${later.event}`, { status: 'publish', date: '2030-01-15 13:00:00' }));
        await isHidden(later);
        stage().clock.set('2030-01-15T13:00:01Z');
        await publishDue(stage().service.services);
        stage().clock.set('2030-01-15T12:00:00Z');
        await isPublic(later);
      });
      if (plural === 'tags')
        it(`are linked and visible for other users who name them too: ${language}`, async () => {
          const term = await propose();
          const draft = { as: 'author', language, status: 201 } as const;
          const { body } = await step(create(named(term.name, { status: 'draft' }), draft));
          expect(body.tags[0].id).to.equal(term.id);
          await step({ as: 'author', path: `/tags/${term.id}`, has: { name: term.name } });
          await step({ as: 'author2', path: `/tags/${term.id}`, status: 404 });
          await step(create(event('By ID', { tags: [term.id] }), { as: 'author2', language, ...refused('tags') }));
          const { body: other } = await step(create(event('By slug', { tags: [term.slug], status: 'draft' }), { ...draft, as: 'author2' }));
          expect(other.tags[0]).to.include({ name: term.slug, slug: `${term.slug}-2` });
        });
      it(`are public after a change by a user who manages terms: ${kind}, ${language}`, async () => {
        const term = await propose();
        await step(patch(`/${plural}/${term.id}`, { description: 'Accepted' }));
        await step({ path: `/${plural}/${term.id}`, has: { name: term.name } });
      });
      it(`are in no sitemap and have no page: ${kind}, ${language}`, async () => {
        const term = await propose();
        const mentions = async () => {
          const found: boolean[] = [];
          for (const path of ['/sitemaps/terms-0.xml', `/${language}/${page}/`, `/${language}/${page}/${term.slug}/`]) {
            const answer = await fetch(`${stage().address}${path}`, { headers: { accept: 'text/html' } });
            found.push((await answer.text()).includes(term.name.replace(' ', '-').toLowerCase()) && answer.status === 200);
          }
          return found;
        };
        expect(await mentions()).to.deep.equal([false, false, false]);
        await step(patch(`/events/${term.event}`, { status: 'publish' }));
        expect(await mentions()).to.deep.equal([true, true, true]);
      });
      it(`stay in an event that a user changes who cannot see them: ${kind}, ${language}`, async () => {
        const term = await propose();
        await step(patch(`/events/${term.event}`, { author: '{author}' }, { as: 'admin' }));
        const { body } = await step({ as: 'author', path: `/events/${term.event}` });
        await step(patch(`/events/${term.event}`, { [plural]: body[plural], title: 'Changed' }, { as: 'author' }));
        await step({ as: 'editor', path: `/events/${term.event}`, has: { [`${plural}[0].id`]: term.id } });
      });
    }
});
