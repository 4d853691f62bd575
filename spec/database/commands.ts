import type { CommandStartedEvent, Db, Document } from 'mongodb';
import { mongoUri } from '../support/server';

/** The members of a command that decide how it is answered, by command; other commands cannot be explained. */
const EXPLAINABLE: Readonly<Record<string, readonly string[]>> = {
  find: ['filter', 'sort', 'projection', 'skip', 'limit', 'hint', 'singleBatch'],
  aggregate: ['pipeline', 'cursor', 'hint'],
  count: ['query', 'hint'],
  distinct: ['key', 'query'],
  update: ['updates'],
  delete: ['deletes'],
  findAndModify: ['query', 'sort', 'update', 'upsert', 'new', 'remove', 'fields'],
};

/** A connection string whose clients tell every command. */
export const watchedUri = async (): Promise<string> => `${await mongoUri()}&monitorCommands=true`;

/** Every kind of command that a database is sent: one command of each shape, without its session. */
export interface Watching {
  readonly shapes: Map<string, Document>;
  /** The commands since the last `forget`, in order. */
  readonly latest: Document[];
  forget(): void;
}

/** Collects what can be explained of the commands to a database; its client comes from `watchedUri`. */
export function watchCommands(db: Db): Watching {
  const shapes = new Map<string, Document>();
  const latest: Document[] = [];
  db.client.on('commandStarted', ({ commandName, command, databaseName }: CommandStartedEvent) => {
    const members = EXPLAINABLE[commandName];
    if (!members || databaseName !== db.databaseName) return;
    for (const single of statements(command)) {
      const kept = members.filter((member) => single[member] !== undefined).map((member) => [member, plain(single[member])] as const);
      const explained = { [commandName]: command[commandName], ...Object.fromEntries(kept) };
      const shape = `${commandName} ${command[commandName]} ${JSON.stringify(kept.map(([member, value]) => [member, shapeOf(value)]))}`;
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

/** A bulk of updates or deletions is explained one by one. */
const statements = (command: Document): Document[] => {
  const [name, list] = Object.entries(command).find(([member]) => member === 'updates' || member === 'deletes') ?? [];
  return name === undefined ? [command] : (list as Document[]).map((one) => ({ ...command, [name]: [one] }));
};

/** The driver hands sorts over as maps. */
const plain = (value: unknown): unknown => (value instanceof Map ? Object.fromEntries(value) : value);

/** A value with its constants taken out: what is left decides between indexes. Directions of a sort stay. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (value instanceof Date || value instanceof RegExp || value === null || typeof value !== 'object')
    return value === 1 || value === -1 ? value : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
};

/** True for a search among the few records that have its words. These may be sorted in memory. */
export const isOfFewWords = (command: string): boolean =>
  /"keys\.text":\{"\$regex":.*"keys\.words":\{"\$in":.*"hint":"words"/.test(command);

/** How a server answers a command: the stages of the plan that it chose, and what it read if asked for. */
export interface Explained {
  readonly stages: readonly string[];
  readonly indexes: readonly string[];
  readonly documents: number;
  readonly keys: number;
}

/** Asks the server how it answers a command; with `executionStats` it runs it. */
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
  // A server that compiles its plans tells the stages of the query beside those of the machine.
  walk(queryPlanner.winningPlan.queryPlan ?? queryPlanner.winningPlan);
  return { stages, indexes, documents: executionStats?.totalDocsExamined ?? 0, keys: executionStats?.totalKeysExamined ?? 0 };
}
