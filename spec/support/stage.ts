import type { Log } from '../../lib/http/options';
import { LANGUAGES, type Language } from '../../lib/language';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { openStage, type Stage, type Step } from './scenario';

export const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };

type Fields = Readonly<Record<string, unknown>>;

const maker =
  (path: string, name: string, always: Fields = {}) =>
  (title: string, more: Fields = {}, options: Partial<Step> = {}): Step => ({
    path,
    json: { [name]: title, ...always, ...more },
    ...options,
  });

export const event = maker('/events', 'title', DATES);
export const venue = maker('/venues', 'venue');
export const organizer = maker('/organizers', 'organizer');
export const category = maker('/categories', 'name');
export const tag = maker('/tags', 'name');

/** An update, by an editor unless `options` says otherwise. */
export const patch = (path: string, json: unknown, options: Partial<Step> = {}): Step => ({
  as: 'editor',
  method: 'PATCH',
  path,
  json,
  ...options,
});

/** A creation, by an editor unless `options` says otherwise. */
export const create = (record: Step, options: Partial<Step> = {}): Step => ({ as: 'editor', method: 'POST', ...record, ...options });

/** A deletion, by an editor unless `options` says otherwise. */
export const remove = (path: string, options: Partial<Step> = {}): Step => ({ as: 'editor', method: 'DELETE', path, ...options });

export const refused = (...params: readonly string[]) => ({ status: 400, code: 'rest_invalid_param', params }) as const;

/** Content types with statuses and slugs. */
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

export const WRITERS = ['admin', 'editor', 'author', 'contributor'] as const;

/** Functions that define the specs of a file on one service. */
export interface Promises {
  /** The service. It exists only while specs run. */
  stage(): Stage;
  /** Defines a spec: records by name, then requests in order. */
  promise(title: string, given: Readonly<Record<string, Step>>, ...steps: readonly Step[]): void;
  /** Defines a spec whose answer is checked in each language. It must not contain HTML. */
  inBoth(title: string, given: Readonly<Record<string, Step>>, step: Step, says: Readonly<Record<Language, RegExp>>): void;
}

/** Starts one service for all specs of a file. Record names are global, so each spec uses its own. */
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

export const HTML = /<\/?[a-z]|&#?\w+;/i;
