import { readFileSync } from 'node:fs';

/** The version of the package. */
export const VERSION = (JSON.parse(readFileSync(`${__dirname}/../../../../package.json`, 'utf8')) as { version: string }).version;
