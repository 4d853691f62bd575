/** A write to the data file. */
export interface FileWrite {
  readonly at: number;
  readonly bytes: Buffer;
  /** The number of completed syncs before the write. */
  readonly after: number;
  /** The number of the sync, from 1, that made the write durable. `undefined` if no sync followed. */
  durable?: number;
}

/** The numbers of writes and acknowledgements when a sync completes. */
export interface Sync {
  readonly writes: number;
  readonly acknowledged: number;
}

/** An acknowledged state of a record, with the number of completed syncs. */
export interface Acknowledgement {
  readonly n: number;
  readonly state: number;
  readonly syncs: number;
}

/** The traced changes of a data file, in order. */
export interface FileTrace {
  /** The number of syncs before the file got its name. A power loss before that leaves no file. */
  readonly named: number;
  /** The number of acknowledgements before the sync of the folder, which makes the file name durable. */
  readonly nameless: number;
  readonly writes: readonly FileWrite[];
  readonly syncs: readonly Sync[];
  readonly acknowledgements: readonly Acknowledgement[];
}
