import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { sourceNodes } from 'gatsby-source-tribe-events';
import { EVENTS, type Site } from './site';

/** A Gatsby node: a record with a different ID. */
interface Node extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly internal: { readonly type: string; readonly contentDigest: string };
}

const createNodeId = (input: string): string => `node ${input}`;
const createContentDigest = (input: object): string => createHash('md5').update(JSON.stringify(input)).digest('hex');

/** Specs of a source plugin for static sites, which reads all records. */
export function describeGatsbySource(site: () => Site): void {
  describe('gatsby-source-tribe-events', () => {
    const build = async (maxEvents?: number): Promise<Readonly<Record<string, readonly Node[]>>> => {
      const types: Record<string, Node[]> = {};
      const createNode = (node: Readonly<Record<string, unknown>>) => {
        const made = node as Node;
        types[made.internal.type] = [...(types[made.internal.type] ?? []), made];
      };
      const options = { baseUrl: site().address, ...(maxEvents !== undefined && { maxEvents }) };
      await sourceNodes({ actions: { createNode }, createNodeId, createContentDigest }, options);
      return types;
    };

    it('makes a node of every record', async () => {
      const types = await build(100);
      expect(Object.fromEntries(Object.entries(types).map(([type, nodes]) => [type, nodes.length]))).to.deep.equal({
        TribeEvents: EVENTS,
        TribeVenues: 5,
        TribeOrganizers: 5,
        TribeCategories: 5,
        TribeTags: 5,
      });
      const ids = Object.values(types).flatMap((nodes) => nodes.map(({ id }) => id));
      expect(new Set(ids).size).to.equal(ids.length);
    });

    it('creates as many event nodes as maxEvents says, ten by default', async () => {
      expect((await build(3))['TribeEvents']).to.have.length(3);
      expect((await build())['TribeEvents']).to.have.length(10);
    });

    it('puts the whole record into a node, embedded records included', async () => {
      const types = await build(100);
      for (const [type, plural, key] of [
        ['TribeEvents', 'events', 'event1'],
        ['TribeVenues', 'venues', 'venue1'],
        ['TribeOrganizers', 'organizers', 'organizer1'],
        ['TribeCategories', 'categories', 'category1'],
        ['TribeTags', 'tags', 'tag1'],
      ] as const) {
        const node = types[type]?.find(({ id }) => id === createNodeId(`${type}-${site().id(key)}`));
        // Records in lists lack the members that only single records have.
        const { body } = await site().ask('GET', `//wp-json/tribe/events/v1/${plural}?per_page=50`);
        const record = body[plural].find(({ id }: { id: number }) => id === site().id(key));
        expect(node).to.deep.equal({ ...record, id: node?.id, internal: { type, contentDigest: createContentDigest(record) } });
      }
    });

    it('has the members of an event that pages show', async () => {
      const event = (await build(100))['TribeEvents']?.find(({ slug }) => slug === 'song-wine-07');
      expect(event).to.include({
        title: 'Song & “wine” 07',
        description: '<p>An evening of songs.</p>',
        start_date: '2030-03-04 19:00:00',
        utc_end_date: '2030-03-04 21:00:00',
        timezone: 'Europe/Paris',
        cost: '$10 – $20',
        url: `${site().address}/en/event/song-wine-07/`,
        rest_url: `${site().address}/wp-json/tribe/events/v1/events/${site().id('event7')}`,
      });
      expect(event).to.have.nested.property('start_date_details.hour', '19');
      expect(event).to.have.nested.property('image.url', 'https://images.example/7.jpg');
      expect(event).to.have.nested.property('venue.venue', 'Hall 2');
      expect(event).to.have.nested.property('organizer[1].organizer', 'Society 5');
      expect(event).to.have.nested.property('categories[0].name', 'Été n° 3');
      expect(event).to.have.nested.property('tags[0].slug', 'loud-2');
    });
  });
}
