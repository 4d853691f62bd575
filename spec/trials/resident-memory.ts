import { readFileSync } from 'node:fs';

/** The resident memory (RSS) of a process in MB. */
export const residentMemory = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
