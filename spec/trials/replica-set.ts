import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { freshFolder } from '../program/program';
import { atEnd } from '../support/endings';

/** A MongoDB replica set whose members can be killed. */
export interface ReplicaSet {
  readonly uri: string;
  /** Kills the primary. The returned function restarts it and resolves when all members are available. */
  killPrimary(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

const MONGODB = path.join(__dirname, '../../../.ci/mongodb');

const running = new Set<string>();

const stopMembers = (folder: string): void => {
  if (running.delete(folder)) execFileSync(path.join(MONGODB, 'stop'), [folder]);
};

const numbersIn = (file: string): number[] => readFileSync(file, 'utf8').trim().split('\n').map(Number);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits until a condition holds. Errors count as false. */
const waitUntil = async (question: () => Promise<boolean> | boolean): Promise<void> => {
  while (
    !(await Promise.resolve()
      .then(question)
      .catch(() => false))
  )
    await new Promise((resolve) => setTimeout(resolve, 50));
};

interface Member {
  readonly name: string;
  readonly stateStr: string;
}

/** Starts a replica set on free ports. */
export const startReplicaSet = async (members: number): Promise<ReplicaSet> => {
  const folder = freshFolder();
  running.add(folder);
  const uri =
    execFileSync(path.join(MONGODB, 'start'), [folder, String(members)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1) ?? '';
  const pidsFile = path.join(folder, 'pids');
  const ports = numbersIn(path.join(folder, 'ports'));
  const client = await new MongoClient(uri).connect();
  const states = async (): Promise<readonly Member[]> => (await client.db('admin').command({ replSetGetStatus: 1 }))['members'];
  const isWhole = async () => (await states()).every(({ stateStr }) => stateStr === 'PRIMARY' || stateStr === 'SECONDARY');
  await waitUntil(isWhole);

  return {
    uri,
    async killPrimary() {
      const primary = (await states()).find(({ stateStr }) => stateStr === 'PRIMARY');
      const place = ports.findIndex((port) => primary?.name === `127.0.0.1:${port}`);
      const pid = numbersIn(pidsFile)[place];
      if (pid === undefined) throw new Error(`No process is that of the primary ${primary?.name}.`);
      const [binary = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
      process.kill(pid, 'SIGKILL');
      return async () => {
        await waitUntil(() => !isAlive(pid));
        const member = spawn(binary, args, { detached: true, stdio: 'ignore' });
        member.unref();
        const pids = numbersIn(pidsFile);
        writeFileSync(pidsFile, pids.map((one, index) => `${index === place ? member.pid : one}\n`).join(''));
        await waitUntil(isWhole);
      };
    },
    async stop() {
      await client.close();
      stopMembers(folder);
    },
  };
};

atEnd(() => {
  for (const folder of running) {
    stopMembers(folder);
    rmSync(folder, { recursive: true, force: true });
  }
});
