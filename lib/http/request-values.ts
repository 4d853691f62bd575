import { isLanguage, type Language } from '../language';
import type { Args } from '../registry/args';
import type { Form } from './form';

/** The effective language: `ml_language` of the body, else of the query, else the address'; one that is none counts as not sent. */
export const effectiveLanguage = (body: Form, query: Form, prefix: Language): Language =>
  [body.values['ml_language'], query.values['ml_language']].find(isLanguage) ?? prefix;

/** What a form says to an endpoint: a plain name that came several times is a list where the arg is one, else the last counts. */
export const valuesFor = (args: Args, { values, repeated }: Form): Readonly<Record<string, unknown>> => {
  const lists = [...repeated].filter(([name]) => Object.hasOwn(args, name) && [args[name]?.type].flat().includes('array'));
  return lists.length === 0 ? values : Object.assign(Object.create(null), values, Object.fromEntries(lists));
};
