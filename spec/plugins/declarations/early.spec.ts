import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { NamedPlugin, Plugin } from '../../../lib/program/plugins/plugin';
import { FILM, MOOD, refusalOf } from '../samples';

const nobody = { user: undefined };

/** Plugins that read records too early, each with the name of these records in the message. */
const EARLY: Readonly<Record<string, readonly [what: string, Plugin]>> = {
  'and waits for them': ['the records of events', async (_, { posts }) => void (await posts('events').byId(1))],
  'and does not wait for them': ['the records of events', (_, { posts }) => void posts('events').byId(1)],
  'and catches what it waits for': [
    'the records of events',
    async (_, { posts }) => {
      try {
        await posts('events').bySlug('en', 'fair');
      } catch {}
    },
  ],
  'within a function that it does not wait for': [
    'the records of venues',
    (_, { posts }) => void (async () => (await posts('venues').many([1])).size)(),
  ],
  'after a while': [
    'the records of organizers',
    async (_, { posts }) => {
      await setImmediate();
      void posts('organizers').byId(1);
    },
  ],
  'and never ends': [
    'the records of events',
    (_, { posts }) => {
      void posts('events').byId(1);
      return new Promise(() => undefined);
    },
  ],
  'of a kind of its own': [
    'the records of films',
    (registry) => void registry.registerPostLike({ ...FILM, fields: {} }).create({ title: 'A' }, nobody),
  ],
  'that are terms': ['the terms of tags', (_, { terms }) => void terms('tags').bySlug('en', 'fair')],
  'that are terms of its own': ['the terms of moods', (registry) => void registry.registerTermLike(MOOD).create({ name: 'Gay' }, 'en')],
  'that are users, by ID': ['users', (_, { users }) => void users.byId(1)],
};

const tooEarly = (plugin: string, what: string): string =>
  `The plugin ${plugin} has an invalid declaration: ${what} cannot be read while plugins run, before the database is open: read them in handlers and listeners.`;

const waiting: NamedPlugin = { name: 'waiting', plugin: () => setImmediate(undefined) };

describe('plugins: records are not available while plugins register', () => {
  for (const [title, [what, plugin]] of Object.entries(EARLY)) {
    it(`fails the start and names the plugin: ${title}`, async () => {
      expect(await refusalOf({ name: 'eager', plugin }, waiting)).to.equal(tooEarly('eager', what));
      // An unhandled rejection fails the spec.
      await setImmediate();
    });
  }

  it('fails the start after it has ended, too', async () => {
    const eager: Plugin = (_, { posts }) => void Promise.resolve().then(() => posts('events').byId(1));
    expect(await refusalOf({ name: 'eager', plugin: eager }, waiting)).to.equal(tooEarly('eager', 'the records of events'));
  });

  it('fails the start with the error that the plugin throws', async () => {
    const throwing: Plugin = (_, { posts }) => {
      void posts('events').byId(1);
      throw new RangeError('too far');
    };
    expect(await refusalOf({ name: 'eager', plugin: throwing })).to.match(/^The plugin eager failed with RangeError: too far/);
  });
});
