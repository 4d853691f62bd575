import { expect } from 'chai';
import type { Log } from '../../../lib/http/options';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { assembleService } from '../../../lib/program/service/service';
import { StartError } from '../../../lib/program/service/start-error';
import { readSettings } from '../../../lib/program/settings/settings';

const settings = readSettings({ MONGODB_URI: 'mongodb://127.0.0.1:1' });
const silent = () => undefined;

describe('plugins that register slowly', () => {
  it('is named in the log while the start waits for it', async () => {
    const lines: object[] = [];
    let end: () => void = silent;
    const warn = (fields: object, msg: string) => {
      lines.push({ ...fields, msg });
      if (lines.length === 3) end();
    };
    const log: Log = { debug: silent, info: silent, warn, error: silent };
    // The plugin ends after three log messages.
    const slow: Plugin = () =>
      new Promise((resolve) => {
        end = resolve;
      });
    const service = await assembleService({
      settings,
      plugins: [
        { name: 'swift', plugin: silent },
        { name: 'slow', plugin: slow },
      ],
      log,
      registrationTimeout: { mostMilliseconds: 60_000, quietMilliseconds: 1 },
    });
    await service.close();
    const line = (seconds: number) => ({
      plugin: 'slow',
      seconds,
      msg: `The service waits for the plugin slow: its function has not ended after ${seconds} s.`,
    });
    expect(lines).to.deep.equal([line(0.001), line(0.002), line(0.004)]);
  });

  it('fails the start with the name of a plugin that never ends', async () => {
    const never: Plugin = () => new Promise(() => undefined);
    const refusal = await assembleService({
      settings,
      plugins: [{ name: 'never', plugin: never }],
      registrationTimeout: { mostMilliseconds: 2, quietMilliseconds: 1 },
    }).catch((error: unknown) => error);
    expect(refusal)
      .to.be.instanceOf(StartError)
      .with.property('message', 'The plugin never has an invalid declaration: it has not ended after 0.002 s: let its promise settle.');
  });
});
