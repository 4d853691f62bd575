import type { Method } from '../args';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name that is the same in every language: `get` and `/events/by-slug/{slug}` make `getEventsBySlug`. */
export const operationId = (method: Method, path: string): string => {
  const words = path.split('/').flatMap((segment, index, segments) => {
    const [, variable, ending = ''] = /^\{(.+)\}(.*)$/.exec(segment) ?? [];
    const words = (variable === undefined ? segment : ending).split(/[^A-Za-z0-9]+/);
    if (variable === undefined || segments[index - 1] === `by-${variable}`) return words;
    return ['by', ...variable.split('_'), ...words];
  });
  const name = words.filter((word) => word !== '').map(capitalized);
  return method.toLowerCase() + (name.length === 0 ? 'Index' : name.join(''));
};
