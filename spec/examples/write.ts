import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '../../lib/language';
import { repository } from '../house/repository';
import { record } from './record';

const write = (file: string, text: string): void => writeFileSync(path.join(repository.root, file), text);

// `npm run examples` runs this file with mocha, whose hooks start and stop the database.
describe('The examples of the documentation', () => {
  for (const language of LANGUAGES) {
    it(`are written, in ${language}`, async () => {
      write(`fixtures/examples/${language}.json`, `${JSON.stringify(await record(language), undefined, 1)}\n`);
    });
  }
});
