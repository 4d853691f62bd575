import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFile } from '../../../lib/embedded/storage/folder';
import type { Acknowledgement } from './file-trace';
import type { Reading } from './image-reader';

/** Opens data files in a child process, because a damaged file may crash it. */
export interface ImageCheck {
  /** Reads the records of an image and checks their consistency. */
  read(image: Buffer): Promise<Reading>;
  end(): void;
}

/** Creates a check that stores each image in the folder while it is open. */
export const startImageCheck = (folder: string): ImageCheck => {
  let child: ChildProcess | undefined;
  let count = 0;
  const read = async (image: Buffer): Promise<Reading> => {
    count += 1;
    const place = path.join(folder, `image-${count}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(dataFile(place), image);
    child ??= fork(path.join(__dirname, 'image-reader.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const abort = new AbortController();
    const { signal } = abort;
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
      abort.abort();
      rmSync(place, { recursive: true, force: true });
    }
  };
  return { read, end: () => child?.disconnect() };
};

/** Lists the acknowledged states that are missing in a reading. A later state replaces an earlier one. */
export const lostOf = (acknowledgements: readonly Acknowledgement[], { states }: Reading): string[] => {
  const found = new Map(states);
  return acknowledgements.filter(({ n, state }) => (found.get(n) ?? -1) < state).map(({ n, state }) => `${n}:${state}`);
};
