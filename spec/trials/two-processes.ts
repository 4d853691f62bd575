import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freshFolder, freshPlace, run, type Serving, until, whenLessBusy } from '../program/program';
import { type AttemptClient, createAttemptClient } from './attempt';
import { createChance } from './chance';
import { type Contest, contestChange, contestKey, contestNames, moveEvents } from './contests';
import { startCrew } from './crew';
import { API, createDeployment, type Deployment, end, startThere } from './deployment';
import { countExcuses } from './excuse';
import { createFailures, type Failures } from './failures';
import type { Ledger } from './ledger';
import type { Trial } from './trial';
import { verifyLedgers, verifyTerms } from './verification';

const WRITERS = 6;
const MAX_WRITES = 60;
const VENUES = 100;

const retryIfBusy =
  (ask: AttemptClient): AttemptClient =>
  (path, message) =>
    whenLessBusy(() => ask(path, message));

/** Runs a command that must succeed. Returns its output. */
const runCommand = async (args: readonly string[], place: Deployment['place'], failures: Failures): Promise<string> => {
  const { code, signal, out, err } = await run(args, place);
  if (code !== 0) failures.add('command', `${args.join(' ')} ended with ${code ?? signal}: ${err.slice(-500)}`);
  return out;
};

/** Writes a file of venues for `seed`. */
const venuesFile = (name: string): string => {
  const file = path.join(freshFolder(), 'venues.ndjson');
  const venue = (number: number) => ({ key: `${name}-${number}`, venue: { en: `Hall ${name} ${number}`, fr: `Salle ${name} ${number}` } });
  writeFileSync(file, Array.from({ length: VENUES }, (_, number) => JSON.stringify({ venues: venue(number) })).join('\n'));
  return file;
};

/** Runs commands during writes: add a user, load fixtures and make a backup. A second embedded service must be refused. */
const runBeside = async (contest: Contest, { place }: Deployment, { address }: Serving, failures: Failures): Promise<string> => {
  const file = path.join(freshFolder(), 'backup');
  const addUser = async () => {
    const login = `user${contest.name}`;
    const out = await runCommand(['user', 'add', login, '--role', 'author'], place, failures);
    const { application_password: password } = JSON.parse(out) as { application_password: string };
    const ask = createAttemptClient(address, `${login}:${password}`);
    await until(201, () => ask(`${API}/venues`, { method: 'POST', json: { venue: `Hall of ${login}` } }));
  };
  const refuse = async () => {
    if (place['MONGODB_URI'] !== undefined) return;
    const { code, err } = await run(['serve'], { PORT: '0', ...place });
    if (code !== 1 || !/^Another process already serves DATA_DIR/.test(err))
      failures.add('command', `A second service ended with ${code}: ${err}`);
  };
  await Promise.all([addUser(), refuse(), runCommand(['seed', venuesFile(contest.name)], place, failures)]);
  // Fixtures slow down the writes, so the backup starts after them.
  let isOver = false;
  const moving = moveEvents(contest, () => !isOver);
  await runCommand(['backup', file], place, failures);
  isOver = true;
  await moving;
  if (statSync(file, { throwIfNoEntry: false }) === undefined) failures.add('command', 'A backup wrote no file.');
  return file;
};

/** Restores a backup and checks that its counts are consistent. */
const verifyBackup = async (file: string, { place, login }: Deployment, failures: Failures): Promise<void> => {
  const restored = { place: { ...place, ...freshPlace() }, login };
  await runCommand(['restore', file], restored.place, failures);
  const { server } = await startThere(restored);
  const found = createFailures();
  await verifyTerms(createAttemptClient(server.address, login), found);
  for (const failure of found.list()) failures.add('backup', failure);
  await end(server, failures);
};

/** Writes to one database from several processes. */
export const twoProcesses: Trial = {
  about:
    'What several processes write at once on one database, services and commands, is neither lost nor made twice, and counts are right.',
  rounds: { long: 30, short: 1 },
  async run({ rounds, seed, note }) {
    const failures = createFailures();
    const deployment = await createDeployment();
    const servers = [(await startThere(deployment)).server];
    // The embedded database allows only one service.
    if (deployment.place['MONGODB_URI'] !== undefined) servers.push((await startThere(deployment)).server);
    const asks = servers.map(({ address }) => createAttemptClient(address, deployment.login));
    const [first = createAttemptClient('', ''), second = first] = asks;
    const ledgers: Ledger[] = [];
    // Other writes may be refused while fixtures are loaded.
    const { excuses, refused } = countExcuses();

    for (let round = 0; round < rounds; round++) {
      const crew = await startCrew({ round, seed, size: WRITERS, asks, failures, excuses });
      const contest = { name: `${round}`, asks: [retryIfBusy(first), retryIfBusy(second)], failures } as const;
      const backup = await runBeside(contest, deployment, servers[0] as Serving, failures);
      await Promise.all([contestNames(contest), contestChange(contest), contestKey(contest)]);
      await crew.acknowledged(1 + createChance(seed, round).below(MAX_WRITES));
      await crew.stop();
      ledgers.push(crew.ledger);
      await verifyLedgers(second, [crew.ledger], failures);
      await verifyTerms(first, failures);
      await verifyBackup(backup, deployment, failures);
      note(`Round ${round + 1} of ${rounds}: ${crew.ledger.acknowledged} writes acknowledged, ${failures.list().length} failures.`);
    }

    for (const ask of asks) await verifyLedgers(ask, ledgers, failures);
    for (const server of servers) await end(server, failures);
    const figures = {
      services: servers.length,
      'acknowledged writes': ledgers.reduce((total, { acknowledged }) => total + acknowledged, 0),
      'refused with 503': refused(),
      contests: 3 * rounds,
      commands: (servers.length === 1 ? 5 : 4) * rounds,
      lost: failures.count('lost'),
      doubled: failures.count('doubled'),
      'wrong counts': failures.count('counts'),
      'wrong in backups': failures.count('backup'),
    };
    return { figures, failures: failures.list() };
  },
};
