import { expect } from 'chai';
import { publishDue } from '../../../lib/content/visibility/scheduled';
import type { Plugin } from '../../../lib/index';
import { faultsOf } from '../../support/faults';
import type { Login } from '../../support/service';
import { create, event, openPromises, patch, refused } from '../../support/stage';

const text = (both: string) => ({ en: both, fr: both });

const genres: Plugin = (registry) => {
  registry.registerTermLike({ kind: 'genre', plural: 'genres', name: text('genre'), names: text('genres'), hierarchical: true });
  registry.registerField('events', 'genres', { link: 'genres', many: true, facet: true, description: text('genres') });
};

interface Term {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** The ID of the event that names it. */
  readonly event: number;
}

describe('Terms that contributors make by naming them', () => {
  const { stage } = openPromises({}, [genres]);
  afterEach(async () => expect(await faultsOf(stage())).to.deep.equal([]));
  let count = 0;

  const named = (name: string, plural = 'tags', more: object = {}) => event('Naming', { [plural]: [name], ...more });
  /** Creates an event that names a new term, as a contributor. */
  const propose = async (plural = 'tags'): Promise<Term> => {
    const name = `Zesty ${++count}`;
    const { body } = await stage().step(create(named(name, plural), { as: 'contributor', status: 201 }));
    const [term] = body[plural];
    expect(term.name).to.equal(name);
    return { ...term, event: body.id };
  };
  const isHidden = async ({ id, name, slug }: Term, plural = 'tags', readers: readonly (Login | undefined)[] = [undefined]) => {
    const search = encodeURIComponent(name);
    for (const as of readers) {
      const reader = as && { as };
      for (const query of [`search=${search}`, `slug=${slug}`])
        await stage().step({ ...reader, path: `/${plural}?hide_empty=false&${query}`, has: { total: 0, [plural]: [] } });
      for (const filter of ['include', 'exclude']) await stage().step({ ...reader, path: `/${plural}?${filter}=${id}`, status: 400 });
      await stage().step({ ...reader, path: `/${plural}/${id}`, status: 404 });
      for (const path of [`/events?${plural}=${id}`, `/events?${plural}=${slug}`, `/events.ics?${plural}=${slug}`])
        await stage().step({ ...reader, path, ...refused(plural) });
    }
    await stage().step({ path: `/suggest?q=${search}&kinds=${plural}`, has: { suggestions: [] } });
  };
  const isPublic = async ({ id, name, slug }: Term, plural = 'tags') => {
    const search = encodeURIComponent(name);
    await stage().step({ path: `/${plural}?search=${search}`, has: { total: 1 } });
    await stage().step({ path: `/${plural}/${id}`, has: { name } });
    await stage().step({ path: `/events?${plural}=${slug}`, has: { total: 1 } });
    await stage().step({ path: `/suggest?q=${search}&kinds=${plural}`, has: { 'suggestions.length': 1 } });
  };

  for (const plural of ['categories', 'tags', 'genres'])
    it(`are hidden from others until a draft with them is published: ${plural}`, async () => {
      const term = await propose(plural);
      await isHidden(term, plural, [undefined, 'subscriber', ...(plural === 'tags' ? (['author'] as const) : [])]);
      for (const as of ['contributor', 'editor'] as const) {
        await stage().step({ as, path: `/${plural}/${term.id}`, has: { name: term.name } });
        await stage().step({ as, path: `/${plural}?hide_empty=false&slug=${term.slug}`, has: { total: 1 } });
        await stage().step({ as, path: `/events/${term.event}`, has: { [`${plural}[0].id`]: term.id } });
      }
      await stage().step(patch(`/events/${term.event}`, { status: 'publish' }));
      await isPublic(term, plural);
      await stage().step(patch(`/events/${term.event}`, { status: 'draft' }));
      await stage().step({ path: `/${plural}/${term.id}`, has: { name: term.name } });
    });
  it('are hidden while the record with them is protected, scheduled or private', async () => {
    const closed = await propose();
    await stage().step(patch(`/events/${closed.event}`, { status: 'publish', password: 'sesame' }));
    await isHidden(closed);
    await stage().step({ path: `/events/${closed.event}?password=sesame`, has: { tags: [] } });
    await stage().step(patch(`/events/${closed.event}`, { password: '' }));
    await isPublic(closed);
    const secret = await propose();
    await stage().step(patch(`/events/${secret.event}`, { status: 'private' }));
    await isHidden(secret);
    const later = await propose();
    await stage().step(patch(`/events/${later.event}`, { status: 'publish', date: '2030-01-15 13:00:00' }));
    await isHidden(later);
    stage().clock.set('2030-01-15T13:00:01Z');
    await publishDue(stage().service.services);
    stage().clock.set('2030-01-15T12:00:00Z');
    await isPublic(later);
  });
  it('are linked and visible for other users who name them too', async () => {
    const term = await propose();
    const { body } = await stage().step(create(named(term.name, 'tags', { status: 'draft' }), { as: 'author', status: 201 }));
    expect(body.tags[0].id).to.equal(term.id);
    await stage().step({ as: 'author', path: `/tags/${term.id}`, has: { name: term.name } });
    await stage().step({ as: 'author2', path: `/tags/${term.id}`, status: 404 });
    await stage().step(create(event('By ID', { tags: [term.id] }), { as: 'author2', ...refused('tags') }));
    const { body: other } = await stage().step(create(named(term.slug, 'tags', { status: 'draft' }), { as: 'author2', status: 201 }));
    expect(other.tags[0]).to.include({ name: term.slug, slug: `${term.slug}-2` });
  });
  it('are public after a change by a user who manages terms', async () => {
    const term = await propose();
    await stage().step(patch(`/tags/${term.id}`, { description: 'Accepted' }));
    await stage().step({ path: `/tags/${term.id}`, has: { name: term.name } });
  });
  it('are in no sitemap and have no page', async () => {
    const term = await propose();
    const mentions = async () => {
      const found: boolean[] = [];
      for (const path of ['//sitemaps/terms-0.xml', '//en/tag/', `//en/tag/${term.slug}/`]) {
        const { status, text } = await stage().ask('GET', path, { headers: { accept: 'text/html' } });
        found.push(text.includes(term.slug) && status === 200);
      }
      return found;
    };
    expect(await mentions()).to.deep.equal([false, false, false]);
    await stage().step(patch(`/events/${term.event}`, { status: 'publish' }));
    expect(await mentions()).to.deep.equal([true, true, true]);
  });
  it('stay in an event that a user changes who cannot see them', async () => {
    const term = await propose();
    await stage().step(patch(`/events/${term.event}`, { author: '{author}' }, { as: 'admin' }));
    const { body } = await stage().step({ as: 'author', path: `/events/${term.event}` });
    await stage().step(patch(`/events/${term.event}`, { tags: body.tags, title: 'Changed' }, { as: 'author' }));
    await stage().step({ as: 'editor', path: `/events/${term.event}`, has: { 'tags[0].id': term.id } });
  });
});
