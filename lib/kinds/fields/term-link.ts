import { invalidParam } from '../../errors';
import { index } from '../../records/indexes';
import { linkedIds } from '../../records/links';
import { siteUrl } from '../addresses';
import type { KindDraft, LinkField, MadeField } from '../field';
import type { PostRecord } from '../post-record';
import type { Services } from '../services';
import type { TermDeclaration } from '../term-like';
import { createAssigning } from '../terms/assigning';
import { assignedAnswer } from '../terms/term-answer';
import { presentTerms } from '../terms/term-presenting';
import { termsFilter, termsInLinks } from '../terms/terms-filter';

/** Makes a field by which records are assigned terms: by ID, name or slug, as events take their categories; unknown names become terms. */
export function termLink(services: Services, kind: KindDraft, name: string, link: LinkField, of: TermDeclaration): MadeField {
  const path = `fields.${name}` as const;
  const termsOf = () => services.kinds.terms(of.plural);
  const assigning = createAssigning(services, termsOf, name);
  const idsOf = (record: PostRecord) => linkedIds(record, path);
  return {
    field: {
      name,
      path,
      empty: [],
      hidden: { value: null },
      cleared: { value: [] },
      arg: {
        type: 'array',
        items: { type: 'integer' },
        ...(link.required ? { required: true } : { default: null }),
        validate: (value) => assigning.validate(value),
        sanitize: (value) => value,
        description: link.description,
      },
      ...(link.required && { judges: true }),
      async write(value, { current, language, session }) {
        const ids = await assigning.resolve(value, { language, session });
        if (ids.length === 0 && link.required && (current === undefined || idsOf(current).length > 0)) {
          throw invalidParam(name, {
            en: `Send at least one of the ${of.names.en}.`,
            fr: `Envoyez au moins un identifiant, un nom ou un slug (${of.names.fr}).`,
          });
        }
        return ids;
      },
      async show(records, view) {
        const found = await termsOf().many(records.flatMap(idsOf));
        const place = { baseUrl: view.baseUrl, origin: siteUrl(view.baseUrl, services.site) };
        return records.map((record) => presentTerms({ ...of, namespace: services.namespace }, idsOf(record), found, place));
      },
      always: true,
      answer: () => ({ type: 'array', items: assignedAnswer, description: link.description }),
      filter: {
        arg: {
          ...termsFilter(termsOf),
          description: {
            en: `Limit to ${kind.names.en} with one of these ${of.names.en}, as IDs or slugs`,
            fr: `Limiter les ${kind.names.fr} selon ces identifiants ou slugs (${of.names.fr})`,
          },
        },
        where: async (ids) => ({ [path]: { $in: of.hierarchical ? await termsOf().withDescendants(ids as number[]) : (ids as number[]) } }),
        inLinks: (ids, { language }) => termsInLinks(termsOf(), ids as number[], language),
        hint: `is_${name}`,
      },
    },
    link: of.plural,
    extension: {
      indexes: [index(`is_${name}`, { [path]: 1, ...kind.listed } as Record<string, 1>)],
      counted: [{ field: path, collection: of.plural }],
    },
  };
}
