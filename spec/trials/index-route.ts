import { ask } from '../program/program';

export interface IndexArg {
  readonly name: string;
  readonly type?: string;
  readonly enum?: readonly string[];
}

/** A part of a path: a text, or a variable for the ID or slug of a content type. */
export type Piece = string | { readonly plural: string; readonly by: 'id' | 'slug' };

export interface IndexRoute {
  /** The path below the language root. */
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

/** Splits a route such as `/cal/events/v1/events/(?P<id>\d+)` into texts and variables. */
const piecesOf = (key: string): Piece[] => {
  const parts = key.split(VARIABLE);
  const [, plural = ''] = /\/(\w+)(?:\/by-slug)?\/$/.exec(parts[0] ?? '') ?? [];
  return parts.map((part, place): Piece => (place % 2 === 0 ? part.replaceAll('\\', '') : { plural, by: part === 'id' ? 'id' : 'slug' }));
};

/** Reads all endpoints of all namespaces from the index of a service. */
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
