/**
 * The path that a request asks for, below the language root. On the root itself it is what `rest_route` names, as clients of sites with plain
 * permalinks send it (`/en/?rest_route=/cal/events/v1/events`); on every other address the path alone decides.
 * An empty `rest_route` names nothing. Undefined: what it names begins with no slash, and is no path.
 */
export const askedPath = (path: string, restRoute: unknown): string | undefined => {
  if (!isRoot(path) || restRoute === undefined || restRoute === '') return path;
  return typeof restRoute === 'string' && restRoute.startsWith('/') ? restRoute : undefined;
};

/** Tells whether a path is the language root, with its slash or without. */
export const isRoot = (path: string | undefined): boolean => path === '' || path === '/';
