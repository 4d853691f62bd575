import { expect } from 'chai';
import type { Plugin } from '../../../lib/index';
import type { Step } from '../../support/scenario';
import { category, create, event, openPromises, organizer, POST_LIKE, patch, refused, remove, TERM_LIKE, venue } from '../../support/stage';
import { translation } from '../../support/translations';

const FRENCH = { language: 'fr' } as const;

const OF_A_VENUE = {
  ...{ address: '1 Main Street', city: 'London', country: 'England', zip: 'W1', phone: '1' },
  ...{ website: 'https://hall.example', geo_lat: 1.5, geo_lng: 2.5 },
} as const;

const SHARED_BY_EVENTS = {
  ...{ all_day: true, timezone: 'America/New_York', website: 'https://concert.example', featured: true, show_map: true, sticky: true },
  post_parent: '{festival}',
} as const;

/** A kind whose translations share some of its fields. */
const halls: Plugin = (registry) => {
  const text = (en: string, fr: string) => ({ en, fr });
  registry.registerTermLike({
    kind: 'style',
    plural: 'styles',
    name: text('style', 'style'),
    names: text('styles', 'styles'),
    hierarchical: true,
  });
  registry.registerPostLike({
    kind: 'hall',
    plural: 'halls',
    name: text('hall', 'salle'),
    names: text('halls', 'salles'),
    fields: {
      seats: { type: 'integer', required: true, shared: true, description: text('The seats', 'Les places') },
      open: { type: 'boolean', default: false, shared: true, description: text('Whether it is open', 'Si elle est ouverte') },
      motto: { type: 'string', description: text('A motto', 'Une devise') },
      colour: { type: 'string', shared: 'initially', description: text('The colour', 'La couleur') },
      place: { link: 'venues', shared: true, description: text('The venue', 'Le lieu') },
      styles: { link: 'styles', many: true, shared: true, description: text('The styles', 'Les styles') },
    },
  });
};

/** One post type and one term type. The others share their code. */
const SAMPLES = [POST_LIKE[0], TERM_LIKE[1]];

describe('translation_of', () => {
  const { stage, promise } = openPromises({}, [halls]);

  describe('on creation', () => {
    for (const { kind, plural, name, make } of SAMPLES)
      promise(
        `creates a translation of ${plural}, and both name each other`,
        { one: make(`Original ${kind}`), other: translation(plural, name, `Traduction ${kind}`, '{one}') },
        {
          path: `/${plural}/{one}`,
          has: { language: 'en', 'translations.fr.id': '{other}', 'translations.fr.slug': `traduction-${kind}` },
        },
        { path: `/${plural}/{other}`, has: { language: 'fr', 'translations.en.id': '{one}', 'translations.en.slug': `original-${kind}` } },
      );
    promise(
      'refuses records that cannot be translated so',
      {
        one: event('Full'),
        other: translation('events', 'title', 'Pleine', '{one}'),
        place: venue('A venue'),
      },
      create(translation('events', 'title', 'Encore', '{one}'), {
        ...refused('translation_of'),
        says: /^.*\d+ a déjà une traduction en français : \d+\. Séparez-la d’abord avec translation_of=0\./,
      }),
      create(event('Same language', { translation_of: '{one}' }), {
        ...refused('translation_of'),
        says: /Both records are in English\. Send/,
      }),
      patch(
        '/events/{one}',
        { translation_of: '{one}' },
        { ...FRENCH, ...refused('translation_of'), says: /Les deux enregistrements sont en anglais/ },
      ),
      create(translation('events', 'title', 'Autre sorte', '{place}'), {
        ...refused('translation_of'),
        says: /celui-ci est d’un autre type/,
      }),
      create(translation('events', 'title', 'Rien', '987654'), {
        ...refused('translation_of'),
        says: /dans une autre langue, que vous pouvez lire/,
      }),
      ...['x', -1, 1.5, [], {}, true].map((wrong) => create(event('Wrong', { translation_of: wrong }), refused('translation_of'))),
      { path: '/events/{one}', has: { 'translations.fr.id': '{other}' } },
    );
    promise(
      'requires the name, and says why',
      { one: event('Nameless') },
      create(
        { path: '/events', json: { translation_of: '{one}' }, ...FRENCH },
        {
          ...{ status: 400, code: 'rest_missing_callback_param', params: ['title'] },
          says: /Ils sont obligatoires avec `translation_of` aussi, qui ne reprend que les champs communs à toutes les traductions\./,
        },
      ),
    );
    promise(
      '0 creates a record without translations',
      {},
      create(event('Alone', { translation_of: 0 }), { status: 201, has: { translations: {} } }),
    );

    promise(
      'copies the shared fields from the original',
      {
        hall: venue('Town hall', { ...OF_A_VENUE, show_map: '0', description: 'English' }),
        mairie: translation('venues', 'venue', 'Mairie', '{hall}'),
        band: organizer('The band', { phone: '2', email: 'band@example.org', website: 'https://band.example' }),
        music: category('Music'),
        musique: translation('categories', 'name', 'Musique', '{music}'),
        jazz: category('Jazz', { parent: '{music}' }),
        le_jazz: translation('categories', 'name', 'Le jazz', '{jazz}'),
        late: { path: '/tags', json: { name: 'Late' } },
        festival: event('Festival'),
        concert: event('Concert', {
          ...SHARED_BY_EVENTS,
          ...{ cost: '12', image: 'https://example.org/concert.jpg', venue: '{hall}', organizer: '{band}', categories: ['{jazz}'] },
          ...{ tags: ['{late}'], description: 'In English', excerpt: 'English' },
        }),
        le_concert: translation('events', 'title', 'Le concert', '{concert}', { description: 'En français' }),
      },
      {
        path: '/venues/{mairie}',
        has: { venue: 'Mairie', ...OF_A_VENUE, show_map: false, description: undefined },
      },
      { path: '/categories/{le_jazz}', has: { parent: '{musique}' } },
      {
        path: '/events/{le_concert}',
        has: {
          ...SHARED_BY_EVENTS,
          ...{ title: 'Le concert', language: 'fr', slug: 'le-concert', status: 'publish', cost: '$12' },
          ...{ start_date: '2030-05-06 00:00:00', end_date: '2030-05-06 23:59:59', utc_start_date: '2030-05-06 04:00:00' },
          ...{ 'image.url': 'https://example.org/concert.jpg', 'venue.id': '{mairie}', 'organizer[0].id': '{band}' },
          ...{ 'categories[0].id': '{le_jazz}', 'tags[0].id': '{late}', description: '<p>En français</p>', excerpt: '' },
        },
      },
    );

    promise(
      '0 does not replace the required dates',
      {},
      create(
        { path: '/events', json: { title: 'Undated', translation_of: 0 } },
        { status: 400, code: 'rest_missing_callback_param', params: ['start_date', 'end_date'] },
      ),
    );

    promise(
      'changes shared fields of the original that are sent (Changed-Translations)',
      { first: event('First', { cost: '1', status: 'draft' }), alike: event('Alike', { cost: '1' }) },
      create(translation('events', 'title', 'Autre', '{first}', { start_date: '2030-05-05 09:00:00', cost: '2', featured: true }), {
        status: 201,
        answers: { 'changed-translations': 'en' },
      }),
      create(translation('events', 'title', 'Pareil', '{alike}', { cost: '1' }), {
        status: 201,
        answers: { 'changed-translations': undefined },
      }),
      {
        as: 'editor',
        path: '/events/{first}',
        has: { start_date: '2030-05-05 09:00:00', end_date: '2030-05-06 12:00:00', cost: '$2', featured: true },
      },
    );
    promise(
      'reads a cost as the original or the translation shows it as no change',
      { gift: event('Gift', { cost: 0 }), present: event('Present', { cost: 0 }) },
      create(translation('events', 'title', 'Cadeau', '{gift}', { cost: 'Gratuit' }), {
        status: 201,
        has: { cost: 'Gratuit', 'cost_details.values': ['0'] },
        answers: { 'changed-translations': undefined },
      }),
      create(translation('events', 'title', 'Présent', '{present}', { cost: 'Free' }), {
        status: 201,
        has: { cost: 'Gratuit', 'cost_details.values': ['0'] },
        answers: { 'changed-translations': undefined },
      }),
      { path: '/events/{gift}', has: { cost: 'Free', 'cost_details.values': ['0'] } },
    );
    it('takes the whole answer of the original with another title, on creation and on update', async () => {
      await stage().give({
        fair: event('Fair', { cost: 0, excerpt: 'Much', description: 'More', image: 'https://example.org/fair.png' }),
      });
      const read = async (name: string) => (await stage().step({ as: 'editor', path: `/events/{${name}}` })).body;
      const english = await read('fair');
      await stage().give({
        foire: {
          ...FRENCH,
          path: '/events',
          json: { ...english, title: 'Foire', slug: 'foire', translation_of: '{fair}' },
          answers: { 'changed-translations': undefined },
        },
      });
      const french = await read('foire');
      expect(french.website).to.equal(french.url);
      expect(french.cost).to.equal('Gratuit');
      const { website, cost } = english;
      for (const [name, value] of [
        ['foire', { website, cost }],
        ['fair', { website: french.website, cost: french.cost }],
      ] as const)
        await stage().step(patch(`/events/{${name}}`, value, { answers: { 'changed-translations': undefined } }));
      expect(await read('fair')).to.deep.equal({ ...english, translations: (await read('fair')).translations });
      expect(await read('foire')).to.deep.equal(french);
      await stage().step(
        patch(
          '/events/{foire}',
          { website: 'https://foire.example', cost: 'Gratuit pour tous' },
          { answers: { 'changed-translations': 'en' } },
        ),
      );
      await stage().step({ path: '/events/{fair}', has: { website: 'https://foire.example', cost: 'Gratuit pour tous' } });
    });
    promise(
      'gives the original of a term the sent parent',
      { upper: category('Upper'), lower: category('Lower') },
      create(translation('categories', 'name', 'Dessous', '{lower}', { parent: '{upper}' }), {
        status: 201,
        answers: { 'changed-translations': 'en' },
      }),
      { path: '/categories/{lower}', has: { parent: '{upper}' } },
    );

    for (const as of ['author', 'contributor'] as const)
      promise(
        `is refused to the ${as} who may not edit the original, as unknown if he may not read it`,
        {
          public: event(`Published ${as}`, { author: '{admin}' }),
          hidden: event(`Hidden ${as}`, { author: '{admin}', status: 'private' }),
        },
        create(translation('events', 'title', 'Défendu', '{public}'), {
          as,
          ...refused('translation_of'),
          says: /que vous pouvez modifier/,
        }),
        create(translation('events', 'title', 'Inconnu', '{hidden}'), { as, ...refused('translation_of'), says: /que vous pouvez lire/ }),
      );

    promise(
      'copies the fields of plugins’ types that are declared as shared',
      {
        old_hall: venue('Old hall'),
        vieille_salle: translation('venues', 'venue', 'Vieille salle', '{old_hall}'),
        modern: { path: '/styles', json: { name: 'Modern' } },
        moderne: translation('styles', 'name', 'Moderne', '{modern}'),
        great: {
          path: '/halls',
          json: { title: 'Great hall', seats: 900, open: true, motto: 'Sing', colour: 'red', place: '{old_hall}', styles: ['{modern}'] },
        },
        grande: translation('halls', 'title', 'Grande salle', '{great}'),
      },
      {
        path: '/halls/{grande}',
        has: {
          seats: 900,
          open: true,
          motto: null,
          colour: 'red',
          place: '{vieille_salle}',
          'styles[0].id': '{moderne}',
          'translations.en.id': '{great}',
        },
      },
      patch(
        '/halls/{grande}',
        { seats: 800, open: false, motto: 'Chantez', colour: 'blue' },
        { has: { seats: 800 }, answers: { 'changed-translations': 'en' } },
      ),
      { path: '/halls/{great}', has: { seats: 800, open: false, motto: 'Sing', colour: 'red' } },
      create({ path: '/halls', json: { title: 'Without seats' } }, { status: 400, code: 'rest_missing_callback_param', params: ['seats'] }),
    );
  });

  describe('on update', () => {
    for (const { kind, plural, name, make } of SAMPLES)
      promise(
        `joins two records of ${plural}, and parts them`,
        { [`en_${kind}`]: make(`Joined ${kind}`), [`fr_${kind}`]: make(`Jointe ${kind}`, {}, FRENCH) },
        patch(`/${plural}/{fr_${kind}}`, { translation_of: `{en_${kind}}` }, { has: { 'translations.en.id': `{en_${kind}}` } }),
        { path: `/${plural}/{en_${kind}}`, has: { 'translations.fr.id': `{fr_${kind}}` } },
        patch(`/${plural}/{fr_${kind}}`, { translation_of: `{en_${kind}}` }, { status: 200 }),
        patch(`/${plural}/{en_${kind}}`, { translation_of: `{fr_${kind}}` }, { status: 200 }),
        patch(`/${plural}/{en_${kind}}`, { translation_of: null }, refused('translation_of')),
        patch(`/${plural}/{en_${kind}}`, { translation_of: `{en_${kind}}` }, refused('translation_of')),
        patch(`/${plural}/{en_${kind}}`, { translation_of: 0, [name]: 'Parted' }, { has: { translations: {} } }),
        { path: `/${plural}/{fr_${kind}}`, has: { translations: {} } },
        patch(`/${plural}/{en_${kind}}`, { translation_of: 0 }, { has: { translations: {} } }),
        // The former translations are independent, so each can be translated again.
        create(translation(plural, name, `Nouvelle ${kind}`, `{en_${kind}}`), { status: 201 }),
        create(make(`New ${kind}`, { translation_of: `{fr_${kind}}` }), { status: 201 }),
        patch(
          `/${plural}/{fr_${kind}}`,
          { translation_of: `{en_${kind}}` },
          { ...refused('translation_of'), says: /Both records already have translations/ },
        ),
      );

    promise(
      'takes the shared fields from the named record, and keeps a copy after 0',
      {
        dated: event('Dated', { cost: '5', start_date: '2030-06-01 10:00:00', end_date: '2030-06-01 11:00:00' }),
        date_fr: event('Daté', { cost: '6', description: 'Sien' }, FRENCH),
      },
      patch(
        '/events/{date_fr}',
        { translation_of: '{dated}' },
        { has: { start_date: '2030-06-01 10:00:00', cost: '$5', description: '<p>Sien</p>' } },
      ),
      { path: '/events/{dated}', has: { start_date: '2030-06-01 10:00:00', cost: '$5' } },
      patch('/events/{date_fr}', { translation_of: 0, cost: '7' }, { has: { start_date: '2030-06-01 10:00:00', cost: '$7' } }),
      { path: '/events/{dated}', has: { cost: '$5', translations: {} } },
    );

    promise(
      'gives the named record the fields that are sent with it',
      {
        first: event('First', { cost: '5', start_date: '2030-06-01 10:00:00', end_date: '2030-06-01 11:00:00' }),
        premier: event('Premier', { cost: '9', start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00' }, FRENCH),
        first_hall: venue('First hall', { address: '1 Main Street', phone: '1' }),
        premiere_salle: venue('Première salle', { address: '9 rue Haute', phone: '9' }, FRENCH),
        first_top: category('First top'),
        first_mid: category('First middle', { parent: '{first_top}' }),
        premier_haut: category('Premier haut', {}, FRENCH),
        premier_milieu: category('Premier milieu', { parent: '{premier_haut}' }, FRENCH),
      },
      patch(
        '/events/{premier}',
        { translation_of: '{first}', cost: '9', start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00' },
        { has: { start_date: '2031-06-01 10:00:00', cost: '$9' }, answers: { 'changed-translations': 'en' } },
      ),
      { path: '/events/{first}', has: { start_date: '2031-06-01 10:00:00', end_date: '2031-06-01 11:00:00', cost: '$9' } },
      patch(
        '/venues/{premiere_salle}',
        { translation_of: '{first_hall}', address: '9 rue Haute' },
        { has: { address: '9 rue Haute', phone: '1' }, answers: { 'changed-translations': 'en' } },
      ),
      { path: '/venues/{first_hall}', has: { address: '9 rue Haute', phone: '1' } },
      patch(
        '/categories/{premier_milieu}',
        { translation_of: '{first_mid}', parent: '{premier_haut}' },
        { has: { parent: '{premier_haut}' }, answers: { 'changed-translations': 'en' } },
      ),
      { path: '/categories/{first_mid}', has: { parent: '{premier_haut}' } },
    );

    promise(
      'leaves fields that are shared on creation alone (shared: initially)',
      {
        ghent: venue('Ghent hall', { city: 'Ghent', country: 'Belgium', zip: '9000' }),
        gand: venue('Salle de Gand', { city: 'Gand', country: 'Belgique', zip: '1' }, FRENCH),
        red: { path: '/halls', json: { title: 'Red', seats: 1, colour: 'red' } },
        rouge: { path: '/halls', json: { title: 'Rouge', seats: 2, colour: 'rouge' }, ...FRENCH },
      },
      patch('/venues/{gand}', { translation_of: '{ghent}' }, { has: { city: 'Gand', country: 'Belgique', zip: '9000' } }),
      patch('/halls/{rouge}', { translation_of: '{red}' }, { has: { seats: 1, colour: 'rouge' } }),
    );

    promise(
      'names the record that has a translation already',
      {
        taken: event('Taken'),
        prise: translation('events', 'title', 'Prise', '{taken}'),
        free: event('Free'),
        libre: event('Libre', {}, FRENCH),
      },
      patch(
        '/events/{prise}',
        { translation_of: '{free}' },
        {
          ...refused('translation_of'),
          says: /^.*(\d+) already has a translation into English: (?!\1)\d+\. First separate that one with translation_of=0\./,
        },
      ),
      patch(
        '/events/{libre}',
        { translation_of: '{taken}' },
        { ...refused('translation_of'), says: /^.*\d+ already has a translation into French: \d+\. First separate that one/ },
      ),
    );

    promise(
      'names a translation in the trash, and none that the user may not read',
      {
        gala: event('Gala', { author: '{author}' }),
        le_gala: translation('events', 'title', 'Le gala', '{gala}', { status: 'draft' }),
        gala_deux: event('Gala deux', { status: 'draft', author: '{author}' }, FRENCH),
      },
      patch(
        '/events/{gala_deux}',
        { translation_of: '{gala}' },
        { as: 'author', ...refused('translation_of'), says: /\d+ already has a translation into French\."/ },
      ),
      remove('/events/{le_gala}'),
      patch(
        '/events/{gala_deux}',
        { translation_of: '{gala}' },
        { ...refused('translation_of'), says: /: \d+, which is in the trash\. First separate that one/ },
      ),
    );

    promise(
      'makes records of the language link the translation',
      {
        club: venue('Club'),
        soiree: event('Soirée', { venue: '{club}' }, FRENCH),
        le_club: translation('venues', 'venue', 'Le club', '{club}'),
        rock: { path: '/tags', json: { name: 'Rock' } },
        matinee: event('Matinée', { tags: ['{rock}'] }, FRENCH),
        le_rock: { path: '/tags', json: { name: 'Le rock' }, ...FRENCH },
      },
      { path: '/events/{soiree}', has: { 'venue.id': '{le_club}' } },
      { path: '/events/{matinee}', has: { 'tags[0].id': '{rock}' } },
      patch('/tags/{le_rock}', { translation_of: '{rock}' }),
      { path: '/events/{matinee}', has: { 'tags[0].id': '{le_rock}' } },
      { path: '/tags/{le_rock}', has: { count: 1 } },
      remove('/tags/{le_rock}'),
      { path: '/events/{matinee}', has: { 'tags[0].id': '{rock}' } },
      remove('/venues/{le_club}'),
      remove('/venues/{le_club}?force=true'),
      { path: '/events/{soiree}', has: { 'venue.id': '{club}' } },
    );
  });
});

describe('count of terms and has_events in several languages', () => {
  const { stage, promise } = openPromises();

  promise(
    'count events of the language of the list alone, for what stands in for a translation too',
    {
      sea: category('Sea'),
      land: category('Land'),
      terre: translation('categories', 'name', 'Terre', '{land}'),
      quay: venue('Quay'),
      swim: event('Swim', { categories: ['{sea}', '{land}'], venue: '{quay}' }),
      nage: event('Nage', { categories: ['{sea}', '{land}'], venue: '{quay}' }, FRENCH),
      plonge: event('Plonge', { categories: ['{sea}'] }, FRENCH),
      mud: category('Mud'),
      boue: event('Boue', { categories: ['{mud}'] }, FRENCH),
    },
    { path: '/categories', lists: ['land', 'sea'], has: { 'categories[0].count': 1, 'categories[1].count': 1 } },
    { path: '/categories', ...FRENCH, lists: ['terre'], has: { 'categories[0].count': 1 } },
    {
      path: '/categories?ml_fallback=true',
      ...FRENCH,
      lists: ['mud', 'sea', 'terre'],
      has: { total: 3, 'categories[0].count': 1, 'categories[1].count': 2, 'categories[2].count': 1 },
    },
    { path: '/categories?ml_all=true', lists: ['land', 'sea', 'terre'], has: { 'categories[1].count': 1 } },
    { path: '/categories?ml_all=true', ...FRENCH, lists: ['land', 'sea', 'terre'], has: { 'categories[1].count': 1 } },
    // A single term has the count of lists in its language. Inside a record it has the count for the record's language.
    { path: '/categories/{sea}', has: { count: 1 } },
    { path: '/categories/{sea}', ...FRENCH, has: { count: 2 } },
    { path: '/categories/{mud}', has: { count: 0 } },
    { path: '/categories/{mud}', ...FRENCH, has: { count: 1 } },
    { path: '/categories/{terre}', has: { count: 1 } },
    patch('/categories/{sea}', { description: 'Salt' }, { ...FRENCH, has: { count: 2 } }),
    ...(['en', 'fr'] as const).flatMap((language): Step[] => [
      { path: '/events/{swim}', language, has: { 'categories[0].count': 1, 'categories[1].count': 1 } },
      { path: '/events/{nage}', language, has: { 'categories[0].count': 2, 'categories[1].count': 1 } },
    ]),
    remove('/events/{nage}'),
    { path: '/categories/{sea}', ...FRENCH, has: { count: 1 } },
    { path: '/categories?ml_fallback=true', ...FRENCH, has: { 'categories[1].count': 1, total: 2 } },
    { path: '/venues?has_events=true', lists: ['quay'] },
    remove('/events/{swim}'),
    { path: '/venues?has_events=true', lists: [] },
    patch('/events/{nage}', { status: 'publish' }),
    { path: '/venues?has_events=true', lists: [] },
    { path: '/venues?has_events=true&ml_fallback=true', ...FRENCH, lists: ['quay'] },
    { path: '/venues?has_events=false&ml_fallback=true', ...FRENCH, lists: [] },
  );

  it('change the ETag of a term', async () => {
    const request = { ...FRENCH, path: '/categories/{river}' };
    await stage().give({ river: category('River') });
    const { headers } = await stage().step(request);
    const conditional = { ...request, headers: { 'If-None-Match': String(headers['etag']) } };
    await stage().step({ ...conditional, status: 304 });
    await stage().give({ riviere: event('Rivière', { categories: ['{river}'] }, FRENCH) });
    await stage().step({ ...conditional, status: 200, has: { count: 1 } });
  });
});
