import { LANGUAGES } from '../language';
import { DeclarationError } from '../registry/declaration-error';
import { findUnknown } from '../registry/nearest';

const NAME = /^[a-z][a-z0-9_-]{0,49}$/;

/** What a list says beside its records, which lie under the plural; and what every object has. */
const TAKEN: readonly unknown[] = ['total', 'total_pages', 'rest_url', 'next_rest_url', 'previous_rest_url', 'constructor'];

/** What a deed on a kind can begin with: `edit_others_events` is a right on events. */
const DEED = /^(?:others|published|private)_/;

/** The keywords of both sorts of kinds, and what each of the optional ones is. */
const BOTH = { kind: 'string', plural: 'string', name: 'object', names: 'object', one: 'object', segment: 'string' } as const;
const KEYWORDS: Readonly<Record<'post-like' | 'term-like', Readonly<Record<string, string>>>> = {
  'post-like': { ...BOTH, fields: 'object', check: 'function' },
  'term-like': { ...BOTH, hierarchical: 'boolean', capability: 'string', taxonomy: 'string' },
};

const isText = (value: unknown): boolean => LANGUAGES.every((language) => typeof Object(value)[language] === 'string');

/** Checks what plain JavaScript can get wrong about a kind. Throws a `DeclarationError` that names the kind, what is wrong and the remedy. */
export function assertDescribed(declared: unknown, sort: 'post-like' | 'term-like'): void {
  const said = Object(declared) as Readonly<Record<string, unknown>>;
  const refuse = (why: string): never => {
    throw new DeclarationError(`Kind ${typeof said['plural'] === 'string' ? said['plural'] : `"${said['plural']}"`}: ${why}`);
  };
  for (const key of ['kind', 'plural'] as const) {
    const name = said[key];
    if (typeof name !== 'string' || !NAME.test(name) || TAKEN.includes(name))
      refuse(`"${key}" cannot be "${name}": give it 1 to 50 small letters, digits, - and _, a letter first, and no word that answers use.`);
    if (DEED.test(String(name))) refuse(`"${key}" cannot be "${name}", as rights on it would read like others: choose another name.`);
  }
  const keywords = KEYWORDS[sort];
  const unknown = findUnknown(said, Object.keys(keywords));
  if (unknown !== undefined) refuse(unknown);
  for (const key of ['name', 'names', 'one']) {
    if (!(key === 'one' && said[key] === undefined) && !isText(said[key]))
      refuse(`"${key}" lacks a language: give it in ${LANGUAGES.join(', ')}.`);
  }
  if (sort === 'post-like' && (typeof said['fields'] !== 'object' || said['fields'] === null || Array.isArray(said['fields'])))
    refuse('it has no fields: give it { fields: {} } where it has none.');
  const wrong = Object.entries(keywords).find(([key, type]) => said[key] !== undefined && typeof said[key] !== type);
  if (wrong !== undefined) refuse(`"${wrong[0]}" is no ${wrong[1]}: give one, or leave it out.`);
}
