import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Finds the browser: `CHROMIUM`, or the first one in `PATH`. Throws an error with installation advice if there is none. */
export const findChromium = (environment: NodeJS.ProcessEnv = process.env): string => {
  const { CHROMIUM: given, PATH = '' } = environment;
  if (given) {
    if (isProgram(given)) return given;
    throw new Error(`CHROMIUM is ${given}, which cannot be run: give it the path of Chromium.`);
  }
  const found = NAMES.flatMap((name) => PATH.split(path.delimiter).map((folder) => path.join(folder, name))).find(isProgram);
  if (found !== undefined) return found;
  throw new Error(`There is none of ${NAMES.join(', ')} in PATH: install it (on Debian, apt-get install chromium) or name it in CHROMIUM.`);
};

/** Starts a headless browser. The sandbox does not work for root. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
