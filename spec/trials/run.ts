import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { runEndings } from '../support/endings';
import { beginChance } from '../support/runs';
import { closeClient, startSharedServer, stopSharedServer } from '../support/server';
import type { Trial } from './trial';
import { TRIALS } from './trials';

const SERVER = path.join(__dirname, '../../../.ci/mongodb');

/** Runs work on MongoDB: on `MONGODB_URI`, or on a temporary server. */
const onMongodb = async <T>(work: () => Promise<T>): Promise<T> => {
  if (process.env['MONGODB_URI']) return work();
  const folder = mkdtempSync(path.join(tmpdir(), 'trial-mongodb-'));
  try {
    process.env['MONGODB_URI'] = execFileSync(path.join(SERVER, 'start'), [folder], { encoding: 'utf8' }).trim().split('\n').at(-1);
    return await work();
  } finally {
    execFileSync(path.join(SERVER, 'stop'), [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Options {
  readonly rounds?: number;
  readonly seed: number;
  readonly mongodb?: true;
}

const runTrial = async (name: string, trial: Trial, { rounds = trial.rounds.long, seed, mongodb }: Options): Promise<void> => {
  const where = mongodb ? 'mongodb' : 'embedded';
  if (trial.only !== undefined && trial.only !== where) throw new Error(`The trial ${name} is one of ${trial.only} only.`);
  if (!mongodb) delete process.env['MONGODB_URI'];
  const began = performance.now();
  const run = async () => {
    await startSharedServer();
    try {
      return await trial.run({ rounds, seed, timed: true, note: (line) => process.stderr.write(`${line}\n`) });
    } finally {
      await runEndings();
      await closeClient();
      await stopSharedServer();
    }
  };
  const { figures, failures } = await (mongodb ? onMongodb(run) : run());
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${JSON.stringify({ trial: name, where, rounds, seed, seconds, ...figures, failures: failures.length })}\n`);
  for (const failure of failures) process.stderr.write(`FAILED: ${failure}\n`);
  if (failures.length > 0) process.exitCode = 1;
};

const positiveInteger = (text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${text} is no whole number from 1 on.`);
  return number;
};

const program = new Command('trial').description('Makes a bad day on purpose, and says what did not hold.');
for (const [name, trial] of Object.entries(TRIALS)) {
  program
    .command(name)
    .description(trial.about)
    .option('--rounds <number>', 'how many times', positiveInteger, trial.rounds.long)
    .option('--seed <number>', 'the same chance again', positiveInteger, 1)
    .option('--mongodb', 'on MongoDB: MONGODB_URI, else one that is started; without, on the embedded database')
    .action((options: Options) => runTrial(name, trial, options));
}
beginChance();
void program.parseAsync();
