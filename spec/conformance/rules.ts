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

/** An accepted difference in the value at a path, or without `at` in the outcome. Texts are regular expressions; those of values match JSON. */
export interface Rule {
  readonly scenario?: string;
  readonly step?: string;
  readonly request?: string;
  readonly at?: string;
  /** The recorded value. Outcomes are a status with or without an error code, such as `404 rest_no_route`. */
  readonly want: string;
  readonly got: string;
}

/** The set of accepted differences. */
export interface Rules {
  /** True if a rule accepts one outcome in place of another. Equal outcomes need no rule. */
  acceptsOutcome(place: Place, want: Outcome, got: Outcome): boolean;
  /** True if a rule accepts a difference between two answers of equal outcome. */
  acceptsValue(place: Place, difference: Difference): boolean;
  /** The rules that have accepted nothing so far. */
  unused(): readonly Rule[];
}

/** Reads the accepted differences by their reasons. Throws an Error if a rule is incomplete or would accept one success for another. */
export function readRules(byReason: Readonly<Record<string, readonly Rule[]>>): Rules {
  const list = Object.values(byReason).flat();
  const used = new Set<Rule>();
  const patterns = new Map<string, RegExp>();
  const matches = (pattern: string | undefined, text: string): boolean => {
    if (pattern === undefined) return true;
    const compiled = patterns.get(pattern) ?? new RegExp(pattern);
    patterns.set(pattern, compiled);
    return compiled.test(text);
  };
  for (const rule of list) {
    const { at, want, got } = rule;
    const isComplete =
      at === undefined ? [want, got].some((outcome) => Number.parseInt(outcome, 10) >= 400) : [at, want, got].every(Boolean);
    if (!isComplete) throw new Error(`This rule says too little: ${JSON.stringify(rule)}`);
  }
  const applies = (rule: Rule, { scenario, step, request }: Place) =>
    matches(rule.scenario, scenario) && matches(rule.step, step) && matches(rule.request, request);
  const isLike = (outcome: string, { status, code }: Outcome) => [`${status}`, `${status} ${code}`].includes(outcome);
  const use = (rule: Rule | undefined): boolean => {
    if (rule) used.add(rule);
    return rule !== undefined;
  };
  const json = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
  return {
    acceptsOutcome: (place, want, got) =>
      (want.status !== got.status || want.code !== got.code) &&
      use(list.find((rule) => rule.at === undefined && applies(rule, place) && isLike(rule.want, want) && isLike(rule.got, got))),
    acceptsValue: (place, [path, want, got]) =>
      use(
        list.find(
          (rule) =>
            rule.at !== undefined &&
            applies(rule, place) &&
            matches(rule.at, path) &&
            matches(rule.want, json(want)) &&
            matches(rule.got, json(got)),
        ),
      ),
    unused: () => list.filter((rule) => !used.has(rule)),
  };
}
