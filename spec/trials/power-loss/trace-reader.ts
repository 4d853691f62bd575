import path from 'node:path';
import { dataFile } from '../../../lib/embedded/storage/folder';
import type { Acknowledgement, FileTrace, FileWrite, Sync } from './file-trace';
import { marksIn } from './record';
import { bytesOf, type SystemCall, systemCalls } from './system-call';

/** The system calls that are traced: those by which bytes come into the file and to the disk, and its name; a machine has one of those in question. */
export const TRACED = 'openat,close,write,writev,pwrite64,lseek,fsync,fdatasync,mmap,?link,?linkat';

interface Opened {
  /** Whether what is written is on the disk when the call ends. */
  readonly syncs: boolean;
  at: number;
}

interface Room {
  readonly folder: string;
  named: number;
  /** Undefined until the folder has been synced. */
  nameless?: number;
  readonly opened: Map<number, Opened>;
  /** Where the folder itself is open. */
  readonly folders: Set<number>;
  readonly writes: FileWrite[];
  readonly syncs: Sync[];
  readonly acknowledgements: Acknowledgement[];
  /** What calls that have not ended are about. */
  readonly under: Map<SystemCall, readonly FileWrite[]>;
  /** What has been written and not been synced. */
  readonly loose: Set<FileWrite>;
}

const STRING = /"([^"]*)"/g;
const textsIn = (args: string): Buffer[] => [...args.matchAll(STRING)].map(([, text = '']) => bytesOf(text));

const sync = ({ writes, syncs, acknowledgements, loose }: Room, covered: readonly FileWrite[]): void => {
  syncs.push({ writes: writes.length, acknowledged: acknowledgements.length });
  for (const write of covered) {
    write.durable ??= syncs.length;
    loose.delete(write);
  }
};

const beginWrite = (room: Room, call: SystemCall, { at }: Opened): void => {
  if (/"\.\.\.|\.\.\.\]/.test(call.args)) throw new Error(`strace has cut off what ${call.name} wrote.`);
  const place = call.name === 'pwrite64' ? Number(call.args.split(',').at(-1)) : at;
  const write = { at: place, bytes: Buffer.concat(textsIn(call.args)), after: room.syncs.length };
  room.writes.push(write);
  room.under.set(call, [write]);
};

const endWrite = (room: Room, call: SystemCall, opened: Opened, result: number): void => {
  const [write] = room.under.get(call) ?? [];
  if (write?.bytes.length !== result)
    throw new Error(`${call.name} wrote ${result} of ${write?.bytes.length} bytes: the trial knows whole ones only.`);
  if (call.name !== 'pwrite64') opened.at += result;
  if (opened.syncs) sync(room, [write]);
  else room.loose.add(write);
};

const isWrite = (name: string): boolean => name.includes('write');
const isLink = (name: string): boolean => name.startsWith('link');
const isSync = (name: string): boolean => name.includes('sync');

/** Whether a path is that of the data file, or of the place where it is made. */
const isData = ({ folder }: Room, file: string): boolean =>
  file.startsWith(folder + path.sep) && path.basename(file) === path.basename(dataFile(folder));

/** What a call is about to do. */
const enter = (room: Room, call: SystemCall): void => {
  const descriptor = Number.parseInt(call.args, 10);
  const opened = room.opened.get(descriptor);
  if (isWrite(call.name) && descriptor === 1) {
    for (const [n, state] of marksIn(textsIn(call.args).join(''))) room.acknowledgements.push({ n, state, syncs: room.syncs.length });
  } else if (isWrite(call.name) && opened) beginWrite(room, call, opened);
  else if (isSync(call.name) && opened) room.under.set(call, [...room.loose]);
  else if (isLink(call.name) && String(textsIn(call.args).at(-1)) === dataFile(room.folder)) room.named = room.syncs.length;
};

/** What a call has done. */
const leave = (room: Room, call: SystemCall, result: number): void => {
  const { name, args } = call;
  const descriptor = Number.parseInt(args, 10);
  const opened = room.opened.get(descriptor);
  if (name === 'openat' && result >= 0) {
    const file = String(textsIn(args)[0]);
    if (isData(room, file)) room.opened.set(result, { syncs: /O_D?SYNC/.test(args), at: 0 });
    else if (file === room.folder) room.folders.add(result);
  } else if (name === 'close') {
    room.opened.delete(descriptor);
    room.folders.delete(descriptor);
  } else if (isSync(name) && result === 0 && room.folders.has(descriptor) && room.writes.length > 0)
    room.nameless ??= room.acknowledgements.length;
  else if (name === 'mmap' && /PROT_WRITE.*MAP_SHARED/.test(args) && room.opened.has(Number(args.split(', ')[4])))
    throw new Error('The data file is mapped writable: what is written so is in no trace.');
  else if (opened === undefined) return;
  else if (name === 'lseek') opened.at = result;
  else if (isWrite(name)) endWrite(room, call, opened, result);
  else if (isSync(name) && result === 0) sync(room, room.under.get(call) ?? []);
  room.under.delete(call);
};

/**
 * Reads from a trace what a process did to the data file of a folder, and the marks that it wrote to its standard output. Throws for a file that
 * is mapped writable. What else would escape a trace, the file itself tells: it must be what the writes make.
 */
export const readTrace = async (trace: string, folder: string): Promise<FileTrace> => {
  const room: Room = {
    folder,
    named: 0,
    opened: new Map(),
    folders: new Set(),
    writes: [],
    syncs: [],
    acknowledgements: [],
    under: new Map(),
    loose: new Set(),
  };
  for await (const { call, result } of systemCalls(trace)) {
    if (result === undefined) enter(room, call);
    else leave(room, call, result);
  }
  return { ...room, nameless: room.nameless ?? room.acknowledgements.length };
};
