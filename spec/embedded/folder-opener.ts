import { FolderError, startEmbedded } from '../../lib/embedded/start-embedded';

/** Starts a server on each folder in turn, and prints each result as a line of JSON. */
const open = async (folder: string): Promise<unknown> => {
  try {
    const { stop, empty } = await startEmbedded({ folder });
    await stop();
    return { empty };
  } catch (error) {
    if (error instanceof FolderError) return { refusal: error.message };
    throw error;
  }
};

const main = async (): Promise<void> => {
  for (const folder of process.argv.slice(2)) process.stdout.write(`${JSON.stringify(await open(folder))}\n`);
};

void main();
