import type { FirstAnswer } from './first-answers';
import type { Slice } from './measure';

/** The servers, in the order of measurement and output. */
export const SERVERS = ['service', 'bare', 'memory'] as const;
export type ServerName = (typeof SERVERS)[number];

/** The slices of each server in a scenario, one for each round. */
export interface Measured {
  readonly scenario: string;
  readonly slices: Readonly<Partial<Record<ServerName, readonly Slice[]>>>;
}

/** The medians of a scenario over all rounds. */
export interface Result {
  readonly scenario: string;
  readonly servers: Readonly<Partial<Record<ServerName, Slice & { readonly rates: readonly number[] }>>>;
  /** Requests per second of the service divided by those of the bare application. */
  readonly ratio: number | undefined;
  /** Latency of the service divided by its latency for a list of ten. */
  readonly toList: number | undefined;
}

const median = (numbers: readonly number[]): number => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

const medianSlice = (slices: readonly Slice[]): Slice => {
  const medianOf = (name: 'cpu' | 'databaseCpu') => {
    const numbers = slices.flatMap((slice) => slice[name] ?? []);
    return numbers.length === 0 ? undefined : median(numbers);
  };
  const of = (name: 'rate' | 'p50' | 'p99') => median(slices.map((slice) => slice[name]));
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), cpu: medianOf('cpu'), databaseCpu: medianOf('databaseCpu') };
};

export function resultsOf(measured: readonly Measured[]): Result[] {
  const list = medianSlice(measured.find(({ scenario }) => scenario === 'list10')?.slices.service ?? []).p50;
  return measured.map(({ scenario, slices }) => {
    const servers: Partial<Record<ServerName, Slice & { rates: readonly number[] }>> = {};
    for (const name of SERVERS) {
      const some = slices[name];
      if (some?.length) servers[name] = { ...medianSlice(some), rates: some.map(({ rate }) => rate) };
    }
    const { service, bare } = servers;
    return { scenario, servers, ratio: service && bare && service.rate / bare.rate, toList: service && list && service.p50 / list };
  });
}

const COLUMNS = [
  'scenario',
  'server',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'database CPU ms',
  'all CPU ms',
  'service/bare',
  'p50/list10',
  'rounds',
] as const;

/** Formats results as a table, one line for each server of a scenario. */
export function tableOf(results: readonly Result[]): string[] {
  const rows = results.flatMap(({ scenario, servers, ratio, toList }) =>
    SERVERS.flatMap((name): string[][] => {
      const result = servers[name];
      if (result === undefined) return [];
      return [
        [
          name === 'service' ? scenario : '',
          name,
          result.rate.toFixed(0),
          result.p50.toFixed(1),
          result.p99.toFixed(1),
          result.cpu?.toFixed(2) ?? '',
          result.databaseCpu?.toFixed(2) ?? '',
          result.cpu === undefined ? '' : (result.cpu + (result.databaseCpu ?? 0)).toFixed(2),
          name === 'service' ? (ratio?.toFixed(2) ?? '') : '',
          name === 'service' && toList ? toList.toFixed(2) : '',
          result.rates.map((rate) => rate.toFixed(0)).join(' '),
        ],
      ];
    }),
  );
  return linesOf([COLUMNS, ...rows], 2);
}

/** Formats the times of first answers as a table. */
export const firstTableOf = (answers: readonly FirstAnswer[]): string[] =>
  linesOf(
    [
      ['asked for the first time', 'median ms', 'slowest ms'],
      ...answers.map(({ question, median, slowest }) => [question, median.toFixed(1), slowest.toFixed(1)]),
    ],
    1,
  );

/** Aligns the cells of rows. The first `texts` columns are texts, the others numbers. */
function linesOf(rows: readonly (readonly string[])[], texts: number): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => (at < texts ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
