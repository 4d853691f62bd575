import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../house/repository';
import { startService } from '../support/service';
import { createPages, FOLDER } from './pages';

// `npm run reference` runs this file with mocha, whose hooks start and stop the database.
describe('The reference', () => {
  it('is written', async () => {
    const running = await startService();
    const folder = path.join(repository.root, FOLDER);
    mkdirSync(folder, { recursive: true });
    try {
      for (const [file, text] of await createPages(running)) writeFileSync(path.join(folder, file), text);
    } finally {
      await running.stop();
    }
  });
});
