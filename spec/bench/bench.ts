import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ask } from './equality';
import { findingScenarios } from './finding';
import { type FirstAnswer, firstAnswers } from './first-answers';
import { type Load, measure, type Slice } from './measure';
import { readOptions } from './options';
import type { Question, Scenario } from './questions';
import { buildStage, type Stage } from './stage';
import { firstTableOf, type Measured, resultsOf, SERVERS, type ServerName, tableOf } from './table';

/** Node compiles the code for reads within about a second. Creations run more code, and far fewer of them fit into a second. */
const WARM_UP_SECONDS = { reads: 1, creations: 6 };
/** The name that selects the table of first answers. */
const FIRST = 'first';

/** A scenario with the servers that it measures. */
interface Part {
  readonly scenario: string;
  readonly servers: readonly ServerName[];
  readonly status: number | undefined;
  readonly creates: boolean;
  /** Paths that warm the cache before each slice of the service. Writes of other slices empty this cache. */
  readonly reads: readonly string[];
  /** Creates a function that makes the next request. It is called again for each slice, because data may have changed. */
  prepare(stage: Stage): Promise<() => Question>;
}

/** Counts turns across all slices and servers, so that no creation is sent twice. */
const inTurn = (scenario: Scenario) => {
  let turn = 0;
  return () => scenario.next(turn++);
};

function partsOf(scenarios: readonly Scenario[]): Part[] {
  return scenarios.flatMap((scenario): Part[] => {
    const next = inTurn(scenario);
    const servers = SERVERS.filter((name) => (scenario.isAlone ? name === 'service' : name !== 'memory' || scenario.reads.length > 0));
    const part = {
      scenario: scenario.name,
      servers,
      status: undefined,
      creates: scenario.reads.length === 0,
      reads: scenario.warm ?? scenario.reads,
      prepare: async () => next,
    };
    return scenario.name === 'list10' ? [part, unchanged(scenario)] : [part];
  });
}

/** Repeats the reads with `If-None-Match`, so that the service answers 304. */
function unchanged({ reads }: Scenario): Part {
  return {
    scenario: 'unchanged',
    servers: ['service'],
    status: 304,
    creates: false,
    reads: [],
    async prepare({ service: { address } }) {
      const questions: Question[] = [];
      for (const read of reads) {
        // The load asks for this encoding too. A compressed answer has another ETag.
        const response = await fetch(`${address}${read}`, { headers: { 'Accept-Encoding': 'identity' } });
        await response.arrayBuffer();
        questions.push({ method: 'GET', path: read, headers: { 'If-None-Match': response.headers.get('ETag') ?? '' } });
      }
      let turn = 0;
      return () => questions[turn++ % questions.length] as Question;
    },
  };
}

/** The process ID of the database, `undefined` if it runs inside the measured process. */
function databaseOf({ isEmbedded, service, databasePid }: Stage, name: ServerName): number | undefined {
  if (name === 'memory' || (isEmbedded && name === 'service')) return undefined;
  return isEmbedded ? service.child.pid : databasePid;
}

async function slice(stage: Stage, { prepare, status, creates, reads, scenario }: Part, name: ServerName, seconds: number): Promise<Slice> {
  const { address, child } = stage[name];
  if (name === 'service') for (const path of reads) await ask(address, { method: 'GET', path });
  const load: Load = {
    address,
    pid: child.pid,
    databasePid: databaseOf(stage, name),
    seconds,
    creates,
    statusOf: ({ method }) => status ?? (method === 'POST' ? 201 : 200),
    next: await prepare(stage),
  };
  return measure(load).catch((error: Error) => {
    throw new Error(`${scenario}, ${name}: ${error.message}`, { cause: error });
  });
}

/** Compares the service with the bare application and with answers from memory, on one database. Prints a table. */
async function bench(): Promise<void> {
  const options = readOptions();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const undoing = [async () => rmSync(folder, { recursive: true, force: true })];
  const say = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const stage = await buildStage({ ...options, folder, database: `bench_${process.pid}`, onCleanUp: (undo) => undoing.push(undo), say });
    const all = partsOf([...stage.scenarios, ...findingScenarios()]);
    const names = [FIRST, ...all.map(({ scenario }) => scenario)];
    const unknown = options.only.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}: use ${names.join(', ')}.`);
    const isSelected = (name: string): boolean => options.only.length === 0 || options.only.includes(name);
    const first = isSelected(FIRST) ? await firstAnswers(stage, options.events) : [];
    const parts = all.filter(({ scenario }) => isSelected(scenario));
    const measured = parts.map((part) => ({
      part,
      slices: Object.fromEntries(part.servers.map((name) => [name, []])) as Partial<Record<ServerName, Slice[]>>,
    }));
    for (const { part } of measured) {
      const seconds = part.creates ? WARM_UP_SECONDS.creations : WARM_UP_SECONDS.reads;
      for (const name of part.servers) await slice(stage, part, name, seconds);
    }
    for (let round = 0; round < options.rounds; round++)
      for (const { part, slices } of measured)
        for (const name of part.servers) slices[name]?.push(await slice(stage, part, name, options.seconds));
    await stage.assertSound();
    report(
      measured.map(({ part, slices }) => ({ scenario: part.scenario, slices })),
      first,
      options,
      say,
    );
  } finally {
    for (const undo of undoing.reverse()) await undo().catch((error: unknown) => say(String(error)));
  }
}

function report(
  measured: readonly Measured[],
  first: readonly FirstAnswer[],
  { json, ...load }: ReturnType<typeof readOptions>,
  say: (line: string) => void,
): void {
  const results = resultsOf(measured);
  const about = {
    date: new Date().toISOString(),
    node: process.version,
    cpu: cpus()[0]?.model ?? '',
    cpus: cpus().length,
    database: process.env['MONGODB_URI'] ? 'MongoDB' : 'embedded',
    ...load,
  };
  say(`Node ${about.node} on ${about.cpus} × ${about.cpu}, database: ${about.database}; ${load.rounds} rounds of ${load.seconds} s\n`);
  if (results.length > 0) for (const line of tableOf(results)) say(line);
  if (first.length > 0) for (const line of [...(results.length > 0 ? [''] : []), ...firstTableOf(first)]) say(line);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ ...about, results, first }, null, 2)}\n`);
}

bench().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`);
  process.exitCode = 1;
});
