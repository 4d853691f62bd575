import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import type { Step } from '../support/scenario';
import type { Answer } from '../support/service';
import { create, event, openPromises, POST_LIKE, patch, refused, remove, TERM_LIKE } from '../support/stage';

const LINKED = POST_LIKE.slice(1);
/** The path to a single linked record in an event. */
const placeOf = (kind: string) => (kind === 'venue' ? 'venue' : 'organizer[0]');
const HIDING: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  future: { status: 'future', date: '2031-01-01' },
};

describe('Rights', () => {
  const { stage, promise, inBoth } = openPromises();

  /** The parts of an answer that must be equal for unknown and hidden records. */
  const comparable = ({ status, text, headers }: Answer) => ({
    status,
    text,
    allow: headers.allow,
    language: headers['content-language'],
    type: headers['content-type'],
  });

  describe('POST, PUT, PATCH and DELETE reveal nothing of hidden records', () => {
    for (const { kind, plural, make } of POST_LIKE)
      it(`answers alike for unknown and unreadable ${plural}`, async () => {
        await stage().give({
          unseen: make(`Unseen ${kind}`, { status: 'private', slug: 'unseen' }),
          gone: make(`Gone ${kind}`),
          trash: remove(`/${plural}/{gone}`),
        });
        const { body } = await stage().step({ as: 'admin', path: `/${plural}/{unseen}` });
        for (const as of [undefined, 'contributor', 'author'] as const)
          for (const [hidden, unknown] of [
            [`/${plural}/{unseen}`, `/${plural}/987654`],
            [`/${plural}/{gone}`, `/${plural}/987654`],
            [`/${plural}/by-slug/${body.slug}`, `/${plural}/by-slug/nothing`],
          ] as const)
            for (const [method, language, sent] of [
              ['PUT', 'fr', { json: { title: [], venue: 7, organizer: {} } }],
              ['PATCH', 'en', { json: {} }],
              ['DELETE', 'fr', {}],
            ] as const) {
              const options = { ...(as && { as }), ...sent, language, method, status: as ? 403 : 401, code: 'rest_forbidden' };
              const absent = await stage().step({ ...options, path: unknown });
              expect(comparable(await stage().step({ ...options, path: hidden })), `${method} ${hidden}`).to.deep.equal(comparable(absent));
            }
      });
    for (const { kind, plural } of TERM_LIKE)
      promise(
        `answers 401 or 403 for unknown ${plural} to users who may not write them, and 404 to the others`,
        {},
        ...['POST', 'PATCH', 'DELETE'].flatMap((method): Step[] => [
          { method, path: `/${plural}/987654`, status: 401, code: 'rest_forbidden' },
          { as: 'contributor', method, path: `/${plural}/987654`, status: 403, code: 'rest_forbidden' },
          { as: 'editor', method, path: `/${plural}/987654`, status: 404, code: `rest-${kind}-not-found` },
        ]),
      );
  });

  describe('Hidden venues and organizers of events', () => {
    for (const { kind, plural, make } of LINKED) {
      const place = placeOf(kind);
      for (const [status, more] of kind === 'venue'
        ? Object.entries({ ...HIDING, trash: { status: 'trash' } })
        : [['private', HIDING['private'] ?? {}] as const])
        it(`leaves a ${kind} of status ${status} out of a published event, alone and in lists`, async () => {
          const name = `Secret ${kind} ${status}`;
          await stage().give({
            secret: make(name, { phone: 'five-five-five' }),
            one: event('Upstairs', { [kind]: ['{secret}'] }),
            hide: patch(`/${plural}/{secret}`, more),
          });
          for (const as of [undefined, 'author'] as const)
            for (const path of ['/events/{one}', '/events?include={one}'])
              for (const language of LANGUAGES) {
                const list = path.includes('?') ? 'events[0].' : '';
                // The French list is a different list.
                if (list !== '' && language === 'fr') continue;
                await stage().step({
                  ...(as && { as }),
                  language,
                  path,
                  has: { [`${list}${kind}`]: [] },
                  hides: new RegExp(`${name}|five-five-five`),
                });
              }
          if (status !== 'trash')
            await stage().step({ as: 'editor', path: '/events/{one}', has: { [`${place}.id`]: '{secret}' }, says: new RegExp(name) });
        });
      it(`refuses to link or filter by a hidden ${kind} exactly as by an unknown one`, async () => {
        for (const [status, more] of Object.entries(HIDING).filter(
          ([name]) => name === 'private' || (name === 'draft' && kind === 'venue'),
        )) {
          await stage().give({ secret: make(`Unlinkable ${kind} ${status}`, more), own: event('Own', {}, { as: 'author' }) });
          const { secret } = stage().names;
          for (const language of status === 'draft' ? LANGUAGES : (['en'] as const))
            for (const id of ['{secret}', [{ id: '{secret}', [kind]: 'x' }]])
              for (const step of [
                { as: 'author' as const, language, method: 'POST', ...event('Guess', { [kind]: id }) },
                { as: 'author' as const, language, method: 'PATCH', path: '/events/{own}', json: { [kind]: id } },
                ...(typeof id === 'string'
                  ? [
                      { language, path: `/events?${kind}=${id}` },
                      { as: 'author' as const, language, path: `/events?${kind}=${id}` },
                    ]
                  : []),
              ]) {
                const unknown = JSON.parse(
                  JSON.stringify(step).replaceAll('"{secret}"', '987654').replaceAll('{secret}', '987654'),
                ) as Step;
                const answer = await stage().step({ ...step, ...refused(kind) });
                expect(comparable(answer)).to.deep.equal(comparable(await stage().step({ ...unknown, ...refused(kind) })));
                expect(answer.text).to.not.match(new RegExp(`\\b${secret}\\b`));
              }
          await stage().step(create(event('Allowed', { [kind]: ['{secret}'] }), { status: 201, has: { [`${place}.id`]: '{secret}' } }));
        }
      });
      it(`creates another ${kind} if the name of a hidden one is sent`, async () => {
        for (const [status, more] of Object.entries(HIDING).filter(
          ([name]) => name === 'private' || (name === 'future' && kind === 'venue'),
        )) {
          const name = `Namesake ${kind} ${status}`;
          await stage().give({ secret: make(name, more) });
          const { body } = await stage().step(create(event('Downstairs', { [kind]: [{ [kind]: name }] }), { as: 'author', status: 201 }));
          const [made] = [body[kind]].flat();
          expect(made).to.include({ [kind]: name, status: 'publish' });
          expect(made.id).to.not.equal(stage().names['secret']);
        }
      });
      it(`links one’s own hidden ${kind}, by ID and by name`, async () => {
        await stage().give({ own: make(`Mine ${kind}`, { status: 'draft' }, { as: 'author' }) });
        await stage().step(create(event('Mine', { [kind]: ['{own}'] }), { as: 'author', status: 201, has: { [`${place}.id`]: '{own}' } }));
        await stage().step(
          create(event('Mine', { [kind]: [{ [kind]: `Mine ${kind}` }] }), { as: 'author', status: 201, has: { [`${place}.id`]: '{own}' } }),
        );
      });
    }
    before(async () => {
      for (const [status, more] of Object.entries({ ...HIDING, trash: { status: 'trash' } }))
        await stage().give({ [`behind ${status}`]: event(`Behind ${status}`, { ...more, venue: { venue: 'Behind' }, tags: ['Behind'] }) });
    });
    for (const filter of [
      '/venues?event=',
      '/organizers?event=',
      '/categories?event=',
      '/categories?post=',
      '/tags?event=',
      '/tags?post=',
      '/events?post_parent=',
    ])
      it(`${filter}… refuses a hidden event exactly as an unknown one`, async () => {
        for (const status of [...Object.keys(HIDING), 'trash']) {
          stage().names['secret'] = stage().names[`behind ${status}`] ?? 0;
          for (const language of status === 'draft' ? LANGUAGES : (['en'] as const))
            for (const as of [undefined, 'author'] as const) {
              const options = { ...(as && { as }), language, ...refused(/\?(\w+)=/.exec(filter)?.[1] ?? '') };
              const hidden = await stage().step({ ...options, path: `${filter}{secret}&hide_empty=false` });
              expect(comparable(hidden)).to.deep.equal(
                comparable(await stage().step({ ...options, path: `${filter}987654&hide_empty=false` })),
              );
            }
          await stage().step({ as: 'editor', path: `${filter}{secret}&hide_empty=false`, status: 200 });
        }
      });
    promise(
      'refuses a hidden event as post_parent',
      { hidden: event('Hidden parent', { status: 'draft' }) },
      create(event('Child', { post_parent: '{hidden}' }), { as: 'author', ...refused('post_parent') }),
      create(event('Child', { post_parent: '{hidden}' }), { status: 201 }),
    );
  });

  describe('Rights in the trash are those of the former status', () => {
    // `spec/access/posts.spec.ts` tests all roles and former statuses.
    for (const { kind, plural, name, make } of POST_LIKE.slice(0, 2)) {
      for (const [status, more] of [['publish', {}]] as const)
        promise(
          `does not let a contributor change his ${kind} of status ${status}, in the trash neither`,
          {
            one: make(`Approved ${kind} ${status}`, { status, ...more }),
            sign: patch(`/${plural}/{one}`, { author: '{contributor}' }, { has: { status } }),
          },
          patch(`/${plural}/{one}`, { [name]: 'x' }, { as: 'contributor', status: 403, code: 'rest_forbidden' }),
          patch(`/${plural}/{one}`, { status: 'draft' }, { as: 'contributor', status: 403 }),
          remove(`/${plural}/{one}`, { as: 'contributor', status: 403, code: 'rest_forbidden' }),
          remove(`/${plural}/{one}`),
          { as: 'contributor', path: `/${plural}/{one}`, status: 403, code: `${kind}-no-longer-available` },
          patch(`/${plural}/{one}`, { status: 'draft' }, { as: 'contributor', status: 403 }),
          remove(`/${plural}/{one}?force=true`, { as: 'contributor', status: 403 }),
          patch(`/${plural}/{one}`, { status: 'draft' }, { has: { status: 'draft' } }),
          patch(`/${plural}/{one}`, { [name]: 'Mine again' }, { as: 'contributor', status: 200 }),
        );
      for (const status of ['draft'] as const)
        promise(
          `lets a contributor change his ${kind} of status ${status}, in the trash too, but not publish it`,
          { one: make(`Sketch ${kind} ${status}`, { status }, { as: 'contributor' }) },
          remove(`/${plural}/{one}`, { as: 'contributor', has: { status: 'trash' } }),
          { as: 'contributor', path: `/${plural}/{one}`, status: 200 },
          patch(`/${plural}/{one}`, { status }, { as: 'contributor', has: { status } }),
          remove(`/${plural}/{one}`, { as: 'contributor', status: 200 }),
          patch(`/${plural}/{one}`, { status: 'publish' }, { as: 'contributor', has: { status: 'pending' } }),
          remove(`/${plural}/{one}?force=true`, { as: 'contributor', has: { status: 'trash' } }),
          remove(`/${plural}/{one}?force=true`, { as: 'contributor', status: 200 }),
          { as: 'contributor', path: `/${plural}/{one}`, status: 404 },
        );
      promise(
        `hides a ${kind} in the trash that was private from other authors`,
        { one: make(`Diary ${kind}`, { status: 'private' }, { as: 'author' }) },
        remove(`/${plural}/{one}`, { as: 'author' }),
        { as: 'author2', path: `/${plural}/{one}`, status: 403 },
        patch(`/${plural}/{one}`, { status: 'publish' }, { as: 'author2', status: 403 }),
        { as: 'editor', path: `/${plural}/{one}`, status: 200 },
      );
    }
  });

  describe('author: naming another needs the right to edit others’ records', () => {
    for (const { kind, plural, name, make } of POST_LIKE) {
      for (const as of kind === 'event' ? (['author', 'contributor'] as const) : (['author'] as const))
        promise(
          `refuses another author of a ${kind} to the ${as}, and takes the ${as} himself`,
          { one: make(`Signed ${kind} ${as}`, { status: 'draft' }, { as }) },
          ...([{ author: '{admin}' }, { author: 987654 }] as const).flatMap((json): Step[] => [
            create(make(`Forged ${kind}`, json), { as, status: 403, code: 'rest_forbidden' }),
            patch(`/${plural}/{one}`, json, { as, status: 403, code: 'rest_forbidden' }),
          ]),
          create(make(`Own ${kind}`, { author: `{${as}}` }), { as, status: 201, has: { author: `{${as}}` } }),
          patch(`/${plural}/{one}`, { author: `{${as}}` }, { as, status: 200 }),
          patch(`/${plural}/{one}`, { author: '{admin}' }, { has: { author: '{admin}' } }),
        );
      promise(
        `gives a subscriber who is the author of a ${kind} no rights`,
        { one: make(`Given ${kind}`, { author: '{subscriber}' }) },
        patch(`/${plural}/{one}`, { [name]: 'Mine' }, { as: 'subscriber', status: 403, code: 'rest_forbidden' }),
        remove(`/${plural}/{one}`, { as: 'subscriber', status: 403, code: 'rest_forbidden' }),
        { as: 'subscriber', path: `/${plural}/{one}`, answers: { allow: 'GET' } },
        patch(`/${plural}/{one}`, { status: 'draft' }, { status: 200 }),
        { as: 'subscriber', path: `/${plural}/{one}`, status: 403, code: `${kind}-not-accessible` },
        { as: 'subscriber', path: `/${plural}?search=given`, lists: [] },
        patch(`/${plural}/{one}`, { status: 'draft' }, { as: 'subscriber', status: 403 }),
        remove(`/${plural}/{one}`),
        { as: 'subscriber', path: `/${plural}/{one}`, status: 403, code: `${kind}-no-longer-available` },
      );
    }
    it('gives an author without a role no rights', async () => {
      const { users } = stage().service.services;
      await users.add({ login: 'nobody', role: 'none', passwordDigest: '' });
      const nobody = (await users.byLogin('nobody'))?._id;
      await stage().give({ one: event('Nobody’s', { status: 'draft' }) });
      await stage().step(patch('/events/{one}', { author: nobody }, { has: { author: nobody } }));
      await stage().step({ path: '/events/{one}', status: 403 });
    });
    inBoth(
      'refuses another author in the language of the request',
      {},
      create(event('Forged', { author: '{admin}' }), { as: 'author', status: 403, code: 'rest_forbidden' }),
      { en: /Your role does not allow/, fr: /Votre rôle ne vous permet pas/ },
    );
  });

  describe('Plain text never becomes HTML', () => {
    const SENT = '5 &lt;b&gt; &amp;lt;i&amp;gt; <u>3</u> < 4';
    const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      events: { cost: SENT },
      venues: { address: SENT, city: SENT, country: SENT, province: SENT, state: SENT, zip: SENT, phone: SENT },
      organizers: { phone: SENT, email: SENT },
      categories: {},
      tags: {},
    };
    for (const { plural, name, make } of [...POST_LIKE, ...TERM_LIKE])
      it(`shows no HTML in plain texts of ${plural}, written back again and again`, async () => {
        const fields = Object.keys({ [name]: 0, ...FIELDS[plural] });
        await stage().give({ one: make(SENT, FIELDS[plural] ?? {}) });
        const { body } = await stage().step({ path: `/${plural}/{one}` });
        const shown = Object.fromEntries(fields.map((field) => [field, body[field]]));
        for (const [field, value] of Object.entries(shown))
          expect(value, field)
            .to.match(/5 .*3 < 4/)
            .and.not.match(/<[a-z/]/);
        for (let times = 0; times < 2; times += 1) await stage().step(patch(`/${plural}/{one}`, shown, { has: shown }));
      });
    it('shows no HTML in the names of records that are created inline', async () => {
      const { body } = await stage().step(
        create(event('Inline', { venue: { venue: SENT }, organizer: [{ organizer: SENT }], categories: [SENT], tags: [SENT] }), {
          status: 201,
        }),
      );
      for (const name of [body.venue.venue, body.organizer[0].organizer, body.categories[0].name, body.tags[0].name])
        expect(name)
          .to.match(/5 .*3 < 4/)
          .and.not.match(/<[a-z/]/);
    });
  });
});
