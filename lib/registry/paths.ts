import type { Args } from './args/arg';
import type { Route } from './route';

// Clients of WordPress identify a variable by this expression alone: `/events/{id}.ics` must differ from `/events/{id}`.
const VARIABLE_PATTERNS = { integer: { whole: '\\d+', file: '[0-9]+' }, text: { whole: '[^/]+', file: '[^/]+?' } } as const;

/** The expression for a path segment that is a variable, with an optional file extension: `{id}.ics`. */
const VARIABLE = /^\{([A-Za-z_][A-Za-z0-9_]*)\}((?:\.[A-Za-z0-9]+)*)$/;
const LITERAL = /^[A-Za-z0-9_.~-]+$/;

/** Compiles a namespace and the path of a route. Throws an Error for invalid syntax, or two variables with one name. */
export const compilePath = (namespace: string, path: string, args: Args): Pick<Route<never>, 'variables' | 'pattern' | 'key'> => {
  if (path !== '' && !/^(\/[^/]+)+$/.test(path)) {
    throw new Error(
      `the path "${path}" is not empty and is not made of segments like "/events/{id}": start it with one slash and end it with none.`,
    );
  }
  const variables: string[] = [];
  const segments = path.split('/').slice(1);
  const compiled = segments.map((segment) => {
    const [, name, ending = ''] = VARIABLE.exec(segment) ?? [];
    if (name === undefined) {
      if (LITERAL.test(segment)) return { source: segment.replaceAll('.', '\\.'), key: segment };
      throw new Error(`the segment "${segment}" is neither a word nor one variable: write it as "word", "{name}" or "{name}.ics".`);
    }
    if (variables.includes(name)) throw new Error(`the path has two variables named "${name}": give each its own name.`);
    variables.push(name);
    const expression = VARIABLE_PATTERNS[args[name]?.type === 'integer' ? 'integer' : 'text'][ending === '' ? 'whole' : 'file'];
    const literal = ending.replaceAll('.', '\\.');
    return { source: `(?<${name}>${expression})${literal}`, key: `(?P<${name}>${expression})${literal}` };
  });
  const root = `/${namespace}`;
  const pattern = new RegExp(`^${[root.replaceAll('.', '\\.'), ...compiled.map(({ source }) => source)].join('/')}/?$`, 'i');
  return { variables, pattern, key: [root, ...compiled.map(({ key }) => key)].join('/') };
};

const KEY_VARIABLE = /\(\?P<\w+>([^)]+)\)/g;

/** Splits the index key of a route into the words between the variables and the expressions of the variables. */
const shapeOf = (key: string) => ({
  words: key.replace(KEY_VARIABLE, '{}').toLowerCase(),
  variables: [...key.matchAll(KEY_VARIABLE)].map(([, variable]) => variable),
});

/** True if the first of two paths matches every URL of the other path. Both are index keys. */
export const hides = (key: string, other: string): boolean => {
  const [shape, { words, variables }] = [shapeOf(key), shapeOf(other)];
  return shape.words === words && shape.variables.every((one, index) => one === '[^/]+' || one === variables[index]);
};

/** Decodes the variables of a percent-encoded path. Undefined without a match, for malformed encoding, or an encoded slash. */
export const matchPath = (pattern: RegExp, path: string): Record<string, string> | undefined => {
  const match = pattern.exec(path);
  if (match === null) return undefined;
  const decoded: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(match.groups ?? {})) {
    try {
      decoded[name] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
    if (decoded[name]?.includes('/')) return undefined;
  }
  return decoded;
};

/** Decodes a percent-encoded part of a URL. Returns a malformed part unchanged. */
export const decodedPart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
