import type { Change, ChangeEvents, Stored } from '../../database';
import { waitAtMost } from '../../deadline';
import { type Log, logFailure } from '../../http';
import { DeclarationError } from '../../registry';

/** What can happen to a record; terms know no trash. */
const HAPPENINGS = ['created', 'updated', 'trashed', 'restored', 'deleted'] as const;
export type Happening = (typeof HAPPENINGS)[number];

/**
 * What has happened to a record, after the commit: `before` is absent where it was created, `after` where it was removed for good.
 *
 * @example
 * const tell = ({ happening, plural, id }: Happened): void => console.log(`${plural} ${id} was ${happening}`);
 */
export interface Happened<R extends Stored = Stored> {
  readonly happening: Happening;
  /** The kind's plural, e.g. `events`. */
  readonly plural: string;
  readonly id: number;
  readonly before?: R;
  readonly after?: R;
}

export type Listener<R extends Stored = Stored> = (happened: Happened<R>) => void | Promise<void>;

/** How long listeners may go on when the service closes, in ms. */
const CLOSE_MILLISECONDS = 2000;

/** The listeners of all plugins. */
export interface Listeners {
  /**
   * Adds a listener in the name of a plugin, to the records of one kind where its plural is given. Throws a `DeclarationError` for what cannot happen,
   * and for what is no function.
   */
  on(plugin: string, happening: Happening | '*', listener: Listener, plural?: string): void;
  /** Waits for the listeners that are under way, for 2 s at most. */
  close(): Promise<void>;
}

/** Makes the list of listeners to the committed changes of records; what one throws is logged with the plugin and the record. */
export function createListeners(happenings: ChangeEvents, log: Log): Listeners {
  const running = new Set<Promise<void>>();

  const tell = async (plugin: string, listener: Listener, happened: Happened): Promise<void> => {
    try {
      await listener(happened);
    } catch (error) {
      const { happening, plural, id } = happened;
      logFailure(log, { plugin, happening, plural, id }, error, 'A listener failed.');
    }
  };

  return {
    on(plugin, wanted, listener, plural) {
      if (wanted !== '*' && !HAPPENINGS.includes(wanted)) {
        throw new DeclarationError(`Listener: "${wanted}" never happens: listen to one of ${HAPPENINGS.join(', ')}, or to * for all.`);
      }
      if (typeof listener !== 'function') {
        throw new DeclarationError(`Listener to "${wanted}": it is no function: give one that takes what has happened.`);
      }
      happenings.listen((change) => {
        const happened = happenedOf(change);
        if (happened === undefined || (wanted !== '*' && happened.happening !== wanted)) return;
        if (plural !== undefined && happened.plural !== plural) return;
        const telling: Promise<void> = tell(plugin, listener, happened).finally(() => running.delete(telling));
        running.add(telling);
      });
    },
    async close() {
      await waitAtMost(CLOSE_MILLISECONDS, Promise.all(running), { late: () => undefined });
    },
  };
}

function happenedOf({ plural, before, after }: Change): Happened | undefined {
  const record = after ?? before;
  if (record === undefined) return undefined;
  const isTrash = (one: Stored | undefined) => (one as { readonly status?: string } | undefined)?.status === 'trash';
  const happening = !before
    ? 'created'
    : !after
      ? 'deleted'
      : isTrash(after) && !isTrash(before)
        ? 'trashed'
        : isTrash(before) && !isTrash(after)
          ? 'restored'
          : 'updated';
  return { happening, plural, id: record._id, ...(before && { before }), ...(after && { after }) };
}
