import { runEndings } from './endings';
import { judge, judged } from './held';
import { beginChance } from './runs';
import { closeClient, startSharedServer, stopSharedServer } from './server';
import { beginFile, endFile } from './timings';

/** Once, in the process that was started. */
export const mochaGlobalSetup = startSharedServer;
export const mochaGlobalTeardown = stopSharedServer;

/** In every process that runs specs: around each of them, and after each file where files run side by side. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeAll() {
    beginChance();
    beginFile();
  },
  beforeEach(this: Mocha.Context) {
    // Within the spec itself: a hook that fails ends the whole run.
    const spec = this.currentTest;
    if (spec?.fn && spec.fn.length === 0) spec.fn = judged(spec.fn as Mocha.AsyncFunc);
  },
  async afterAll(this: Mocha.Context) {
    this.timeout(120_000);
    await runEndings();
    await closeClient();
    endFile(this.test?.parent);
    judge();
  },
};
