import type { Text } from '../../language';
import { keyOf } from '../../records/connection';
import { linkedIds } from '../../records/links';
import type { Schema } from '../../registry/args';
import { siteUrl } from '../addresses';
import type { MadeBy } from '../field';
import type { PostRecord } from '../post-record';
import type { Services } from '../services';
import { createAssigning } from '../terms/assigning';
import { assignedAnswer } from '../terms/term-answer';
import { presentTerms } from '../terms/term-presenting';
import { ID_LIST } from './inline-link';

/** A field by which records are assigned terms: by ID, name or slug, mixed; it bears the plural of their kind. */
export interface AssignedTerms {
  readonly accepts: Schema;
  /** What answers say of it. */
  readonly shown: Text;
  readonly description: Text;
}

/** Makes such a field; the terms are shown whole, by name. */
export const assignedTerms = (services: Services, { accepts, shown, description }: AssignedTerms): MadeBy<readonly number[]> => ({
  make(_, name) {
    const terms = () => services.kinds.terms(name);
    const assigning = createAssigning(services, terms, name);
    const idsOf = (record: PostRecord | undefined) => (record ? linkedIds(record, name) : []);
    return {
      link: name,
      field: {
        name,
        path: name,
        empty: [],
        nulled: 'kept',
        hidden: { value: [] },
        arg: { ...ID_LIST, validate: assigning.validate, accepts, description },
        touches(value, current) {
          const before = idsOf(current);
          return assigning
            .named(value)
            .filter((id) => !before.includes(id))
            .map((id) => keyOf(name, id));
        },
        write: (value, context) => assigning.resolve(value, context),
        async show(records, view) {
          const of = services.termLikes.get(name);
          const found = await terms().many(records.flatMap(idsOf));
          const place = { baseUrl: view.baseUrl, origin: siteUrl(view.baseUrl, services.site) };
          return records.map((record) => of && presentTerms(of, idsOf(record), found, place));
        },
        answer: () => ({ type: 'array', items: assignedAnswer, required: true, description: shown }),
      },
      extension: {},
    };
  },
});
