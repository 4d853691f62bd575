import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import { isTried } from '../../support/runs';
import { openPromises } from '../../support/stage';
import { kindOf, refusalOf } from '../samples';

const text = { type: 'string', description: { en: 'A text', fr: 'Un texte' } } as const;

const EVENT_MEMBERS = ['start_date', 'start_date_details', 'utc_end_date', 'timezone_abbr', 'cost_details', 'custom_fields', 'ticketed'];

/** Members of answers whose names a plugin may use for a field. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  venues: [...EVENT_MEMBERS, 'excerpt'],
  organizers: ['excerpt'],
  stalls: EVENT_MEMBERS,
};

/** Fields of the plugin's own kind and of venues, named like members of events. */
const declaring: Plugin = (registry) => {
  registry.registerPostLike({ ...kindOf('stall', 'stand'), fields: {} });
  for (const plural of ['venues', 'stalls']) for (const name of EVENT_MEMBERS) registry.registerField(plural, name, text);
};

/** Starts a service with a field of this name and returns the message of its StartError. */
const taken = (plural: string, name: string): Promise<string> =>
  refusalOf((registry, services) => {
    if (plural === 'stalls') declaring(registry, services);
    registry.registerField(plural, name, text);
  });

describe('registerField: reserved names', () => {
  const { stage } = openPromises({}, [declaring]);

  const CREATIONS: Readonly<Record<string, object>> = {
    events: { title: 'Fair', start_date: '2030-06-01 10:00:00', end_date: '2030-06-01 12:00:00', venue: { venue: 'Hall' } },
    venues: { venue: 'Hall' },
    organizers: { organizer: 'Ann' },
    stalls: { title: 'Stall' },
  };

  for (const [plural, json] of Object.entries(CREATIONS)) {
    it(`refuses the names of all members of ${plural}`, async () => {
      const { status, body } = await stage().ask('POST', `/${plural}`, { as: 'editor', json });
      expect(status).to.equal(201);
      const names = Object.keys(body).filter((name) => !FREE[plural]?.includes(name));
      expect(names).to.include.members(['id', 'url', 'slug', 'language']);
      for (const name of names.filter((_, place) => isTried(place, 4)))
        expect(await taken(plural, name), name).to.match(/: choose another name/);
    });
  }

  it('accepts a name that only another kind has', async () => {
    const values = Object.fromEntries(EVENT_MEMBERS.map((name) => [name, `what ${name} says`]));
    for (const plural of ['venues', 'stalls']) {
      const { body } = await stage().ask('POST', `/${plural}`, { as: 'editor', json: { ...CREATIONS[plural], ...values } });
      expect((await stage().ask('GET', `/${plural}/${body.id}`)).body).to.include(values);
    }
  });
});
