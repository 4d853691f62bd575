const { appendFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING } = Runner.constants;

/** Mocha's own report, and beside it a line for each spec in the file that RESULTS names: `passed`, `failed` or `pending`, and the title. */
module.exports = class Results extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const note = (result) => (spec) => appendFileSync(process.env.RESULTS, `${result}\t${spec.fullTitle().replaceAll(/\s+/g, ' ')}\n`);
    runner.on(EVENT_TEST_PASS, note('passed'));
    runner.on(EVENT_TEST_FAIL, note('failed'));
    runner.on(EVENT_TEST_PENDING, note('pending'));
  }
};
