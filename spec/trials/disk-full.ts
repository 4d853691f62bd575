import path from 'node:path';
import { ask, freshFolder, PASSWORD, said, serve, stop } from '../program/program';
import { createRandom } from './chance';
import { compare, type Writing, type Written, writeUntilFull } from './disk-full/writing';
import type { Trial } from './trial';

const WRITERS = 6;
/** Limits of the file size in KiB. */
const [LEAST, MOST] = [1024, 5120];

/** Limits the file size of a service, writes until it is reached, then restarts the service without the limit. */
const fill = async (chance: () => number): Promise<Written & { lost: number }> => {
  const place = { DATA_DIR: path.join(freshFolder(), 'data'), SEED: 'none', LOG_LEVEL: 'silent' };
  const written: Written = { titles: new Map(), refused: 0, reads: 0, failures: [] };
  const { failures } = written;
  // The system then refuses larger files, as a full disk does.
  const full = await serve(place, `trap "" XFSZ; ulimit -f ${Math.floor(LEAST + chance() * (MOST - LEAST))}`);
  await said(full, PASSWORD);
  const login = `admin:${PASSWORD.exec(full.out())?.[1]}`;
  const writings = Array.from({ length: WRITERS }, (_, index): Writing => {
    return { address: full.address, login, name: `Writer ${index}`, chance: createRandom(Math.ceil(chance() * 2 ** 30)) };
  });
  await Promise.all(writings.map((writing) => writeUntilFull(writing, written)));
  if (written.refused === 0) failures.push('the disk was never full');
  full.signal('SIGTERM');
  const { code, signal } = await full.ended;
  if (code !== 0) failures.push(`the service with a full disk ended with ${code ?? signal}, not 0`);

  const again = await serve(place);
  const { lost, more } = await compare(again.address, login, written);
  if (lost.length > 0) failures.push(`${lost.length} acknowledged are lost: ${lost.join(' ')}`);
  if (more !== 0) failures.push(`there are ${more} records more than were acknowledged`);
  const created = await ask(again.address, '/en/cal/events/v1/venues', { method: 'POST', login, json: { venue: 'Room again' } });
  if (created.status !== 201) failures.push(`with room again a write was answered ${created.status}, not 201`);
  await stop(again);
  return { ...written, lost: lost.length };
};

/** Fills the disk of the embedded database with concurrent writes. */
export const diskFull: Trial = {
  about:
    'a full disk refuses writes with 507 and nothing else, goes on reading, and has all that was acknowledged once there is room again',
  rounds: { long: 10 },
  only: 'embedded',
  run: async ({ rounds, seed, note }) => {
    const chance = createRandom(seed);
    const figures = { acknowledged: 0, refused: 0, reads: 0, lost: 0 };
    const failures: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const one = await fill(chance);
      figures.acknowledged += one.titles.size;
      figures.refused += one.refused;
      figures.reads += one.reads;
      figures.lost += one.lost;
      failures.push(...one.failures.map((failure) => `Round ${round}: ${failure}`));
      note(`round ${round} of ${rounds}: ${one.titles.size} records acknowledged, ${one.refused} writes refused`);
    }
    return { figures, failures };
  },
};
