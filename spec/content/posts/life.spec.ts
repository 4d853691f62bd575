import type { Role } from '../../../lib/access/roles';
import { play, type Scenario, type Step } from '../../support/scenario';
import { type Login, named } from '../../support/service';
import { event, openPromises, organizer, venue } from '../../support/stage';

const REFUSED = (as: Login | undefined) => ({ status: as === undefined ? 401 : 403, code: 'rest_forbidden' });
const asUser = (as: Login | undefined) => as && { as };

/** The users who may create records of a type. `spec/access/roles.spec.ts` tests all roles. */
const CREATING: readonly (readonly [path: string, who: readonly Login[]])[] = [
  ['/events', ['contributor', 'author', 'editor']],
  ['/categories', ['author', 'editor']],
  ['/tags', ['editor']],
];

/** The methods that each role may use. */
const allowed = [undefined, 'contributor', 'author', 'editor'].flatMap((as) => {
  const asker = as as Login | undefined;
  return CREATING.flatMap(([path, who]): Scenario[] => {
    const may = asker !== undefined && who.includes(asker);
    const allow = may ? 'GET, POST' : 'GET';
    const refusal = may ? { status: 400, code: 'rest_missing_callback_param' } : REFUSED(asker);
    const list: Scenario = {
      title: `Allow on ${path} for ${named(asker)}: ${allow}`,
      ...asUser(asker),
      path,
      answers: { allow },
      next: [{ ...asUser(asker), method: 'POST', path, json: {}, ...refusal, answers: { allow } }],
    };
    if (path === '/events') return [list];
    const every = may ? 'GET, POST, PUT, PATCH, DELETE' : 'GET';
    const one = { ...asUser(asker), path: `${path}/{one}` };
    const outcome = may ? { status: 200 } : REFUSED(asker);
    return [
      list,
      {
        title: `Allow on one of ${path} for ${named(asker)}: ${every}`,
        given: { one: { path, json: { name: `${path} of ${named(asker)}` } } },
        ...one,
        answers: { allow: every },
        next: [
          { ...one, method: 'OPTIONS', answers: { allow: every } },
          { ...one, method: 'PATCH', json: { description: 'New' }, ...outcome, answers: { allow: every } },
          { ...one, method: 'DELETE', ...outcome },
          { ...one, method: 'DELETE', path: `${path}/999999`, ...(may ? { status: 404 } : outcome) },
        ],
      },
    ];
  });
});

/** Inline venues and organizers: user, requested status, actual status, and status after the event is published. */
const INLINE: readonly (readonly [as: Login, status: string | undefined, becomes: string, once: string])[] = [
  ['contributor', undefined, 'draft', 'publish'],
  ['contributor', 'publish', 'pending', 'publish'],
  ['contributor', 'private', 'private', 'private'],
  ['author', 'draft', 'draft', 'draft'],
  ['editor', 'future', 'publish', 'publish'],
];

/** Statuses of an author's venue and organizer, with the users who may link them. `spec/access/posts.spec.ts` tests all rights. */
const LINKING: readonly (readonly [status: string, ...users: Login[]])[] = [
  ['publish', 'contributor'],
  ['draft', 'contributor', 'author'],
  ['private', 'author2', 'editor'],
  ['trash', 'contributor', 'author'],
];

describe('Allow, and POST /events with a venue and an organizer: status, author and rights', () => {
  const hidden = ['draft', 'pending', 'private'];
  play([
    ...allowed,
    ...INLINE.map(([as, status, becomes, once]): Scenario => {
      const name = `${as} ${status}`;
      const inline = {
        venue: { venue: `Hall ${name}`, ...(status && { status }) },
        organizer: [{ organizer: `Ann ${name}`, ...(status && { status }) }],
      };
      const having = (now: string) => ({
        'venue.status': now,
        'venue.author': `{${as}}`,
        'organizer[0].status': now,
        'organizer[0].author': `{${as}}`,
      });
      const others = hidden.includes(once) ? { venue: [], organizer: [] } : having(once);
      return {
        title: `creates them with status ${becomes} for the ${as} who asks for ${status ?? 'no status'}`,
        given: { one: { as, ...event(`Event ${name}`, inline) } },
        as,
        path: '/events/{one}',
        has: having(becomes),
        next: [
          { as: 'admin', method: 'PATCH', path: '/events/{one}', json: { status: 'publish' }, has: having(once) },
          { path: '/events/{one}', has: others },
          { as: 'author2', path: '/events/{one}', has: others },
        ],
      };
    }),
    ...LINKING.flatMap(([status, ...users]) =>
      users.map((as): Scenario => {
        const reads = as === 'author' || as === 'editor' || status === 'publish';
        const name = `${status} for ${as}`;
        const more = { author: '{author}', status };
        const linked = { 'venue.id': '{hall}', 'organizer[0].id': '{ann}' };
        const byId = { as, method: 'POST', ...event(name, { venue: '{hall}', organizer: ['{ann}'] }) };
        const byName = {
          as,
          method: 'POST',
          ...event(name, { venue: { venue: `Hall ${name}` }, organizer: [{ organizer: `Ann ${name}` }] }),
        };
        const links = reads && status !== 'trash';
        return {
          title: `${links ? 'links' : 'does not link'} an author’s of status ${status} by name${links === reads ? '' : ', yet takes their IDs,'} for the ${as}`,
          given: { hall: venue(`Hall ${name}`, more), ann: organizer(`Ann ${name}`, more) },
          ...(reads ? { ...byId, status: 201, ...(links && { has: linked }) } : { ...byId, status: 400, params: ['venue', 'organizer'] }),
          next: [
            {
              ...byName,
              status: 201,
              has: links ? linked : { 'venue.author': `{${as}}`, 'venue.status': as === 'contributor' ? 'draft' : 'publish' },
            },
            {
              as,
              path: '/events?venue={hall}&organizer={ann}',
              // As in the reference system, filters accept IDs in the trash.
              ...(reads || status === 'trash' ? { status: 200 } : { status: 400, params: ['venue', 'organizer'] }),
            },
          ],
        };
      }),
    ),
    {
      title: 'refuses an author of an inline venue whom the user may not name',
      as: 'contributor',
      method: 'POST',
      ...event('Forged', { venue: { venue: 'Forged hall', author: '{editor}' } }),
      status: 403,
      code: 'rest_forbidden',
      next: [{ as: 'admin', path: '/venues?search=forged', lists: [] }],
    },
  ]);
});

describe('Rights of a user', () => {
  const { stage } = openPromises();
  before(async () => {
    await stage().give({
      draft: { as: 'author', ...event('Draft', { status: 'draft' }) },
      out: { as: 'author', ...event('Out') },
      binned: { as: 'author', ...event('Binned') },
    });
    await stage().step({ as: 'author', method: 'DELETE', path: '/events/{binned}' });
  });
  const become = (role: Role) => stage().service.services.users.change('author', { role });
  const patch = (name: string, status: number): Step => ({
    as: 'author',
    method: 'PATCH',
    path: `/events/{${name}}`,
    json: { cost: '5' },
    status,
  });

  /** By role: status codes for a draft, a trashed record and an update, then the listed records and `Allow`. */
  const TABLE: readonly (readonly [role: Role, draft: number, binned: number, change: number, listed: readonly string[], allow: string])[] =
    [
      ['subscriber', 403, 403, 403, ['out'], 'GET'],
      ['contributor', 200, 403, 403, ['draft', 'out'], 'GET'],
      ['author', 200, 200, 200, ['draft', 'out'], 'GET, DELETE, POST, PUT, PATCH'],
    ];
  for (const [role, draft, binned, change, listed, allow] of TABLE)
    it(`are those of a new role from the next request on: ${role}`, async () => {
      await become(role);
      await stage().step({ as: 'author', path: '/events/{draft}', status: draft });
      await stage().step({ as: 'author', path: '/events/{binned}', status: binned });
      await stage().step({ as: 'author', path: '/events/{out}', status: 200, answers: { allow } });
      await stage().step({ as: 'author', method: 'OPTIONS', path: '/events/{out}', answers: { allow } });
      await stage().step(patch('draft', draft));
      await stage().step(patch('out', change));
      await stage().step(patch('binned', change));
      await stage().step({ as: 'author', path: '/events', lists: listed });
      const trash = { as: 'author', path: '/events?status=trash' } as const;
      if (draft === 200) await stage().step({ ...trash, lists: binned === 200 ? ['binned'] : [] });
      else await stage().step({ ...trash, status: 400, params: ['status'] });
    });
  it('end with the user, who remains the author; a new user of the same login gets none', async () => {
    const { users } = stage().service.services;
    const stored = await users.byLogin('author');
    await users.remove('author');
    await stage().step({ as: 'author', path: '/events/{out}', status: 401, code: 'invalid_username' });
    await stage().step({ path: '/events/{out}', has: { author: '{author}', status: 'publish' } });
    await stage().step({ as: 'editor', method: 'PATCH', path: '/events/{out}', json: { cost: '6' }, has: { author: '{author}' } });
    await stage().step({ as: 'editor', method: 'POST', ...event('New', { author: '{author}' }), status: 400, params: ['author'] });
    await users.add({ login: 'author', role: 'author', passwordDigest: stored?.passwordDigest ?? '' });
    await stage().step(patch('out', 403));
    await stage().step({ as: 'author', path: '/events/{draft}', status: 403, code: 'event-not-accessible' });
    await stage().step({ as: 'author', path: '/events', lists: ['out'] });
  });

  it('show a translation in the trash to its readers alone', async () => {
    await stage().give({
      bridge: event('Bridge', { author: '{contributor}' }),
      pont: { language: 'fr', path: '/events', json: { title: 'Pont', translation_of: '{bridge}', author: '{contributor}' } },
    });
    await stage().step({ as: 'editor', method: 'DELETE', path: '/events/{pont}' });
    for (const as of [undefined, 'contributor'] as const)
      await stage().step({ ...asUser(as), path: '/events/{bridge}', has: { translations: {} } });
    await stage().step({ as: 'editor', path: '/events/{bridge}', has: { 'translations.fr.id': '{pont}' } });
  });
});
