import { expect } from 'chai';
import { plugin as tickets } from '../../../fixtures/plugins/tickets/index';
import { publishDue } from '../../../lib/content/visibility/scheduled';
import { NOW, type Step } from '../../support/scenario';
import { category, create, event, openPromises, organizer, patch, remove, tag, venue } from '../../support/stage';

const FAILED = { status: 412, code: 'rest_precondition_failed' } as const;

const KINDS = [
  { plural: 'events', make: event('Tea'), change: { cost: '7' }, slug: 'tea' },
  { plural: 'categories', make: category('Talks'), change: { description: 'Words' } },
  { plural: 'tickets', make: { path: '/tickets', json: { title: 'Seat', event: '{fair}', price: 1 } }, change: { price: 2 }, slug: 'seat' },
] as const;

describe('If-Match', () => {
  const { stage } = openPromises({}, [tickets]);
  before(() => stage().give({ fair: event('Fair') }));

  const tagOf = async (path: string, overrides: Partial<Step> = {}): Promise<string> =>
    String((await stage().step({ path, as: 'editor', ...overrides })).headers.etag);
  const withTag = (tag: string, overrides: Partial<Step> = {}): Partial<Step> => ({ ...overrides, headers: { 'if-match': tag } });
  let number = 0;
  /** Creates a record and returns its path. */
  const createAt = async (name: string, record: Step): Promise<string> => {
    number += 1;
    const [text] = Object.entries(record.json as object)[0] ?? [];
    const json = { ...(record.json as object), [String(text)]: `${name} ${number}` };
    const { body } = await stage().step(create({ ...record, json }));
    return `${record.path}/${body.id}`;
  };

  for (const { plural, make, change, ...kind } of KINDS) {
    describe(`of ${plural}: 412`, () => {
      it('updates an unchanged record, and answers 412 to a changed one', async () => {
        const path = await createAt('Seen', make);
        const etag = await tagOf(path);
        const { headers } = await stage().step(patch(path, change, withTag(etag)));
        expect(headers.etag).to.not.equal(etag);
        const { body } = await stage().step(patch(path, change, withTag(etag, FAILED)));
        expect(body.data.etag).to.equal(await tagOf(path));
        await stage().step(patch(path, change, withTag(body.data.etag)));
      });

      it('answers 412 to the deletion of a changed record', async () => {
        const path = await createAt('Kept', make);
        const etag = await tagOf(path);
        await stage().step(patch(path, change));
        for (const query of ['', '?force=true']) await stage().step(remove(`${path}${query}`, withTag(etag, FAILED)));
        await stage().step(remove(path, withTag(await tagOf(path))));
      });

      // The type of a plugin shares the code for the following specs.
      if (plural === 'tickets') return;

      it('takes the ETag of the answer to a creation and to an update', async () => {
        const json = { ...(make.json as object), [Object.keys(make.json as object)[0] ?? '']: `Created ${plural}` };
        const { body, headers } = await stage().step(create({ ...make, json }));
        const path = `/${plural}/${body.id}`;
        const changed = await stage().step(patch(path, change, withTag(String(headers.etag), { method: 'PUT' })));
        await stage().step(patch(path, change, withTag(String(changed.headers.etag), { method: 'POST' })));
      });

      it('lets one of many concurrent updates pass', async () => {
        const path = await createAt('Wanted', make);
        const etag = await tagOf(path);
        const answers = await Promise.all(
          Array.from({ length: 8 }, () =>
            stage().ask('PATCH', `/${path.slice(1)}`, { as: 'editor', json: change, headers: { 'if-match': etag } }),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array.from({ length: 7 }, () => 412)]);
      });

      it('lets one of many concurrent deletions pass', async () => {
        const path = await createAt('Unwanted', make);
        const etag = await tagOf(path);
        const answers = await Promise.all(
          Array.from({ length: 4 }, () => stage().ask('DELETE', `${path}?force=true`, { as: 'editor', headers: { 'if-match': etag } })),
        );
        const others = answers.map(({ status }) => status).filter((status) => status !== 200);
        expect(others).to.have.length(3);
        // After permanent deletion the record does not exist.
        expect(others.every((status) => status === (plural === 'categories' ? 404 : 412) || status === 412)).to.equal(true);
        if (plural === 'events') await stage().step({ path, as: 'editor', has: { status: 'trash' } });
      });

      if ('slug' in kind) {
        it('works by slug and through either prefix', async () => {
          const path = await createAt('Named', make);
          const { body } = await stage().step({ path, as: 'editor' });
          const bySlug = `/${plural}/by-slug/${body.slug}`;
          const etag = await tagOf(bySlug);
          await stage().step(patch(path, change));
          for (const method of ['PATCH', 'DELETE']) {
            await stage().step(patch(bySlug, change, withTag(etag, { ...FAILED, method })));
            await stage().step(patch(path, change, withTag(etag, { ...FAILED, method, language: 'fr' })));
          }
          await stage().step(patch(path, change, withTag(await tagOf(path, { language: 'fr' }))));
        });
      }
    });
  }

  it('takes the ETag of any view of the record, and lists, weak tags, suffixes and *', async () => {
    const path = await createAt('Viewed', event(''));
    const views = await Promise.all([
      tagOf(path),
      tagOf(path, { language: 'fr' }),
      tagOf(`${path}.ics`),
      tagOf(`${path}?_fields=id,title`),
      tagOf(`${path}?_envelope`),
      tagOf(`${path}?_pretty`),
      tagOf(path, { as: 'subscriber' }),
    ]);
    expect(new Set(views).size).to.be.greaterThan(3);
    const [tag = ''] = views;
    const variants = [`W/${tag}`, tag.replace(/"$/, '-gzip"'), tag.replace(/"$/, ';br"'), tag.replaceAll('"', ''), `"other", ${tag}`, '*'];
    // Each update changes the revision. The rest of each ETag stays valid, so only the revision is replaced.
    let state = 'events';
    for (const view of [...views, ...variants]) {
      const one = state === 'events' ? view : view.replace(/events\.\d+\.\d+/, state);
      const { headers } = await stage().step(patch(path, {}, withTag(one)));
      if (one !== '*') await stage().step(patch(path, {}, withTag(one, FAILED)));
      state = /events\.\d+\.\d+/.exec(String(headers.etag))?.[0] ?? '';
    }
  });

  it('answers 412 to the ETag of another record and to values that are no ETag', async () => {
    const [one, other] = [await createAt('One', event('')), await createAt('Other', event(''))];
    const digits = String(await tagOf(one)).replace(/\.1-/, '.10-');
    for (const wrong of [await tagOf(other), '', 'W/""', '"', digits, '"**"', 'null'])
      await stage().step(patch(one, {}, withTag(wrong, FAILED)));
  });

  it('passes with * if there is a record, and answers 404 if there is none', async () => {
    const path = await createAt('There', event(''));
    await stage().step(patch(path, {}, withTag('*')));
    for (const method of ['PATCH', 'DELETE']) await stage().step(patch('/events/999999', {}, withTag('*', { method, status: 404 })));
  });

  it('is checked after the rights and after the body', async () => {
    const path = await createAt('Guarded', event('', {}, { as: 'author' }));
    await stage().step(patch(path, {}, withTag('"none"', { as: 'author2', status: 403, code: 'rest_forbidden' })));
    await stage().step({ ...patch(path, {}, withTag('"none"', { status: 401 })), as: undefined as never });
    await stage().step(patch(path, { start_date: 'never' }, withTag('"none"', { status: 400 })));
  });

  it('is allowed by CORS, and described by the index and GET /doc', async () => {
    const { headers } = await stage().ask('OPTIONS', '/events/1', { headers: { origin: 'https://example.org' } });
    expect(headers['access-control-allow-headers']).to.contain('If-Match').and.to.contain('Idempotency-Key');
    const { body } = await stage().step({ path: '' });
    const changing = Object.values(body.routes as Record<string, { endpoints: { methods: string[]; headers?: object }[] }>)
      .flatMap(({ endpoints }) => endpoints)
      .filter(({ methods }) => methods.includes('PATCH') || methods.includes('DELETE'));
    expect(changing.length).to.be.greaterThan(15);
    for (const { headers: declared } of changing) expect(declared).to.have.nested.property('If-Match.description');
    const document = (await stage().step({ path: '/doc' })).body;
    for (const operation of ['patch', 'put', 'post', 'delete']) {
      const { parameters, responses } = document.paths['/tickets/by-slug/{slug}'][operation];
      expect(parameters.map((one: { name: string; in: string }) => `${one.in} ${one.name}`)).to.include('header If-Match');
      expect(responses).to.have.any.keys('412');
    }
  });

  describe('ETag: the revision of a record', () => {
    const editions = async (path: string): Promise<string> => (/^"([^-]+)-/.exec(await tagOf(path)) ?? [])[1] ?? '';

    it('is not changed by counts, links to the record and linked records', async () => {
      await stage().give({ place: venue('Place'), group: organizer('Group'), topic: category('Topic'), word: tag('Word') });
      const paths = ['/venues/{place}', '/organizers/{group}', '/categories/{topic}', '/tags/{word}'].map((path) =>
        path.replace(/\{(\w+)\}/, (_, name: string) => String(stage().names[name])),
      );
      const before = await Promise.all(paths.map(editions));
      const linking = {
        venue: stage().names['place'],
        organizer: stage().names['group'],
        categories: [stage().names['topic']],
        tags: [stage().names['word']],
      };
      const { body } = await stage().step(create(event('Linking', linking)));
      const path = `/events/${body.id}`;
      const own = await editions(path);
      const etag = await tagOf(path);
      expect(await Promise.all(paths.map(editions))).to.deep.equal(before);
      await stage().step(patch(paths[0] ?? '', { city: 'Nantes' }));
      expect(await tagOf(path), 'a linked venue that changed makes another tag').to.not.equal(etag);
      await stage().step(patch(path, { venue: [] }, withTag(etag)));
      expect(await editions(path)).to.not.equal(own);
      // A permanent deletion removes links without a write to the linking record.
      const afterwards = await editions(path);
      await stage().step(remove(paths[3] ?? ''));
      expect(await editions(path)).to.equal(afterwards);
    });

    it('is not changed by scheduled publication', async () => {
      const { body } = await stage().step(create(event('Later', { date: '2030-01-16 12:00:00' })));
      const path = `/events/${body.id}`;
      const etag = await tagOf(path);
      stage().clock.set('2030-01-17T12:00:00Z');
      await publishDue(stage().service.services);
      stage().clock.set(NOW);
      expect((await stage().step({ path, as: 'editor' })).body.status).to.equal('publish');
      expect(await tagOf(path)).to.not.equal(etag);
      await stage().step(patch(path, {}, withTag(etag)));
    });

    it('is not changed by the removal of a parent term', async () => {
      await stage().give({ top: category('Top') });
      await stage().give({ below: category('Below', { parent: stage().names['top'] }) });
      const path = `/categories/${stage().names['below']}`;
      const before = await editions(path);
      await stage().step(remove(`/categories/${stage().names['top']}`));
      expect(await editions(path)).to.equal(before);
      expect((await stage().step({ path })).body.parent).to.equal(0);
    });
  });

  it('has no ETag in the answer to a deletion for good', async () => {
    const path = await createAt('Gone', event(''));
    expect((await stage().step(remove(path))).headers.etag).to.match(/^"events\./);
    expect((await stage().step(remove(`${path}?force=true`))).headers.etag).to.equal(undefined);
    expect((await stage().step(remove(await createAt('Gone', tag(''))))).headers.etag).to.equal(undefined);
  });

  it('If-None-Match: 304 only if the linked records are unchanged too', async () => {
    const { body } = await stage().step(create(event('Cached', { venue: { venue: 'Cache' } })));
    const path = `/events/${body.id}`;
    const etag = await tagOf(path);
    await stage().step({ path, as: 'editor', headers: { 'if-none-match': etag }, status: 304 });
    await stage().step(patch(`/venues/${body.venue.id}`, { city: 'Brest' }));
    await stage().step({ path, as: 'editor', headers: { 'if-none-match': etag }, status: 200, says: /Brest/ });
  });
});
