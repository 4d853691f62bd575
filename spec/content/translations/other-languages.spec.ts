import { expect } from 'chai';
import { openStage, type Step } from '../../support/scenario';
import { event, openPromises, POST_LIKE, TERM_LIKE } from '../../support/stage';
import { joinTranslations } from '../../support/translations';

describe('GET /events/by-slug/{slug}: slugs of other languages (data.translations, ml_fallback)', () => {
  const { stage } = openPromises();
  before(async () => {
    const french = { language: 'fr' } as const;
    await stage().give({
      seul: event('Seul', {}, french),
      fete: event('Fête', {}, french),
      party: event('Party'),
      ombre: event('Ombre', {}, french),
      shadow: event('Shadow', { slug: 'shadow', status: 'draft', author: '{contributor}' }),
      brouillon: event('Brouillon', { slug: 'brouillon', status: 'draft', author: '{contributor}' }, french),
      clear: event('Clear'),
      prive: event('Privé', { status: 'private', author: '{author}' }, french),
      corbeille: event('Corbeille', {}, french),
      bin: event('Bin'),
      jete: event('Jeté', {}, french),
      locked: event('Verrou', { password: 'sesame' }, french),
    });
    for (const pair of [
      ['fete', 'party'],
      ['ombre', 'shadow'],
      ['brouillon', 'clear'],
      ['corbeille', 'bin'],
    ])
      await joinTranslations(
        stage(),
        'events',
        pair.map((name) => stage().names[name] ?? 0),
      );
    for (const name of ['bin', 'jete']) await stage().step({ as: 'admin', method: 'DELETE', path: `/events/{${name}}` });
  });

  const at = (slug: string, query = '') => `/events/by-slug/${slug}${query}`;
  const code = 'rest-event-not-found';
  const place = (name: string, slug: string, language: 'en' | 'fr') => ({
    id: stage().names[name],
    slug,
    rest_url: `${stage().address}/${language}/cal/events/v1/events/${stage().names[name]}`,
    url: `${stage().address}/${language}/event/${slug}/`,
  });
  /** Checks that the error is the same as for an unknown slug. */
  const unknown = async (slug: string, step: Partial<Step> = {}) => {
    const plain = (text: string, own: string) => text.replaceAll(own, 'SLUG');
    const refused = await stage().step({ ...step, path: at(slug, step.path), status: 404, code, hides: /translations/ });
    const other = await stage().step({ ...step, path: at('nowhere', step.path), status: 404, code });
    expect(plain(refused.text, slug)).to.equal(plain(other.text, 'nowhere'));
  };

  it('answers 404 and names the record in data.translations', async () => {
    const { body } = await stage().step({ path: at('seul'), status: 404, code });
    expect(body.data).to.deep.equal({ status: 404, translations: { fr: place('seul', 'seul', 'fr') } });
    await stage().step({ language: 'fr', path: at('seul'), has: { id: '{seul}', language: 'fr' } });
  });
  it('names the translations of the record too', async () => {
    for (const query of ['', '?ml_fallback=true']) {
      const { body } = await stage().step({ path: at('fete', query), status: 404, code });
      expect(body.data.translations).to.deep.equal({ fr: place('fete', 'fete', 'fr'), en: place('party', 'party', 'en') });
    }
  });
  it('names them in problem documents (application/problem+json)', () =>
    stage().step({
      path: at('seul'),
      headers: { accept: 'application/problem+json' },
      status: 404,
      has: { code, 'translations.fr.id': '{seul}' },
    }));
  it('names only translations that the user may read', async () => {
    for (const as of [undefined, 'author'] as const) {
      const { body } = await stage().step({ ...(as && { as }), path: at('ombre'), status: 404, code });
      expect(body.data.translations, String(as)).to.have.all.keys('fr');
    }
    for (const as of ['contributor', 'editor'] as const) {
      const { body } = await stage().step({ as, path: at('ombre'), status: 404, code });
      expect(body.data.translations, as).to.have.all.keys('en', 'fr');
    }
  });
  it('reveals nothing of records that the user may not read', async () => {
    for (const path of ['', '?ml_fallback=true'])
      for (const as of [undefined, 'author'] as const) await unknown('brouillon', { ...(as && { as }), path });
    for (const path of ['', '?ml_fallback=true'])
      for (const as of [undefined, 'contributor'] as const) await unknown('prive', { ...(as && { as }), path });
    await stage().step({ as: 'contributor', path: at('brouillon'), status: 404, has: { 'data.translations.fr.id': '{brouillon}' } });
    await stage().step({ as: 'author', path: at('prive'), status: 404, has: { 'data.translations.fr.id': '{prive}' } });
  });
  it('reveals nothing of the trash', async () => {
    const { slug } = (await stage().step({ as: 'admin', language: 'fr', path: `/events/{jete}` })).body;
    for (const as of [undefined, 'editor'] as const)
      for (const one of ['jete', slug]) await unknown(one, { ...(as && { as }), path: as === 'editor' ? '' : '?ml_fallback=true' });
    for (const as of [undefined, 'admin'] as const) {
      const { body } = await stage().step({ ...(as && { as }), path: at('corbeille'), status: 404 });
      expect(body.data.translations).to.have.all.keys('fr');
    }
  });

  it('answers the record with ml_fallback if it has no translation', async () => {
    for (const value of ['true', '1', 'TRUE'])
      await stage().step({
        path: at('seul', `?ml_fallback=${value}`),
        has: { id: '{seul}', language: 'fr', slug: 'seul' },
        answers: { 'content-language': 'fr', allow: 'GET' },
      });
    await stage().step({ method: 'HEAD', path: at('seul', '?ml_fallback=true'), status: 200, answers: { 'content-language': 'fr' } });
    for (const query of ['', '?ml_fallback=false', '?ml_fallback=yes', '?ml_all=true'])
      await stage().step({ path: at('seul', query), status: 404, code });
  });
  it('answers the record with ml_fallback if the user may not read its translation', async () => {
    for (const as of [undefined, 'author'] as const)
      await stage().step({ ...(as && { as }), path: at('ombre', '?ml_fallback=true'), has: { id: '{ombre}' } });
    for (const as of ['contributor', 'editor'] as const)
      await stage().step({ as, path: at('ombre', '?ml_fallback=true'), status: 404, has: { 'data.translations.en.id': '{shadow}' } });
    for (const as of [undefined, 'admin'] as const)
      await stage().step({ ...(as && { as }), path: at('corbeille', '?ml_fallback=true'), has: { id: '{corbeille}' } });
  });
  it('answers a private record with ml_fallback to its author', async () => {
    await stage().step({ as: 'author', path: at('prive', '?ml_fallback=true'), has: { id: '{prive}' } });
    await stage().step({ as: 'contributor', path: at('brouillon', '?ml_fallback=true'), status: 404 });
  });
  it('answers a slug of the language of the request as without ml_fallback', async () => {
    await stage().step({ path: at('party', '?ml_fallback=true'), has: { id: '{party}', language: 'en' } });
    for (const as of [undefined, 'editor'] as const)
      await stage().step({
        ...(as && { as }),
        path: at('party', '?ml_fallback=maybe'),
        status: 400,
        code: 'rest_invalid_param',
        params: ['ml_fallback'],
      });
  });
  it('answers 404 to PATCH and DELETE, with ml_fallback too', async () => {
    for (const writes of [{ method: 'PATCH', json: { description: 'New' } }, { method: 'DELETE' }]) {
      const { body } = await stage().step({ as: 'editor', ...writes, path: at('seul', '?ml_fallback=true'), status: 404, code });
      expect(body.data.translations).to.deep.equal({ fr: place('seul', 'seul', 'fr') });
      await stage().step({ ...writes, path: at('seul'), status: 401, code: 'rest_forbidden', hides: /translations/ });
      await stage().step({ as: 'author', ...writes, path: at('seul'), status: 403, code: 'rest_forbidden', hides: /translations/ });
    }
    await stage().step({ path: '/events/{seul}', hides: /New/ });
  });
  it('names a protected event in data.translations, and answers it with ml_fallback and its password', async () => {
    await stage().step({ path: at('verrou'), status: 404, has: { 'data.translations.fr.id': '{locked}' }, hides: /sesame/ });
    const path = at('verrou', '?ml_fallback=true');
    await stage().step({ path, status: 403, code: 'event-password-protected' });
    await stage().step({ path: `${path}&password=sesame`, has: { id: '{locked}' } });
    await stage().step({ as: 'editor', path, has: { id: '{locked}' } });
  });
});

/** One post type and one term type. The others share their code. */
const SAMPLES = [POST_LIKE[0], TERM_LIKE[1]];

describe('Link: rel="alternate" of a record', () => {
  const { stage } = openPromises();
  before(async () => {
    for (const { plural, make } of SAMPLES) {
      await stage().give({
        [`${plural} en`]: make('One'),
        [`${plural} fr`]: make('Un', {}, { language: 'fr' }),
        [`${plural} alone`]: make('Alone'),
      });
      await joinTranslations(stage(), plural, [stage().names[`${plural} en`] ?? 0, stage().names[`${plural} fr`] ?? 0]);
    }
  });

  const alternate = (plural: string, language: 'en' | 'fr') =>
    `<${stage().address}/${language}/cal/events/v1/${plural}/${stage().names[`${plural} ${language}`]}>; rel="alternate"; hreflang="${language}"`;
  const root = (language: 'en' | 'fr') => `<${stage().address}/${language}/>; rel="https://api.w.org/"`;

  for (const { plural } of SAMPLES)
    it(`names the translations of ${plural}, each under its own prefix`, async () => {
      for (const through of ['en', 'fr'] as const)
        for (const [own, other] of [
          ['en', 'fr'],
          ['fr', 'en'],
        ] as const) {
          const one = { language: through, path: `/${plural}/${stage().names[`${plural} ${own}`]}` };
          const answers = { link: `${root(through)}, ${alternate(plural, other)}`, 'content-language': own };
          await stage().step({ ...one, answers });
          if (through === own) continue;
          await stage().step({ ...one, method: 'HEAD', status: 200, answers });
          await stage().step({ ...one, path: `${one.path}?_fields=id`, answers });
        }
      const alone = `/${plural}/${stage().names[`${plural} alone`]}`;
      await stage().step({ path: alone, answers: { link: root('en'), 'content-language': 'en' } });
    });

  it('names only translations that the user may read, by slug too', async () => {
    const link = `${root('en')}, ${alternate('events', 'fr')}`;
    const path = '/events/by-slug/one';
    await stage().step({ path, answers: { link } });
    await stage().step({ as: 'editor', method: 'PATCH', path: `/events/${stage().names['events fr']}`, json: { status: 'draft' } });
    for (const as of [undefined, 'author'] as const) await stage().step({ ...(as && { as }), path, answers: { link: root('en') } });
    await stage().step({ as: 'editor', path, answers: { link } });
  });

  it('leaves out addresses of over 4,096 characters', async () => {
    const long = await openStage({ PUBLIC_URL: `https://example.org/${'a'.repeat(4100)}` });
    try {
      await long.give({ one: { path: '/tags', json: { name: 'One' } }, un: { path: '/tags', json: { name: 'Un' }, language: 'fr' } });
      await joinTranslations(long, 'tags', [long.names['one'] ?? 0, long.names['un'] ?? 0]);
      const { headers, body } = await long.step({ path: '/tags/{one}', has: { 'translations.fr.id': '{un}' } });
      expect(headers.link).to.not.include('alternate');
      expect(body.translations.fr.rest_url.length).to.be.above(4096);
    } finally {
      await long.stop();
    }
  });
});
