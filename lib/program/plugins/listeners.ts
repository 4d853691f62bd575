import type { Change, ChangeEvents, Stored } from '../../database';
import { waitAtMost } from '../../deadline';
import { type Log, logFailure } from '../../http';
import { DeclarationError } from '../../registry';

/** The changes of a record that plugins can listen to. Terms are never `trashed` or `restored`. */
const HAPPENINGS = ['created', 'updated', 'trashed', 'restored', 'deleted'] as const;
export type Happening = (typeof HAPPENINGS)[number];

/**
 * A committed change of a record. `before` is absent for a created record, `after` for a deleted one.
 *
 * @example
 * const tell = ({ happening, plural, id }: Happened): void => console.log(`${plural} ${id} was ${happening}`);
 */
export interface Happened<R extends Stored = Stored> {
  readonly happening: Happening;
  /** The plural of the content type, e.g. `events`. */
  readonly plural: string;
  readonly id: number;
  readonly before?: R;
  readonly after?: R;
}

export type Listener<R extends Stored = Stored> = (happened: Happened<R>) => void | Promise<void>;

const CLOSE_MILLISECONDS = 2000;

export interface Listeners {
  /**
   * Adds a listener of a plugin for changes of all types, or of the type `plural`. Throws a `DeclarationError` for an unknown `happening`,
   * and for a listener that is no function.
   */
  on(plugin: string, happening: Happening | '*', listener: Listener, plural?: string): void;
  /** Waits at most 2 s for running listeners. */
  close(): Promise<void>;
}

/** Makes the list of plugins' listeners to committed changes of records. Logs an error of a listener with its plugin and the record. */
export function createListeners(changeEvents: ChangeEvents, log: Log): Listeners {
  const running = new Set<Promise<void>>();

  const call = async (plugin: string, listener: Listener, happened: Happened): Promise<void> => {
    try {
      await listener(happened);
    } catch (error) {
      const { happening, plural, id } = happened;
      logFailure(log, { plugin, happening, plural, id }, error, 'A listener failed.');
    }
  };

  return {
    on(plugin, event, listener, plural) {
      if (event !== '*' && !HAPPENINGS.includes(event)) {
        throw new DeclarationError(`Listener: there is no event "${event}": listen to one of ${HAPPENINGS.join(', ')}, or to * for all.`);
      }
      if (typeof listener !== 'function') {
        throw new DeclarationError(`Listener to "${event}": it is not a function: give a function that takes the event.`);
      }
      changeEvents.listen((change) => {
        const happened = happenedOf(change);
        if (happened === undefined || (event !== '*' && happened.happening !== event)) return;
        if (plural !== undefined && happened.plural !== plural) return;
        const run: Promise<void> = call(plugin, listener, happened).finally(() => running.delete(run));
        running.add(run);
      });
    },
    async close() {
      await waitAtMost(CLOSE_MILLISECONDS, Promise.all(running), { onTimeout: () => undefined });
    },
  };
}

function happenedOf({ plural, before, after }: Change): Happened | undefined {
  const record = after ?? before;
  if (record === undefined) return undefined;
  return { happening: happeningOf(before, after), plural, id: record._id, ...(before && { before }), ...(after && { after }) };
}

const isTrash = (record: Stored): boolean => 'status' in record && record.status === 'trash';

const happeningOf = (before: Stored | undefined, after: Stored | undefined): Happening => {
  if (before === undefined) return 'created';
  if (after === undefined) return 'deleted';
  if (isTrash(before) === isTrash(after)) return 'updated';
  return isTrash(after) ? 'trashed' : 'restored';
};
