/** Bytes that were given to the system for a place in the file. */
export interface FileWrite {
  readonly at: number;
  readonly bytes: Buffer;
  /** How many syncs had ended before. */
  readonly after: number;
  /** The sync, counted from 1, since whose end they are on the disk; none, where nobody waited for that. */
  durable?: number;
}

/** What had been written and acknowledged when a sync was about to end. */
export interface Sync {
  readonly writes: number;
  readonly acknowledged: number;
}

/** A state of a record that was acknowledged, after so many syncs. */
export interface Acknowledgement {
  readonly n: number;
  readonly state: number;
  readonly syncs: number;
}

/** What a process did to the data file of a folder, in order. */
export interface FileTrace {
  /** How many syncs had ended when the file was about to get its name; before, a loss of power leaves none. */
  readonly named: number;
  /** How much was acknowledged before the folder was synced, and the file's name with it. */
  readonly nameless: number;
  readonly writes: readonly FileWrite[];
  readonly syncs: readonly Sync[];
  readonly acknowledgements: readonly Acknowledgement[];
}
