import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { freshFolder, said, serve, stop } from '../program';

describe('DATA_DIR that other users can read', () => {
  const CLOSED = { ALLOWED_HOSTS: '127.0.0.1', SEED: 'none', LOG_LEVEL: 'warn' };
  const logOf = async (folder: string): Promise<string> => {
    const server = await serve({ ...CLOSED, DATA_DIR: folder });
    await said(server, /Try:/);
    await stop(server);
    return server.err();
  };

  it('causes a warning at start, and so do its files', async () => {
    const folder = path.join(freshFolder(), 'data');
    mkdirSync(folder, { mode: 0o700 });
    expect(await logOf(folder)).to.equal('');
    chmodSync(folder, 0o750);
    const { level, paths, msg } = JSON.parse(await logOf(folder));
    expect([level, paths]).to.deep.equal([40, [folder]]);
    expect(msg).to.include(folder).and.to.include('chmod go-rwx');
    chmodSync(folder, 0o700);
    chmodSync(path.join(folder, 'data.mdb'), 0o604);
    expect(JSON.parse(await logOf(folder)).paths).to.deep.equal([path.join(folder, 'data.mdb')]);
  });
});
