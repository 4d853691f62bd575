import { expect } from 'chai';
import type { Log } from '../../lib/http/options';
import type { Plugin } from '../../lib/program/plugins/plugin';
import { type Answer, type Ask, clockAt, type Running, type SetClock, startService } from './service';

/** The time of the clock in all route specs. */
export const NOW = '2030-01-15T12:00:00Z';

/** A request and the expected answer. `{name}` in a text stands for the ID of a record or user. */
export interface Step extends Ask {
  readonly method?: string;
  readonly path: string;
  /** Any 2xx by default. */
  readonly status?: number;
  readonly code?: string;
  /** The parameters that the error names, in any order. */
  readonly params?: readonly string[];
  /** Values by path in the body, such as `{ 'venue.id': '{hall}' }`. `undefined` expects no value. */
  readonly has?: Readonly<Record<string, unknown>>;
  /** Headers in lower case. `undefined` expects no header. */
  readonly answers?: Readonly<Record<string, string | RegExp | undefined>>;
  /** The names of the listed records, in order. */
  readonly lists?: readonly string[];
  /** Patterns that the body matches and does not match. */
  readonly says?: RegExp;
  readonly hides?: RegExp;
}

/** A spec: created records, a request with its answer, and further requests. */
export interface Scenario extends Step {
  readonly title: string;
  /** Records by name. By default the administrator sends a POST that answers 201. */
  readonly given?: Readonly<Record<string, Step>>;
  readonly next?: readonly Step[];
}

export type Names = Record<string, number>;

/** A running service with the IDs of its records by name. */
export interface Stage extends Running {
  readonly names: Names;
  readonly clock: SetClock;
  step(step: Step): Promise<Answer>;
  /** Creates records by name, one after the other. */
  give(given: Readonly<Record<string, Step>>): Promise<void>;
}

/** Starts a service with a fixed clock. */
export async function openStage(
  environment: Readonly<Record<string, string>> = {},
  plugins: readonly Plugin[] = [],
  log?: Log,
): Promise<Stage> {
  const clock = clockAt(NOW);
  const running = await startService({ clock, environment, plugins, ...(log && { log }) });
  const names: Names = { ...running.ids };
  const plurals = new Map<string, string>();

  const step = async (request: Step): Promise<Answer> => {
    const { method = 'GET', path, json, form, ...rest } = fill(request, names) as Step;
    const answer = await running.ask(method, path, { ...rest, ...(json !== undefined && { json }), ...(form !== undefined && { form }) });
    check(
      answer,
      fill(request, names) as Step,
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

/** Defines each scenario as a spec. All share one service with the records of `given`. */
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

/** Defines scenarios as specs of a service that other specs share. */
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
  const message = `${expected.method ?? 'GET'} ${expected.path} answered ${status} ${text.slice(0, 1000)}`;
  if (expected.status === undefined) expect(status, message).to.be.within(200, 299);
  else expect(status, message).to.equal(expected.status);
  if (expected.code !== undefined) expect(body, message).to.have.property('code', expected.code);
  if (expected.params !== undefined) {
    const params = Array.isArray(body.data.params) ? body.data.params : Object.keys(body.data.params);
    expect(params, message).to.have.members(expected.params);
  }
  for (const [place, value] of Object.entries(expected.has ?? {})) {
    if (value === undefined) expect(body, message).to.not.have.nested.property(place);
    else expect(body, message).to.have.deep.nested.property(place, value);
  }
  for (const [name, value] of Object.entries(expected.answers ?? {})) {
    if (value instanceof RegExp) expect(headers[name], name).to.match(value);
    else expect(headers[name], name).to.equal(value);
  }
  if (expected.lists !== undefined) {
    const [plural, records] = Object.entries(body as object).find(([, value]) => Array.isArray(value)) as [string, { id: number }[]];
    expect(
      records.map(({ id }) => nameOf(plural, id)),
      message,
    ).to.deep.equal(expected.lists);
  }
  if (expected.says) expect(text).to.match(expected.says);
  if (expected.hides) expect(text).to.not.match(expected.hides);
}

/** Replaces names by IDs. A text that consists of one name becomes a number. */
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
