import { failingOnDifferences, failOnDifferences } from './answer-check';
import { runEndings } from './endings';
import { beginChance } from './runs';
import { closeClient, startSharedServer, stopSharedServer } from './server';
import { beginFile, endFile } from './timings';

/** Errors of promises that no code has handled. Outside of `calendar-events serve`, one of them ends the process. */
const unhandled: unknown[] = [];
process.on('unhandledRejection', (error) => unhandled.push(error));

const failOnUnhandled = (): void => {
  const [first] = unhandled.splice(0);
  if (first !== undefined) throw new Error('A promise was rejected, and no code has handled it.', { cause: first });
};

/** Mocha runs these once, in its main process. */
export const mochaGlobalSetup = startSharedServer;
export const mochaGlobalTeardown = stopSharedServer;

/** Hooks of every process that runs specs. With parallel runs, `afterAll` follows each file. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeAll() {
    beginChance();
    beginFile();
  },
  beforeEach(this: Mocha.Context) {
    // The check wraps the spec, because a failed hook ends the whole run.
    const spec = this.currentTest;
    if (spec?.fn && spec.fn.length === 0) spec.fn = failingOnDifferences(spec.fn as Mocha.AsyncFunc);
  },
  async afterAll(this: Mocha.Context) {
    this.timeout(120_000);
    await runEndings();
    await closeClient();
    endFile(this.test?.parent);
    failOnDifferences();
    failOnUnhandled();
  },
};
