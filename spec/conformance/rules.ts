import type { Difference } from './compare';

/** What an answer comes to, in short. */
export interface Outcome {
  readonly status: number;
  readonly code?: unknown;
}

/** The step that an answer was given to: `request` is its method and path as the scenario writes them. */
export interface Place {
  readonly scenario: string;
  readonly step: string;
  readonly request: string;
}

interface Scope {
  readonly scenario?: string;
  readonly step?: string;
  readonly request?: string;
  /** Why the service answers otherwise. */
  readonly reason: string;
}

/** Accepts another outcome, or another value at a path of the answer; texts are regular expressions, over JSON for the values. */
export type Rule = Scope &
  ({ readonly want: Outcome; readonly got: Outcome } | { readonly at: string; readonly want: string; readonly got: string });

/** Rules that are ready to judge. */
export interface Rules {
  /** Tells whether one outcome instead of another is accepted there; equal outcomes need no rule. */
  acceptsOutcome(place: Place, want: Outcome, got: Outcome): boolean;
  /** Tells whether a difference between two answers of equal outcome is accepted there. */
  acceptsValue(place: Place, difference: Difference): boolean;
  /** The rules that accepted nothing so far. */
  unused(): readonly Rule[];
}

/** Makes the accepted differences ready. Throws an Error for a rule that says too little, or accepts one success for another. */
export function readRules(list: readonly Rule[]): Rules {
  const used = new Set<Rule>();
  const patterns = new Map<string, RegExp>();
  const matches = (pattern: string | undefined, text: string): boolean => {
    if (pattern === undefined) return true;
    const known = patterns.get(pattern) ?? new RegExp(pattern);
    patterns.set(pattern, known);
    return known.test(text);
  };
  for (const rule of list) {
    const isOutcome = !('at' in rule);
    const complete = isOutcome ? Math.max(rule.want.status, rule.got.status) >= 400 : [rule.at, rule.want, rule.got].every(Boolean);
    if (!complete || !/\S/.test(rule.reason)) throw new Error(`This rule says too little: ${JSON.stringify(rule)}`);
  }
  const applies = (rule: Rule, { scenario, step, request }: Place) =>
    matches(rule.scenario, scenario) && matches(rule.step, step) && matches(rule.request, request);
  const isLike = (part: Outcome, outcome: Outcome) => part.status === outcome.status && (!('code' in part) || part.code === outcome.code);
  const use = (rule: Rule | undefined): boolean => {
    if (rule) used.add(rule);
    return rule !== undefined;
  };
  const json = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
  return {
    acceptsOutcome: (place, want, got) =>
      (want.status !== got.status || want.code !== got.code) &&
      use(list.find((rule) => !('at' in rule) && applies(rule, place) && isLike(rule.want, want) && isLike(rule.got, got))),
    acceptsValue: (place, [path, want, got]) =>
      use(
        list.find(
          (rule) =>
            'at' in rule &&
            applies(rule, place) &&
            matches(rule.at, path) &&
            matches(rule.want, json(want)) &&
            matches(rule.got, json(got)),
        ),
      ),
    unused: () => list.filter((rule) => !used.has(rule)),
  };
}
