import { expect } from 'chai';
import { plugin as tickets } from '../../../fixtures/plugins/tickets/index';
import type { Plugin } from '../../../lib/index';
import { category, create, event, openPromises, organizer, remove, tag, venue } from '../../support/stage';

const text = (both: string) => ({ en: both, fr: both });

/** Plugin fields of all types, without values. */
const unset: Plugin = (registry) => {
  for (const plural of ['events', 'venues', 'organizers', 'categories', 'tags'] as const)
    for (const [name, type] of Object.entries({ motto: 'string', seats: 'integer', open: 'boolean', plan: 'object' } as const))
      registry.registerField(plural, name, { type, description: text(name) });
  registry.registerField('venues', 'tone', { type: 'string', enum: ['a', 'b'], description: text('tone') });
  registry.registerField('venues', 'words', { type: 'array', items: { type: 'string' }, description: text('words') });
  registry.registerField('venues', 'twin', { link: 'venues', description: text('twin') });
};

/** Members that are different in every record. */
const OWN = ['id', 'global_id', 'global_id_lineage', 'url', 'rest_url', 'slug', 'urls', '_links', 'json_ld', 'modified', 'modified_utc'];
/** Members that depend on other records. */
const DERIVED = ['translations', 'tickets', 'cost_details', 'count'];

const comparable = (record: object) => Object.fromEntries(Object.entries(record).filter(([name]) => ![...OWN, ...DERIVED].includes(name)));

describe('A record that was read', () => {
  const { stage } = openPromises({}, [tickets, unset]);
  it('can be created, whatever its kind and status', async () => {
    await stage().give({
      hall: venue('Hall', { show_map: '0', image: 'https://example.org/a.png', geo_lat: 1.5, geo_lng: 2.5 }),
      bare: venue('Bare'),
      unseen: venue('Unseen', { status: 'draft' }),
      band: organizer('Band', { email: 'band@example.org' }),
      top: category('Top'),
      below: category('Below', { parent: '{top}', description: 'Below' }),
      label: tag('Label'),
      plain: event('Plain'),
      waiting: event('Waiting', { status: 'draft' }),
      later: event('Later', { date: '2031-01-01' }),
      gone: event('Gone', { status: 'trash' }),
      closed: event('Closed', { password: 'sesame', venue: '{hall}' }),
      full: event('Full', {
        ...{ venue: ['{hall}', '{bare}'], organizer: ['{band}'], categories: ['{below}'], tags: ['{label}'], post_parent: '{plain}' },
        ...{ cost: '$10', website: 'https://example.org', image: 'https://example.org/a.png', timezone: 'Europe/Paris' },
        ...{ featured: true, show_map: true, event_status: 'postponed', attendance: 'mixed', virtual_url: 'https://example.org/v' },
      }),
      one: event('One', { venue: '{hall}', all_day: true }),
      ticket: { path: '/tickets', json: { title: 'Ticket', event: '{plain}', price: 12.5 } },
    });
    const kinds = {
      ...{ hall: 'venues', bare: 'venues', unseen: 'venues', band: 'organizers', ticket: 'tickets' },
      ...{ plain: 'events', waiting: 'events', later: 'events', gone: 'events', closed: 'events', full: 'events', one: 'events' },
      ...{ below: 'categories', top: 'categories', label: 'tags' },
    };
    for (const [name, plural] of Object.entries(kinds)) {
      const { body: read } = await stage().step({ as: 'admin', path: `/${plural}/{${name}}` });
      // Two terms of the same name and parent cannot exist together.
      if (['categories', 'tags'].includes(plural)) await stage().step(remove(`/${plural}/{${name}}`));
      const made = await stage().step(create({ path: `/${plural}`, json: read }, { as: 'admin', status: 201 }));
      const links = ['venue', 'organizer', 'categories', 'tags'].filter((link) => !OWN.includes(link) && typeof read[link] === 'object');
      for (const link of links) {
        const idsOf = (shown: object) => [shown].flat().map((linked) => (linked as { id: number }).id);
        expect(idsOf(made.body[link]), `${name}.${link}`).to.deep.equal(idsOf(read[link]));
      }
      const without = (record: object) =>
        Object.fromEntries(Object.entries(comparable(record)).filter(([member]) => !links.includes(member)));
      expect(without(made.body), name).to.deep.equal(without(read));
    }
  });
});
