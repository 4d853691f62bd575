import { expect } from 'chai';
import { keyOf } from '../../../lib/database/driver/locks';
import { type Beside, startBeside } from '../../cache/second-service';
import { watchedUri } from '../../database/commands';
import { createLatch } from '../../database/latch';
import { faultsOf } from '../../support/faults';
import { openStage, type Stage } from '../../support/scenario';
import type { Answer, Ask, Login } from '../../support/service';
import { category, DATES, organizer, tag, venue } from '../../support/stage';

/** The maximum number of events per transaction. */
export const BATCH_SIZE = 32;
/** A pause in ms that is long enough to read and validate the events. */
const JUDGED_MILLISECONDS = 300;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags', 'media'] as const;
const LANGUAGES = ['en', 'fr'] as const;

/** The request for an event: its body, user and language. */
export interface SentEvent extends Ask {
  readonly as: Login;
  readonly language: 'en' | 'fr';
  readonly json: Readonly<Record<string, unknown>>;
}

/** Helpers for concurrent creations of events. */
export interface AtOnce {
  stage(): Stage;
  /** A second service on the same database. */
  beside(): Beside;
  /** The ID of a record by its name in the stage. */
  id(name: string): number;
  post(sent: SentEvent): Promise<Answer>;
  /** Builds `many` requests that alternate between languages and roles. */
  each(many: number, json: (place: number) => object, as?: readonly Login[]): SentEvent[];
  /**
   * Creates an event that waits for a locked venue, and sends the requests during the wait. These share a transaction. `meanwhile` runs
   * before the lock is released.
   */
  createTogether(sent: readonly SentEvent[], meanwhile?: () => Promise<unknown>): Promise<Answer[]>;
  sizes(): Promise<Readonly<Record<(typeof COLLECTIONS)[number], number>>>;
  commits(): number;
}

/** Opens two services on one database for the specs of a file. At the end it checks the consistency of the stored records. */
export function openAtOnce(): AtOnce {
  let stage: Stage;
  let beside: Beside;
  let commits = 0;
  const connection = () => stage.service.services.connection;

  before(async () => {
    stage = await openStage({ MONGODB_URI: await watchedUri() });
    connection()
      .db()
      .client.on('commandStarted', ({ commandName }) => {
        if (commandName === 'commitTransaction') commits += 1;
      });
    beside = await startBeside(stage, { clock: stage.clock });
    await stage.give({
      hall: venue('Hall'),
      salle: venue('Salle', { translation_of: '{hall}' }, { language: 'fr' }),
      quay: venue('Quay'),
      gate: venue('Gate'),
      ann: organizer('Ann'),
      bob: organizer('Bob'),
      music: category('Music'),
      musique: category('Musique', { translation_of: '{music}' }, { language: 'fr' }),
      trade: category('Trade'),
      red: tag('Red'),
    });
  });
  after(async () => {
    const faults = await faultsOf(stage);
    await beside.stop();
    await stage.stop();
    expect(faults, 'the stored records agree').to.deep.equal([]);
  });

  const post = (sent: SentEvent) => stage.ask('POST', '/events', { ...sent, json: { ...DATES, ...sent.json } });
  return {
    stage: () => stage,
    beside: () => beside,
    id(name) {
      const found = stage.names[name];
      if (found === undefined) throw new Error(`Nothing is named ${name}.`);
      return found;
    },
    post,
    each: (many, json, as = ['editor', 'author', 'admin']) =>
      Array.from({ length: many }, (_, place) => ({
        as: as[place % as.length] as Login,
        language: LANGUAGES[Math.floor(place / as.length) % 2] as 'en' | 'fr',
        json: json(place) as SentEvent['json'],
      })),
    async createTogether(sent, meanwhile) {
      const gate = stage.names['gate'] ?? 0;
      const latch = createLatch();
      const holding = connection().transact(async (session) => {
        connection().lock([keyOf('venues', gate)], session);
        await latch.opened;
      });
      const first = post({ as: 'editor', language: 'en', json: { title: 'First', venue: gate } });
      while (connection().state().waitingTransactions === 0) await pause(5);
      const answers = Promise.all(sent.map(post));
      await pause(JUDGED_MILLISECONDS);
      await meanwhile?.();
      latch.open();
      await holding;
      bodiesOf([await first]);
      return answers;
    },
    sizes: async () =>
      Object.fromEntries(
        await Promise.all(COLLECTIONS.map(async (plural) => [plural, await connection().collection(plural).countDocuments()] as const)),
      ) as Awaited<ReturnType<AtOnce['sizes']>>,
    commits: () => commits,
  };
}

/** Checks that all requests succeeded and returns their bodies. */
export function bodiesOf(answers: readonly Answer[]): Answer['body'][] {
  expect(answers.map(({ status, text }) => (status === 201 ? status : text))).to.deep.equal(answers.map(() => 201));
  return answers.map(({ body }) => body);
}
