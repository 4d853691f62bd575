import type { CommandStartedEvent, Db, Document } from 'mongodb';
import { mongoUri } from '../support/server';

/** The members that affect the plan, by command. Other commands cannot be explained. */
const EXPLAINABLE: Readonly<Record<string, readonly string[]>> = {
  find: ['filter', 'sort', 'projection', 'skip', 'limit', 'hint', 'singleBatch'],
  aggregate: ['pipeline', 'cursor', 'hint'],
  count: ['query', 'hint'],
  distinct: ['key', 'query'],
  update: ['updates'],
  delete: ['deletes'],
  findAndModify: ['query', 'sort', 'update', 'upsert', 'new', 'remove', 'fields'],
};

/** A connection string whose clients emit command events. */
export const watchedUri = async (): Promise<string> => `${await mongoUri()}&monitorCommands=true`;

/** Recorded commands: one of each shape, without its session. */
export interface Watching {
  readonly shapes: Map<string, Document>;
  /** The commands since the last `forget`, in order. */
  readonly latest: Document[];
  forget(): void;
}

/** Records the explainable commands to a database. Its client must use `watchedUri`. */
export function watchCommands(db: Db): Watching {
  const shapes = new Map<string, Document>();
  const latest: Document[] = [];
  db.client.on('commandStarted', ({ commandName, command, databaseName }: CommandStartedEvent) => {
    const members = EXPLAINABLE[commandName];
    if (!members || databaseName !== db.databaseName) return;
    for (const single of statements(command)) {
      const relevant = members.filter((member) => single[member] !== undefined).map((member) => [member, plain(single[member])] as const);
      const explained = { [commandName]: command[commandName], ...Object.fromEntries(relevant) };
      const shape = `${commandName} ${command[commandName]} ${JSON.stringify(relevant.map(([member, value]) => [member, shapeOf(value)]))}`;
      if (!shapes.has(shape)) shapes.set(shape, explained);
      latest.push(explained);
    }
  });
  return {
    shapes,
    latest,
    forget() {
      latest.length = 0;
    },
  };
}

/** Splits a bulk of updates or deletions, because each one is explained separately. */
const statements = (command: Document): Document[] => {
  const [name, list] = Object.entries(command).find(([member]) => member === 'updates' || member === 'deletes') ?? [];
  return name === undefined ? [command] : (list as Document[]).map((one) => ({ ...command, [name]: [one] }));
};

/** The driver passes sorts as maps. */
const plain = (value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value) : value);

/** Replaces constants by their types. Sort directions stay, because they affect the choice of an index. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (value instanceof Date || value instanceof RegExp || value === null || typeof value !== 'object')
    return value === 1 || value === -1 ? value : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
};

/** Detects searches that read only the records with all words. These may be sorted in memory. */
export const isOfFewWords = (command: string): boolean =>
  /"keys\.text":\{"\$regex":.*"keys\.words":\{"\$in":.*"hint":"words"/.test(command);

/** The plan of a command, and the numbers of documents and keys that were examined. */
export interface Explained {
  readonly stages: readonly string[];
  readonly indexes: readonly string[];
  readonly documents: number;
  readonly keys: number;
}

/** Explains a command. `executionStats` also runs it. */
export async function explain(
  db: Db,
  command: Document,
  verbosity: 'queryPlanner' | 'executionStats' = 'queryPlanner',
): Promise<Explained> {
  const answer = await db.command({ explain: command, verbosity });
  const cursor = (answer['stages'] as Document[] | undefined)?.[0]?.['$cursor'] as Document | undefined;
  const { queryPlanner, executionStats } = cursor ?? answer;
  const stages: string[] = [];
  const indexes: string[] = [];
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const { stage, indexName } = value as { stage?: unknown; indexName?: unknown };
    if (typeof stage === 'string') stages.push(stage);
    if (typeof indexName === 'string') indexes.push(indexName);
    for (const member of Object.values(value)) walk(member);
  };
  // Servers with compiled plans (SBE) put the query plan beside the compiled one.
  walk(queryPlanner.winningPlan.queryPlan ?? queryPlanner.winningPlan);
  return { stages, indexes, documents: executionStats?.totalDocsExamined ?? 0, keys: executionStats?.totalKeysExamined ?? 0 };
}
