import { slugify } from '../../lib/calendar/slug';
import { errors } from '../../lib/errors';
import type { Text } from '../../lib/language';
import type { Terms } from '../../lib/records/terms';
import type { ArgRequest } from '../../lib/registry/args';
import { listOf, named, readId } from '../common';

/** A filter by terms, as IDs, slugs or names; what is both a slug and an ID is taken as the slug (REFERENCE 4.6). */
export function termsFilter(terms: Terms) {
  const why: Text = {
    en: 'Send IDs or slugs that exist, in a list or with commas between them.',
    fr: 'Envoyez des identifiants ou des slugs existants, dans une liste ou séparés par des virgules.',
  };
  const read = (value: unknown): string[] =>
    named(listOf(value)).map((item) => (typeof item === 'string' || typeof item === 'number' ? String(item) : ''));
  return {
    validate(value: unknown): true {
      const items = read(value);
      if (items.length === 0 || items.some((item) => item === '' || item === '0')) throw errors.invalidValue(why);
      return true;
    },
    async sanitize(value: unknown, { language }: ArgRequest): Promise<number[]> {
      const items = read(value);
      const slugs = items.map((item) => slugify(item));
      const ids = items.flatMap((item) => readId(item) ?? []);
      // Not one query by either: a server may find no index that serves both.
      const found = [...(await terms.find({ language, slug: { $in: slugs } })), ...(await terms.many(ids)).values()];
      return items.map((item, place) => {
        const term =
          found.find((one) => one.language === language && one.slug === slugs[place]) ?? found.find((one) => one._id === readId(item));
        if (!term) throw errors.invalidValue(why);
        return term._id;
      });
    },
  };
}
