import type { Log } from '../../lib/http/options';
import { LANGUAGES, type Language } from '../../lib/language';
import type { Plugin } from '../../lib/program/service/service';
import { openStage, type Stage, type Step } from './scenario';

/** When the events of the specs take place, unless they say otherwise. */
export const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };

type Fields = Readonly<Record<string, unknown>>;

const maker =
  (path: string, name: string, always: Fields = {}) =>
  (said: string, more: Fields = {}, asked: Partial<Step> = {}): Step => ({ path, json: { [name]: said, ...always, ...more }, ...asked });

export const event = maker('/events', 'title', DATES);
export const venue = maker('/venues', 'venue');
export const organizer = maker('/organizers', 'organizer');
export const category = maker('/categories', 'name');
export const tag = maker('/tags', 'name');

/** An update, by an editor unless it says otherwise. */
export const patch = (path: string, json: unknown, asked: Partial<Step> = {}): Step => ({
  as: 'editor',
  method: 'PATCH',
  path,
  json,
  ...asked,
});

/** A creation, by an editor unless it says otherwise. */
export const create = (record: Step, asked: Partial<Step> = {}): Step => ({ as: 'editor', method: 'POST', ...record, ...asked });

/** A deletion, by an editor unless it says otherwise. */
export const remove = (path: string, asked: Partial<Step> = {}): Step => ({ as: 'editor', method: 'DELETE', path, ...asked });

/** The refusal of a parameter. */
export const refused = (...params: readonly string[]) => ({ status: 400, code: 'rest_invalid_param', params }) as const;

/** The kinds that have statuses and slugs. */
export const POST_LIKE = [
  { kind: 'event', plural: 'events', name: 'title', make: event },
  { kind: 'venue', plural: 'venues', name: 'venue', make: venue },
  { kind: 'organizer', plural: 'organizers', name: 'organizer', make: organizer },
] as const;

export const TERM_LIKE = [
  { kind: 'category', plural: 'categories', name: 'name', make: category },
  { kind: 'tag', plural: 'tags', name: 'name', make: tag },
] as const;

export const KINDS = [...POST_LIKE, ...TERM_LIKE] as const;

/** The roles that may write. */
export const WRITERS = ['admin', 'editor', 'author', 'contributor'] as const;

/** How a file of promises speaks to its service. */
export interface Promises {
  /** The service, once the specs run. */
  stage(): Stage;
  /** A spec: records that are made first, by name, and what is asked then, one after the other. */
  promise(title: string, given: Readonly<Record<string, Step>>, ...steps: readonly Step[]): void;
  /** A spec whose answer is looked for in each language, in words of its own and without HTML. */
  inBoth(title: string, given: Readonly<Record<string, Step>>, step: Step, says: Readonly<Record<Language, RegExp>>): void;
}

/** Opens one service for all specs of a file; names are theirs in common, so each makes what it speaks of. */
export function openPromises(environment: Readonly<Record<string, string>> = {}, plugins: readonly Plugin[] = [], log?: Log): Promises {
  let stage: Stage;
  before(async () => {
    stage = await openStage(environment, plugins, log);
  });
  after(() => stage.stop());
  return {
    stage: () => stage,
    promise(title, given, ...steps) {
      it(title, async () => {
        await stage.give(given);
        for (const step of steps) await stage.step(step);
      });
    },
    inBoth(title, given, step, says) {
      it(title, async () => {
        await stage.give(given);
        for (const language of LANGUAGES)
          await stage.step({ ...step, language, says: says[language], hides: HTML, answers: { 'content-language': language } });
      });
    },
  };
}

/** Tags and entities. */
export const HTML = /<\/?[a-z]|&#?\w+;/i;
