import type { SetClock } from '../support/service';
import { type Bindings, canonical, createBindings, type Difference, differences, type Id, type Site } from './compare';
import { type Played, play, type Stage, type Step, valueAt } from './player';
import type { Place, Rules } from './rules';

/** The recorded answer to one step. A step without `response` only prepares later steps. */
export interface Recorded {
  readonly name: string;
  /** The time of the recorded request, ISO 8601 in UTC. */
  readonly at: string;
  readonly error?: string;
  readonly response?: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: unknown };
}

export interface Recording {
  readonly scenario: string;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly steps: readonly Recorded[];
}

/** A step whose answer differs in a way that no rule accepts. */
export interface Unequal {
  readonly step: string;
  readonly differences: readonly Difference[];
}

export interface Score {
  readonly compared: number;
  readonly unequal: readonly Unequal[];
}

/** Steps outside the calendar's namespace. The step that sets a password is replaced by one of this service. */
const FOREIGN = /^\/wp-json\/(wp|tec|batch)\b/;
/** Steps that name the first page, post or category of the reference system by its fixed ID. */
const LITERAL = /\/(events|venues|organizers|categories|tags)\/[12](?=[/?"]|$)|[?&](post|event)=1\b|"(post|event|parent)":\[?1\b/;
const HEADERS = ['x-tec-total', 'x-tec-totalpages', 'allow'];

/** Plays a scenario and lists the unequal answers. The clock shows the time of each recorded answer. */
export async function replay(
  steps: readonly Step[],
  recording: Recording,
  stage: Stage & { readonly users: Readonly<Record<string, number>> },
  { rules, clock }: { readonly rules: Rules; readonly clock: SetClock },
): Promise<Score> {
  const values = new Map<string, unknown>([
    ['base', stage.origin],
    ['host', new URL(stage.origin).host],
    ...Object.entries(stage.users).map(([login, id]) => [`user_${login}`, id] as const),
  ]);
  const sites = { recorded: recordedSite(String(recording.vars['base'])), ours: siteOf(stage) };
  const bindings = createBindings();
  const lost = new Set<string>();
  const unequal: Unequal[] = [];
  let compared = 0;
  for (const [index, step] of steps.entries()) {
    const recorded = recording.steps[index];
    const use = recorded && recorded.error === undefined ? adapted(step, lost) : undefined;
    if (!recorded || !use) continue;
    clock.set(recorded.at);
    const at = Date.parse(recorded.at);
    const got = await play(use.step, { values, at }, stage);
    save(step, recorded, got, values, bindings);
    if (!use.scored || !recorded.response) continue;
    compared += 1;
    const place = { scenario: recording.scenario, step: step.name, request: `${use.step.method} ${use.step.path ?? use.step.abs}` };
    const left = leftOver(place, recorded.response, got, { rules, bindings, sites, at });
    if (left.length > 0) unequal.push({ step: step.name, differences: left });
  }
  return { compared, unequal };
}

/** Lists the differences that no rule accepts. A rule for the outcome accepts the whole answer. */
function leftOver(
  place: Place,
  want: NonNullable<Recorded['response']>,
  got: Played,
  { rules, bindings, sites, at }: { rules: Rules; bindings: Bindings; sites: { recorded: Site; ours: Site }; at: number },
): Difference[] {
  const recorded = canonical(want.body, { site: sites.recorded, at });
  const ours = canonical(got.body, { site: sites.ours, at });
  const outcome = (status: number, body: unknown) => ({ status, code: valueAt(body, 'code') });
  const all: Difference[] = [
    ...(want.status === got.status ? [] : ([['status', want.status, got.status]] as const)),
    ...HEADERS.filter((name) => want.headers[name] !== undefined && inOrder(want.headers[name]) !== inOrder(got.headers[name])).map(
      (name) => [name, want.headers[name], got.headers[name]] as const,
    ),
    ...differences(recorded, ours, bindings),
  ];
  if (rules.acceptsOutcome(place, outcome(want.status, recorded), outcome(got.status, ours))) return [];
  return all.filter((difference) => !rules.acceptsValue(place, difference));
}

const inOrder = (value: unknown): string =>
  String(value ?? '')
    .split(/,\s*/)
    .sort()
    .join(',');

function save(step: Step, recorded: Recorded, got: Played, values: Map<string, unknown>, bindings: Bindings): void {
  for (const [name, path] of Object.entries(step.save ?? {})) {
    values.set(name, valueAt(got.body, path) ?? values.get(name));
    if (!/(^|\.)id$/.test(path) || recorded.response?.status !== got.status) continue;
    const family = /\/(categories|tags)\b/.test(step.path ?? '') || /(categories|tags)\b/.test(path) ? 'term' : 'post';
    const pair = [recorded.response.body, got.body].map((body): Id => ({ family, id: Number(valueAt(body, path)) }));
    const [was, is] = pair;
    if (was && is && was.id > 0 && is.id > 0) bindings.same(was, is);
  }
}

/**
 * Adapts a step to this service; `scored` is false if the answer is not compared. Returns undefined for an impossible step and marks its
 * variables as lost.
 */
function adapted(step: Step, lost: Set<string>): { readonly step: Step; readonly scored: boolean } | undefined {
  const text = JSON.stringify(step);
  const needsLost = [...lost].some((name) => text.includes(`{{${name}}}`) || text.includes(`{{str:${name}}}`));
  const isForeign = step.abs !== undefined && FOREIGN.test(step.abs);
  if (!needsLost && !LITERAL.test(text) && !isForeign) return { step, scored: true };
  const [, path] = isForeign && !needsLost ? (/^\/wp-json\/wp\/v2\/tribe_events(\/.+)$/.exec(step.abs ?? '') ?? []) : [];
  if (path !== undefined) {
    const { abs: _, ...rest } = step;
    return { step: { ...rest, path: `/events${path}` }, scored: false };
  }
  for (const name of Object.keys(step.save ?? {})) lost.add(name);
  return undefined;
}

const siteOf = ({ origin, root, prefix }: Stage): Site => ({
  origin,
  root: origin + root,
  rest: origin + prefix,
  namespace: prefix.slice(root.length + 1),
});

const recordedSite = (origin: string): Site => ({
  origin,
  root: `${origin}/wp-json`,
  rest: `${origin}/wp-json/tribe/events/v1`,
  namespace: 'tribe/events/v1',
});
