import { parseArgs } from 'node:util';

export interface Options {
  readonly events: number;
  readonly seconds: number;
  readonly rounds: number;
  /** The names of the scenarios to measure. An empty list measures all. */
  readonly only: readonly string[];
  /** The cache size of the service in MiB. `undefined` uses the default. */
  readonly cache: string | undefined;
  readonly json: string | undefined;
}

const number = (name: string, text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}.`);
  return value;
};

/** Reads the command-line options. Throws an error for unknown options and invalid numbers. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      cache: { type: 'string' },
      json: { type: 'string' },
    },
  });
  return {
    events: number('events', values.events),
    seconds: number('seconds', values.seconds),
    rounds: number('rounds', values.rounds),
    only: values.only.split(',').filter((name) => name !== ''),
    cache: values.cache,
    json: values.json,
  };
}
