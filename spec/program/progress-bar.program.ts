import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';

const BAR = path.join(__dirname, '../../lib/program/commands/output.js');
/** The control sequences that enable and disable line wrapping (DECAWM). */
const WRAP_ON = '\x1b[?7h';
const WRAP_OFF = '\x1b[?7l';

describe('A progress bar', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`restores the terminal if ${signal} ends the program`, async () => {
      const shown = `process.stderr.isTTY = true; require(${JSON.stringify(BAR)}).withBar('Seeding', async (show) => { show(3, 10); await new Promise(() => setInterval(() => {}, 1000)); });`;
      const child = spawn(process.execPath, ['-e', shown], { stdio: ['ignore', 'ignore', 'pipe'] });
      let err = '';
      for await (const chunk of child.stderr.setEncoding('utf8')) {
        err += chunk;
        if (err.includes('/10 records')) child.kill(signal);
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).to.equal(signal);
      expect(err.lastIndexOf(WRAP_OFF)).to.be.within(0, err.lastIndexOf(WRAP_ON));
    });
});
