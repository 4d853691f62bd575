import { ask } from '../program/program';

/** What the index says of one arg. */
export interface IndexArg {
  readonly name: string;
  readonly type?: string;
  readonly enum?: readonly string[];
}

/** A piece of an address: words, or a variable of records of a plural, by ID or by slug. */
export type Piece = string | { readonly plural: string; readonly by: 'id' | 'slug' };

/** One endpoint of the index. */
export interface IndexRoute {
  /** Below the language root, from the slash on. */
  readonly path: readonly Piece[];
  readonly methods: readonly string[];
  readonly args: readonly IndexArg[];
}

interface Index {
  readonly routes: Readonly<
    Record<
      string,
      { readonly endpoints: readonly { readonly methods: string[]; readonly args?: Record<string, Omit<IndexArg, 'name'>> }[] }
    >
  >;
}

const VARIABLE = /\(\?P<(\w+)>(?:\\.|\[[^\]]*\]|[^()\\])*\)/;

/** `/cal/events/v1/events/(?P<id>\d+)` → its words, and what stands for an event's ID. */
const piecesOf = (key: string): Piece[] => {
  const parts = key.split(VARIABLE);
  const [, plural = ''] = /\/(\w+)(?:\/by-slug)?\/$/.exec(parts[0] ?? '') ?? [];
  return parts.map((part, place): Piece => (place % 2 === 0 ? part.replaceAll('\\', '') : { plural, by: part === 'id' ? 'id' : 'slug' }));
};

/** Asks a service for its namespaces, and each of these for all of its endpoints. */
export const readIndex = async (address: string): Promise<readonly IndexRoute[]> => {
  const { namespaces } = (await ask(address, '/en')).body as { readonly namespaces: readonly string[] };
  const indexes = await Promise.all(namespaces.map(async (namespace) => (await ask(address, `/en/${namespace}`)).body as Index));
  return indexes.flatMap(({ routes }) =>
    Object.entries(routes).flatMap(([key, { endpoints }]) =>
      endpoints.map(({ methods, args = {} }) => ({
        path: piecesOf(key),
        methods,
        args: Object.entries(args).map(([name, arg]) => ({ name, ...arg })),
      })),
    ),
  );
};
