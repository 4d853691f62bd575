import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFile } from '../../../lib/embedded/storage/folder';
import type { Acknowledgement } from './file-trace';
import type { Reading } from './image-reader';

/** Opens data files, one after the other, in a process of their own, which a broken one may end. */
export interface ImageCheck {
  /** What an image holds, and what is wrong with it. */
  read(image: Buffer): Promise<Reading>;
  end(): void;
}

/** Starts it; images lie in the folder while they are opened. */
export const startImageCheck = (folder: string): ImageCheck => {
  let child: ChildProcess | undefined;
  let count = 0;
  const read = async (image: Buffer): Promise<Reading> => {
    count += 1;
    const place = path.join(folder, `image-${count}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(dataFile(place), image);
    child ??= fork(path.join(__dirname, 'image-reader.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const given = new AbortController();
    const { signal } = given;
    try {
      child.send(place);
      const answer = once(child, 'message', { signal }).then(([reading]) => reading as Reading);
      const end = once(child, 'exit', { signal }).then(([code, by]): Reading => {
        child = undefined;
        return { states: [], faults: [`the process that opened it was ended by ${by ?? code}`] };
      });
      end.catch(() => undefined);
      answer.catch(() => undefined);
      return await Promise.race([answer, end]);
    } finally {
      given.abort();
      rmSync(place, { recursive: true, force: true });
    }
  };
  return { read, end: () => child?.disconnect() };
};

/** The marks of what was acknowledged and is not in a reading, not even in a later state. */
export const lostOf = (acknowledgements: readonly Acknowledgement[], { states }: Reading): string[] => {
  const found = new Map(states);
  return acknowledgements.filter(({ n, state }) => (found.get(n) ?? -1) < state).map(({ n, state }) => `${n}:${state}`);
};
