import type { Difference } from './compare';

/** A short form of an answer: its status and error code. */
export interface Outcome {
  readonly status: number;
  readonly code?: unknown;
}

/** The place of an answer: scenario, step, and method with path as the scenario writes them. */
export interface Place {
  readonly scenario: string;
  readonly step: string;
  readonly request: string;
}

interface Scope {
  readonly scenario?: string;
  readonly step?: string;
  readonly request?: string;
  /** The reason why this service answers differently. */
  readonly reason: string;
}

/** An accepted difference in the outcome, or in the value at a path. Texts are regular expressions; those of values match JSON. */
export type Rule = Scope &
  ({ readonly want: Outcome; readonly got: Outcome } | { readonly at: string; readonly want: string; readonly got: string });

/** The set of accepted differences. */
export interface Rules {
  /** True if a rule accepts one outcome in place of another. Equal outcomes need no rule. */
  acceptsOutcome(place: Place, want: Outcome, got: Outcome): boolean;
  /** True if a rule accepts a difference between two answers of equal outcome. */
  acceptsValue(place: Place, difference: Difference): boolean;
  /** The rules that have accepted nothing so far. */
  unused(): readonly Rule[];
}

/** Reads the accepted differences. Throws an Error if a rule is incomplete or would accept one success for another. */
export function readRules(list: readonly Rule[]): Rules {
  const used = new Set<Rule>();
  const patterns = new Map<string, RegExp>();
  const matches = (pattern: string | undefined, text: string): boolean => {
    if (pattern === undefined) return true;
    const compiled = patterns.get(pattern) ?? new RegExp(pattern);
    patterns.set(pattern, compiled);
    return compiled.test(text);
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
