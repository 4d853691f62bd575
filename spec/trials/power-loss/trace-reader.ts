import path from 'node:path';
import { dataFile } from '../../../lib/embedded/storage/folder';
import type { Acknowledgement, FileTrace, FileWrite, Sync } from './file-trace';
import { marksIn } from './record';
import { bytesOf, type SystemCall, systemCalls } from './system-call';

/** The traced system calls: writes, syncs and naming of the file. `?` marks calls that some machines lack. */
export const TRACED = 'openat,close,write,writev,pwrite64,lseek,fsync,fdatasync,mmap,?link,?linkat';

interface OpenFile {
  /** The file is open with O_SYNC or O_DSYNC, so each write is durable when it returns. */
  readonly syncs: boolean;
  at: number;
}

interface TraceState {
  readonly folder: string;
  named: number;
  /** Undefined before the first sync of the folder. */
  nameless?: number;
  readonly opened: Map<number, OpenFile>;
  /** The open file descriptors of the folder. */
  readonly folders: Set<number>;
  readonly writes: FileWrite[];
  readonly syncs: Sync[];
  readonly acknowledgements: Acknowledgement[];
  /** The writes of calls that have not ended. */
  readonly pending: Map<SystemCall, readonly FileWrite[]>;
  /** Writes without a sync. */
  readonly unsynced: Set<FileWrite>;
}

const STRING = /"([^"]*)"/g;
const textsIn = (args: string): Buffer[] => [...args.matchAll(STRING)].map(([, text = '']) => bytesOf(text));

const sync = ({ writes, syncs, acknowledgements, unsynced }: TraceState, covered: readonly FileWrite[]): void => {
  syncs.push({ writes: writes.length, acknowledged: acknowledgements.length });
  for (const write of covered) {
    write.durable ??= syncs.length;
    unsynced.delete(write);
  }
};

const beginWrite = (state: TraceState, call: SystemCall, { at }: OpenFile): void => {
  if (/"\.\.\.|\.\.\.\]/.test(call.args)) throw new Error(`strace has cut off what ${call.name} wrote.`);
  const place = call.name === 'pwrite64' ? Number(call.args.split(',').at(-1)) : at;
  const write = { at: place, bytes: Buffer.concat(textsIn(call.args)), after: state.syncs.length };
  state.writes.push(write);
  state.pending.set(call, [write]);
};

const endWrite = (state: TraceState, call: SystemCall, opened: OpenFile, result: number): void => {
  const [write] = state.pending.get(call) ?? [];
  if (write?.bytes.length !== result)
    throw new Error(`${call.name} wrote ${result} of ${write?.bytes.length} bytes: the trial knows whole ones only.`);
  if (call.name !== 'pwrite64') opened.at += result;
  if (opened.syncs) sync(state, [write]);
  else state.unsynced.add(write);
};

const isWrite = (name: string): boolean => name.includes('write');
const isLink = (name: string): boolean => name.startsWith('link');
const isSync = (name: string): boolean => name.includes('sync');

/** Checks if a path is the data file or its temporary file. */
const isData = ({ folder }: TraceState, file: string): boolean =>
  file.startsWith(folder + path.sep) && path.basename(file) === path.basename(dataFile(folder));

const enter = (state: TraceState, call: SystemCall): void => {
  const descriptor = Number.parseInt(call.args, 10);
  const opened = state.opened.get(descriptor);
  if (isWrite(call.name) && descriptor === 1) {
    for (const [n, recordState] of marksIn(textsIn(call.args).join('')))
      state.acknowledgements.push({ n, state: recordState, syncs: state.syncs.length });
  } else if (isWrite(call.name) && opened) beginWrite(state, call, opened);
  else if (isSync(call.name) && opened) state.pending.set(call, [...state.unsynced]);
  else if (isLink(call.name) && String(textsIn(call.args).at(-1)) === dataFile(state.folder)) state.named = state.syncs.length;
};

const leave = (state: TraceState, call: SystemCall, result: number): void => {
  const { name, args } = call;
  const descriptor = Number.parseInt(args, 10);
  const opened = state.opened.get(descriptor);
  if (name === 'openat' && result >= 0) {
    const file = String(textsIn(args)[0]);
    if (isData(state, file)) state.opened.set(result, { syncs: /O_D?SYNC/.test(args), at: 0 });
    else if (file === state.folder) state.folders.add(result);
  } else if (name === 'close') {
    state.opened.delete(descriptor);
    state.folders.delete(descriptor);
  } else if (isSync(name) && result === 0 && state.folders.has(descriptor) && state.writes.length > 0)
    state.nameless ??= state.acknowledgements.length;
  else if (name === 'mmap' && /PROT_WRITE.*MAP_SHARED/.test(args) && state.opened.has(Number(args.split(', ')[4])))
    throw new Error('The data file is mapped writable: what is written so is in no trace.');
  else if (opened === undefined) return;
  else if (name === 'lseek') opened.at = result;
  else if (isWrite(name)) endWrite(state, call, opened, result);
  else if (isSync(name) && result === 0) sync(state, state.pending.get(call) ?? []);
  state.pending.delete(call);
};

/**
 * Reads the writes and syncs of a data file, and the acknowledgements on the standard output, from a trace.
 * Throws an error if the file is mapped writable. The caller must compare the file with all writes to detect other gaps.
 */
export const readTrace = async (trace: string, folder: string): Promise<FileTrace> => {
  const state: TraceState = {
    folder,
    named: 0,
    opened: new Map(),
    folders: new Set(),
    writes: [],
    syncs: [],
    acknowledgements: [],
    pending: new Map(),
    unsynced: new Set(),
  };
  for await (const { call, result } of systemCalls(trace)) {
    if (result === undefined) enter(state, call);
    else leave(state, call, result);
  }
  return { ...state, nameless: state.nameless ?? state.acknowledgements.length };
};
