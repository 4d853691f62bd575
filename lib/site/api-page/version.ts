import { readFileSync } from 'node:fs';

/** The version of the package, as its package.json says. */
export const VERSION = (JSON.parse(readFileSync(`${__dirname}/../../../../package.json`, 'utf8')) as { version: string }).version;
