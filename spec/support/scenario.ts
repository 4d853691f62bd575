import { expect } from 'chai';
import type { Log } from '../../lib/http/options';
import type { Plugin } from '../../lib/program/service/service';
import { type Answer, type Ask, clockAt, type Running, type SetClock, startService } from './service';

/** The moment at which every spec of the routes plays. */
export const NOW = '2030-01-15T12:00:00Z';

/** A request, and what is to be found in its answer. `{name}` in texts stands for the ID of the record or user of that name. */
export interface Step extends Ask {
  /** GET unless given. */
  readonly method?: string;
  readonly path: string;
  /** Any 2xx unless given. */
  readonly status?: number;
  /** The code of the error that is answered. */
  readonly code?: string;
  /** The parameters that the error names, in any order. */
  readonly params?: readonly string[];
  /** Values at places of the body, e.g. `{ 'venue.id': '{hall}' }`; undefined: there is nothing. */
  readonly has?: Readonly<Record<string, unknown>>;
  /** Headers of the answer, in lower case; undefined: there is none. */
  readonly answers?: Readonly<Record<string, string | RegExp | undefined>>;
  /** The names of the records that a list answers, in this order. */
  readonly lists?: readonly string[];
  /** What the body's text contains, and what it does not. */
  readonly says?: RegExp;
  readonly hides?: RegExp;
}

/** A spec: records that are made first, by name; a request and its answer; and what is asked afterwards. */
export interface Scenario extends Step {
  readonly title: string;
  /** Each is a POST by the administrator that answers 201, unless it says otherwise. */
  readonly given?: Readonly<Record<string, Step>>;
  readonly next?: readonly Step[];
}

export type Names = Record<string, number>;

/** A running service with the names of what was made in it. */
export interface Stage extends Running {
  readonly names: Names;
  readonly clock: SetClock;
  /** Asks, and checks the answer. */
  step(step: Step): Promise<Answer>;
  /** Makes records by name, one after the other. */
  give(given: Readonly<Record<string, Step>>): Promise<void>;
}

/** Starts a service whose clock stands still. */
export async function openStage(
  environment: Readonly<Record<string, string>> = {},
  plugins: readonly Plugin[] = [],
  log?: Log,
): Promise<Stage> {
  const clock = clockAt(NOW);
  const running = await startService({ clock, environment, plugins, ...(log && { log }) });
  const names: Names = { ...running.ids };
  const plurals = new Map<string, string>();

  const step = async (asked: Step): Promise<Answer> => {
    const { method = 'GET', path, json, form, ...rest } = fill(asked, names) as Step;
    const answer = await running.ask(method, path, { ...rest, ...(json !== undefined && { json }), ...(form !== undefined && { form }) });
    check(
      answer,
      fill(asked, names) as Step,
      (plural, id) => [...plurals].find(([name, of]) => of === plural && names[name] === id)?.[0] ?? String(id),
    );
    return answer;
  };
  return {
    ...running,
    clock,
    names,
    step,
    async give(given) {
      for (const [name, record] of Object.entries(given)) {
        const { body } = await step({ as: 'admin', method: 'POST', ...(record.path.includes('{') ? {} : { status: 201 }), ...record });
        names[name] = body.id;
        plurals.set(name, /^\/?(\w+)/.exec(record.path)?.[1] ?? '');
      }
    },
  };
}

/** Runs scenarios on one service, one after the other, each as a spec of its own; `given` is made before the first. */
export function play(
  scenarios: readonly Scenario[],
  given: Readonly<Record<string, Step>> = {},
  environment: Readonly<Record<string, string>> = {},
  plugins: readonly Plugin[] = [],
): void {
  let stage: Stage;
  before(async () => {
    stage = await openStage(environment, plugins);
    await stage.give(given);
  });
  after(() => stage.stop());
  playOn(() => stage, scenarios);
}

/** Runs scenarios, each as a spec of its own, on a service that they share with others. */
export function playOn(stageOf: () => Stage, scenarios: readonly Scenario[]): void {
  for (const { title, given = {}, next = [], ...step } of scenarios) {
    it(title, async () => {
      const stage = stageOf();
      await stage.give(given);
      await stage.step(step);
      for (const step of next) await stage.step(step);
    });
  }
}

function check({ status, body, text, headers }: Answer, expected: Step, nameOf: (plural: string, id: number) => string): void {
  const told = `${expected.method ?? 'GET'} ${expected.path} answered ${status} ${text.slice(0, 1000)}`;
  if (expected.status === undefined) expect(status, told).to.be.within(200, 299);
  else expect(status, told).to.equal(expected.status);
  if (expected.code !== undefined) expect(body, told).to.have.property('code', expected.code);
  if (expected.params !== undefined) {
    const params = Array.isArray(body.data.params) ? body.data.params : Object.keys(body.data.params);
    expect(params, told).to.have.members(expected.params);
  }
  for (const [place, value] of Object.entries(expected.has ?? {})) {
    if (value === undefined) expect(body, told).to.not.have.nested.property(place);
    else expect(body, told).to.have.deep.nested.property(place, value);
  }
  for (const [name, value] of Object.entries(expected.answers ?? {})) {
    if (value instanceof RegExp) expect(headers[name], name).to.match(value);
    else expect(headers[name], name).to.equal(value);
  }
  if (expected.lists !== undefined) {
    const [plural, records] = Object.entries(body as object).find(([, value]) => Array.isArray(value)) as [string, { id: number }[]];
    expect(
      records.map(({ id }) => nameOf(plural, id)),
      told,
    ).to.deep.equal(expected.lists);
  }
  if (expected.says) expect(text).to.match(expected.says);
  if (expected.hides) expect(text).to.not.match(expected.hides);
}

/** Puts IDs in the place of names; a text that is nothing but a name becomes a number. */
function fill(value: unknown, names: Names): unknown {
  if (typeof value === 'string') {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    if (whole !== undefined && whole in names) return names[whole];
    return value.replace(/\{(\w+)\}/g, (text, name: string) => String(names[name] ?? text));
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, names));
  if (typeof value !== 'object' || value === null || value instanceof RegExp || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, names)]));
}
