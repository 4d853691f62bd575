import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataSet } from './data-set';
import { runCommand } from './processes';

/** How many events a file of fixtures has at most. */
const MOST = 2000;

/** Who writes in the benchmark. */
export interface Account {
  readonly login: string;
  readonly password: string;
}

/** Fills the database that the environment names with so many events, by the program's own commands; answers an administrator and the seconds that loading took. */
export async function load(
  events: number,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly account: Account; readonly seconds: number }> {
  const login = 'bench';
  const added = await runCommand(['user', 'add', login, '--role', 'administrator'], environment);
  const { application_password: password } = JSON.parse(added) as { application_password: string };
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0));
  // Events are in one language each, and all else in both, whichever comes first.
  const files = { all: [] as string[], en: [] as string[], fr: [] as string[] };
  for (const { language, fixtures } of dataSet(events, today, MOST)) {
    const write = (name: string, value: object): string => {
      const file = path.join(folder, name);
      writeFileSync(file, JSON.stringify(value));
      return file;
    };
    if (files.all.length === 0) files.all.push(write('linked.json', { ...fixtures, events: [] }));
    files[language].push(write(`${language}-${files[language].length}.json`, fixtures));
  }
  const began = performance.now();
  for (const [languages, names] of [
    ['en,fr', files.all],
    ['en', files.en],
    ['fr', files.fr],
  ] as const)
    if (names.length > 0) await runCommand(['seed', ...names], { ...environment, LANGUAGES: languages });
  return { account: { login, password }, seconds: (performance.now() - began) / 1000 };
}
