import { expect } from 'chai';
import { repository } from '../house/repository';
import { type Running, startService } from '../support/service';
import { createPages, FOLDER } from './pages';

describe('docs/reference', () => {
  let running: Running;
  before(async () => {
    running = await startService();
  });
  after(() => running.stop());

  it('says what the code says (else run `npm run reference`)', async () => {
    const pages = await createPages(running);
    const files = repository.files().filter((file) => file.startsWith(`${FOLDER}/`));
    expect(files.sort()).to.deep.equal([...pages.keys()].map((file) => `${FOLDER}/${file}`).sort());
    for (const [file, text] of pages) expect(repository.read(`${FOLDER}/${file}`), file).to.equal(text);
  });

  it('gives every setting with a meaning and its values', async () => {
    const rows = repository.read(`${FOLDER}/settings.md`).match(/^\| `[A-Z_]+` .*$/gm) ?? [];
    expect(rows.filter((row) => /\|\s*\|$/.test(row))).to.deep.equal([]);
  });
});
