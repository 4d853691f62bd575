import { expect } from 'chai';
import { openTypedProject, type TypedProject } from '../clients/typed-project';
import { clockAt, type Running, startService } from '../support/service';
import { blocksOf } from './blocks';

/** A `print` function that writes lines of JSON, which the spec can parse. */
const PRINT = '\nfunction print(...said: unknown[]): void {\n  console.log(JSON.stringify(said));\n}\n';

/** Programs of the page by file name. Their imports use `document.ts` in place of `calendar.d.ts`. */
const sources = Object.fromEntries(
  blocksOf('docs/use/typed-client.md')
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => {
      const [, file = ''] = /^\/\/ (\S+)/.exec(text) ?? [];
      return [file, text.replace("'./calendar'", "'./document'").replaceAll('console.log(', 'print(') + PRINT];
    }),
);

describe('The page about typed clients', () => {
  let running: Running;
  let project: TypedProject;
  before(async function () {
    this.timeout(120_000);
    running = await startService({ clock: clockAt('2029-12-01T12:00:00Z') });
    project = await openTypedProject((await running.ask('GET', '/doc')).body, sources);
  });
  after(async () => {
    project?.remove();
    await running?.stop();
  });

  it('has programs that compile', () => {
    expect(Object.keys(sources)).to.deep.equal(['typed.ts', 'typed-write.ts']);
    expect(project.complaints).to.deep.equal([]);
  });

  it('has programs that write and read', async () => {
    const [, password = ''] = Buffer.from(running.authorization('admin').slice('Basic '.length), 'base64').toString().split(':');
    expect(await project.run('typed-write.ts', [running.address, password])).to.deep.equal([['Typed tea']]);
    expect(await project.run('typed.ts', [running.address])).to.deep.equal([['Typed tea', '2030-06-01 15:00:00'], [1]]);
  });
});
