#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addCommands } from './commands/commands';
import { exitOnStrayErrors, fail } from './service/process';

const { version, description } = JSON.parse(readFileSync(`${__dirname}/../../../package.json`, 'utf8')) as {
  version: string;
  description: string;
};

const program = addCommands(new Command('calendar-events').description(description).version(version));

// The reader of the output may stop before its end, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

exitOnStrayErrors();
program.parseAsync().catch(fail);
