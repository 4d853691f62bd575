import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { assembleService } from '../../../lib/program/service/service';
import { StartError } from '../../../lib/program/service/start-error';
import { readSettings } from '../../../lib/program/settings/settings';

const settings = readSettings({ MONGODB_URI: 'mongodb://127.0.0.1:1' });

describe('plugins that register slowly', () => {
  it('fails the start with the name of a plugin that never ends', async () => {
    const never: Plugin = () => new Promise(() => undefined);
    const refusal = await assembleService({
      settings,
      plugins: [{ name: 'never', plugin: never }],
      registrationMilliseconds: 2,
    }).catch((error: unknown) => error);
    expect(refusal)
      .to.be.instanceOf(StartError)
      .with.property('message', 'The plugin never has an invalid declaration: it has not ended after 0.002 s: let its promise settle.');
  });
});
