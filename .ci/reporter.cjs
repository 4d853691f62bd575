const { appendFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING } = Runner.constants;

const inOneLine = (text) => text.replaceAll(/\s+/g, ' ');

/**
 * Mocha's spec reporter, which also writes the result and title of each spec to the file named by RESULTS.
 * The results are `passed`, `failed` and `pending`. A file with the suffix `.why` gets the errors.
 */
module.exports = class Results extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const { RESULTS } = process.env;
    const note = (result) => (spec) => appendFileSync(RESULTS, `${result}\t${inOneLine(spec.fullTitle())}\n`);
    runner.on(EVENT_TEST_PASS, note('passed'));
    runner.on(EVENT_TEST_FAIL, note('failed'));
    runner.on(EVENT_TEST_PENDING, note('pending'));
    runner.on(EVENT_TEST_FAIL, (spec, { stack, message }) =>
      appendFileSync(`${RESULTS}.why`, `${spec.file}: ${inOneLine(spec.fullTitle())}\n${(stack ?? message ?? '').slice(0, 2000)}\n\n`),
    );
  }
};
