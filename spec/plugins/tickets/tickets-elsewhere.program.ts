import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { repository } from '../../house/repository';
import { type Consumer, createConsumer } from '../../package/archive';
import { ask, freshPlace, run, serve } from '../../program/program';

const PACKAGE = 'calendar-events/plugins/tickets';
const FOLDER = 'fixtures/plugins/tickets';
const sources = repository.files().filter((file) => file.startsWith(`${FOLDER}/`));

/** Lists the imports of a source, type imports included. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name = '']) => name);

/** True for files of the plugin and for the package itself. */
const isAllowed = (name: string): boolean => name === 'calendar-events' || /^\.\/[a-z-]+$/.test(name);

/** A program that loads the plugin named in its argument, sells a ticket and prints the cost of the event. */
const SELLING = `
const { createService } = require('calendar-events');
const event = { title: 'Concert', start_date: '2030-05-06', end_date: '2030-05-06' };
createService({ settings: { DATA_DIR: './data', PORT: 0, PLUGINS: [process.argv[2]] } }).then(async (service) => {
  const { address } = await service.listen();
  const { login, application_password: password } = await service.addUser('ann' + Date.now(), 'editor');
  const headers = { Authorization: 'Basic ' + btoa(login + ':' + password), 'Content-Type': 'application/json' };
  const post = async (plural, body) =>
    (await fetch(address + '/fr/cal/events/v1/' + plural, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const { id } = await post('events', event);
  await post('tickets', { title: 'Debout', event: id, price: 7.5 });
  await post('tickets', { title: 'Assis', event: id, price: 0 });
  const { cost, tickets } = await (await fetch(address + '/fr/cal/events/v1/events/' + id)).json();
  await service.close();
  console.log(cost, tickets.length);
});
`;

describe('The plugin for tickets', () => {
  it('consists of a few files', () => {
    expect(sources).to.include(`${FOLDER}/index.ts`);
    expect(sources.length).to.be.within(2, 6);
  });

  for (const file of sources) {
    it(`imports nothing but the package, in ${path.basename(file)} and in what is compiled of it`, () => {
      const compiled = path.join(repository.compiled, file).replace(/\.ts$/, '');
      const imports = [repository.read(file), readFileSync(`${compiled}.js`, 'utf8'), readFileSync(`${compiled}.d.ts`, 'utf8')].map(
        importsOf,
      );
      expect(imports.flat().filter((name) => !isAllowed(name))).to.deep.equal([]);
    });
  }

  it('finds imports that are not allowed', () => {
    const text = "import { errors } from '../../../lib/errors/errors';\nconst store = require('calendar-events/dist/lib/records/store');";
    expect(importsOf(text).filter((name) => !isAllowed(name))).to.have.length(2);
  });

  it('is served in this repository by the name that PLUGINS has in every project', async () => {
    const { address } = await serve({ ...freshPlace(), SEED: 'none', PLUGINS: PACKAGE });
    const { body } = await ask(address, '/en/cal/events/v1');
    expect(body.routes).to.include.keys('/cal/events/v1/tickets', '/cal/events/v1/tickets/(?P<id>\\d+)');
    expect((await ask(address, '/fr/cal/events/v1/events?ticketed=true')).body.total).to.equal(0);
  });

  it('is shown by the command that prints the routes', async () => {
    const { code, out, err } = await run(['routes'], { PLUGINS: PACKAGE });
    expect([code, err]).to.deep.equal([0, '']);
    expect(out).to.match(new RegExp(`/cal/events/v1/tickets/by-slug/.*${PACKAGE}`));
  });

  describe('in another project', () => {
    let consumer: Consumer;
    before(() => {
      consumer = createConsumer();
    });
    after(() => consumer.remove());

    it('comes with the package', async () => {
      expect(consumer.files).to.include.members([`dist/${FOLDER}/index.js`, `dist/${FOLDER}/index.d.ts`]);
      expect(await consumer.run(consumer.write('own.cjs', SELLING), PACKAGE)).to.equal('Gratuit – $7,50 2\n');
    });

    it('is typed', async () => {
      const text = `import type { Plugin } from 'calendar-events';\nimport { plugin } from '${PACKAGE}';\nexport const own: Plugin = plugin;\n`;
      expect(await consumer.compile(consumer.write('own.mts', text), consumer.write('own.cts', text))).to.equal('');
    });

    it('runs from a copy, which needs nothing but the package', async () => {
      for (const file of sources) {
        const compiled = file.replace(/\.ts$/, '.js');
        consumer.write(compiled.replace(FOLDER, 'copy'), readFileSync(path.join(repository.compiled, compiled), 'utf8'));
      }
      expect(await consumer.run(consumer.write('own.cjs', SELLING), './copy/index.js')).to.equal('Gratuit – $7,50 2\n');
    });

    it('compiles from a copy of its sources', async () => {
      const copies = sources.map((file) => consumer.write(file.replace(FOLDER, 'sources'), repository.read(file)));
      expect(await consumer.compile(...copies)).to.equal('');
    });
  });
});
