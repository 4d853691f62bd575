import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';

const BAR = path.join(__dirname, '../../lib/program/commands/output.js');
/** What makes a terminal break long lines (DECAWM), and what makes it cut them off. */
const BREAKING = '\x1b[?7h';
const CUTTING = '\x1b[?7l';

describe('A progress bar', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`leaves the terminal as it was where ${signal} ends the program`, async () => {
      const shown = `process.stderr.isTTY = true; require(${JSON.stringify(BAR)}).withBar('Seeding', async (show) => { show(3, 10); await new Promise(() => setInterval(() => {}, 1000)); });`;
      const child = spawn(process.execPath, ['-e', shown], { stdio: ['ignore', 'ignore', 'pipe'] });
      let err = '';
      for await (const chunk of child.stderr.setEncoding('utf8')) {
        err += chunk;
        if (err.includes('/10 records')) child.kill(signal);
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).to.equal(signal);
      expect(err.lastIndexOf(CUTTING)).to.be.within(0, err.lastIndexOf(BREAKING));
    });
});
