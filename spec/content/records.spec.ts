import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import { create, event, KINDS, openPromises, POST_LIKE, patch, refused, TERM_LIKE, tag, venue } from '../support/stage';

describe('Records', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('Lengths of texts', () => {
    for (const [plural, name, make, longest] of [
      ['events', 'title', event, 1000],
      ['tags', 'name', tag, 200],
    ] as const)
      for (const character of ['é', '🎉'])
        promise(
          `takes a name of ${longest} characters such as ${character}, and refuses a longer one: ${plural}`,
          { one: make(`Lengthened by ${character}`) },
          create(make(character.repeat(longest)), { status: 201, has: { [name]: character.repeat(longest) } }),
          patch(`/${plural}/{one}`, { [name]: character.repeat(longest + 1) }, { ...refused(name), says: /at most|1 to 200 char/ }),
          create(make(character.repeat(longest + 1)), { language: 'fr', ...refused(name), says: /au plus|1 à 200 car/ }),
        );
    for (const [field, sent] of [
      ['venue', { venue: 'é'.repeat(1001) }],
      ['tags', ['é'.repeat(201)]],
    ] as const)
      inBoth(`refuses a longer name inline: ${field}`, {}, create(event('Inline', { [field]: sent }), refused(field)), {
        en: /at most/,
        fr: /au plus/,
      });
    promise(
      'takes an excerpt of at most 64 KiB',
      { one: event('Excerpt') },
      create(event('Excerpt', { excerpt: 'é'.repeat(32_768) }), { status: 201 }),
      create(event('Excerpt', { excerpt: `${'é'.repeat(32_768)}x` }), refused('excerpt')),
      patch('/events/{one}', { excerpt: 'x'.repeat(65_537) }, refused('excerpt')),
    );
    const LIMITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
      events: { description: 100_000, cost: 1000, slug: 3000, status_reason: 1000, image_alt: 1000 },
      venues: {
        description: 100_000,
        ...Object.fromEntries(
          'address city country province state zip phone stateprovince image_alt'.split(' ').map((name) => [name, 1000]),
        ),
      },
      organizers: { description: 100_000, phone: 1000, email: 1000, image_alt: 1000 },
      categories: { description: 100_000 },
      tags: { description: 100_000 },
    };
    /** The schemas of the members of a creation, from the OpenAPI document. */
    const membersOf = async (plural: string): Promise<Record<string, object>> => {
      const { body: document } = await stage().step({ path: '/doc' });
      const within = ($ref: string) =>
        $ref
          .split('/')
          .slice(1)
          .reduce((at, name) => at[name], document);
      const resolved = (schema: { $ref?: string }) => (schema.$ref === undefined ? schema : within(schema.$ref));
      const { schema } = resolved(document.paths[`/${plural}`].post.requestBody).content['application/json'];
      return Object.fromEntries(Object.entries(resolved(schema).properties as object).map(([name, member]) => [name, resolved(member)]));
    };
    for (const [plural, limits] of Object.entries(LIMITS))
      it(`gives each other text a maxLength in the OpenAPI document: ${plural}`, async () => {
        const members = await membersOf(plural);
        for (const [field, longest] of Object.entries(limits))
          expect(JSON.stringify(members[field]), field).to.include(`"maxLength":${longest}`);
      });
    promise(
      'counts characters, and refuses a text that is longer than its maxLength',
      { one: event('Longest'), hall: venue('Longest') },
      patch('/events/{one}', { description: '🎉'.repeat(100_000) }, { status: 200 }),
      patch('/events/{one}', { description: 'x'.repeat(100_001) }, refused('description')),
      patch('/venues/{hall}', { city: '🎉'.repeat(1000) }, { status: 200 }),
      patch('/venues/{hall}', { city: 'x'.repeat(1001) }, refused('city')),
      create(venue('Longest', { city: 'x'.repeat(1001) }), refused('city')),
    );
    const website = (length: number): string => `https://example.org/${'x'.repeat(length - 20)}`;
    promise(
      'limits the address of a website to 2,000 characters',
      { one: event('Address') },
      patch('/events/{one}', { website: website(2000) }, { has: { website: website(2000) } }),
      patch('/events/{one}', { website: website(2001) }, refused('website')),
    );
    it('leaves no text without a limit in the OpenAPI document', async () => {
      const FORMED = /^(?:start_date|end_date|date|date_utc|timezone|status|show_map|show_map_link)$/;
      const endless: string[] = [];
      for (const { plural } of KINDS)
        for (const [name, member] of Object.entries(await membersOf(plural))) {
          const shape = JSON.stringify(member);
          if (/"type":"string"/.test(shape) && !/"enum":|"maxLength":|"pattern":/.test(shape) && !FORMED.test(name))
            endless.push(`${plural} ${name}`);
        }
      expect(endless).to.deep.equal([]);
    });
  });

  describe('image: upload_files', () => {
    inBoth(
      'refuses an address from a contributor',
      {},
      create(event('Upload', { image: 'https://example.org/a.png' }), { as: 'contributor', ...refused('image') }),
      { en: /role may upload/, fr: /rôle permet/ },
    );
    promise(
      'refuses an address from a contributor inline',
      {},
      create(event('Upload', { venue: [{ venue: 'Upload', image: 'https://example.org/a.png' }] }), {
        as: 'contributor',
        ...refused('venue'),
      }),
    );
  });

  describe('language and translations of every record', () => {
    for (const { plural, make } of [POST_LIKE[0], TERM_LIKE[1]])
      it(`name the ID, slug and addresses of the translation: ${plural}`, async () => {
        await stage().give({
          en: make(`Speech ${plural}`),
          fr: make(`Discours ${plural}`, { translation_of: '{en}' }, { language: 'fr' }),
        });
        for (const [language, other] of [
          ['en', 'fr'],
          ['fr', 'en'],
        ] as const) {
          const { slug, url } = (await stage().step({ path: `/${plural}/{${other}}` })).body;
          const rest_url = `${stage().address}/${other}/cal/events/v1/${plural}/{${other}}`;
          for (const reading of LANGUAGES)
            await stage().step({
              language: reading,
              path: `/${plural}/{${language}}`,
              has: { language, translations: { [other]: { id: `{${other}}`, slug, rest_url, url } } },
            });
        }
      });
  });
});
