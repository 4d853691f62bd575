import { readFileSync } from 'node:fs';

/** The memory that a process holds at this moment, in MB: what Linux calls its resident set. */
export const residentMemory = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
