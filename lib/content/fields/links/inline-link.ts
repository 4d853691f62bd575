import { index, linkedIds } from '../../../database';
import type { Text } from '../../../language';
import type { Answers, Schema } from '../../../registry';
import { linkedMembers, shownReads } from '../../records';
import type { FieldFactory, PostRecord, Services, Shared, View } from '../../types';
import { isEmptyScalar } from '../../values';
import { readableTo } from '../../visibility';
import { createLinking, type Inline } from '../../write';
import { ID_LIST, linksAnew } from './id-list';

/** A link whose value may also be data that create the linked record. */
export interface InlineLink<S extends string> extends Inline {
  /** The stored name of the IDs. */
  readonly as: S;
  readonly accepts: Schema;
  readonly shared?: Shared;
  /** A stored date. Linked records store the latest one of all records that link to them. */
  readonly latest: string;
  readonly answers: Pick<Answers, 'description'>;
  readonly description: Text;
}

/** Makes an inline link. Answers show the linked records whole; a link to one shows an object. */
export const inlineLink = <const S extends string>(
  services: Services,
  { as, accepts, answers, shared, latest, description, ...inline }: InlineLink<S>,
): FieldFactory<readonly number[]> & { readonly as: S } => {
  const { to, takes } = inline;
  const isOne = takes === 'one';
  const idsOf = (record: PostRecord | undefined) => linkedIds(record, as);
  /** True for an empty scalar, which leaves a link to one record unchanged. An empty list removes the link. */
  const isKept = (value: unknown) => isOne && isEmptyScalar(value);
  const latestIndex = index(`${as}Until`, { [as]: 1, language: 1, status: 1, password: 1, [latest]: 1 });
  return {
    as,
    make: (_, name) => {
      const linking = createLinking(services, name, inline);
      return {
        link: to,
        field: {
          name,
          path: as,
          empty: NONE,
          ...(shared && { shared: { path: as, by: shared } }),
          ...(isOne ? { nulled: 'kept' } : { cleared: { value: NONE } }),
          hidden: { value: NONE },
          arg: { ...ID_LIST, validate: (value, request) => linking.validate(value, request), accepts, description },
          newLinks: linksAnew(to, as, (value) => (isKept(value) ? [] : linking.named(value))),
          makes: (value) => !isKept(value) && linking.makes(value),
          translates: true,
          write: (value, context) => (isKept(value) ? idsOf(context.current) : linking.resolve(value, idsOf(context.current), context)),
          async show(records, view) {
            const shown = await shownOf(services, to, records, idsOf, view);
            return shown.map((linked) => (isOne && linked.length === 1 ? linked[0] : linked));
          },
          answer(embeddedOf) {
            const one = embeddedOf(to);
            const several = { type: 'array', items: one } as const;
            return { ...(isOne ? { anyOf: [one, several] } : several), required: true, ...answers };
          },
        },
        extension: {
          indexes: [latestIndex],
          counted: [{ field: as, collection: to, latest: { field: latest, index: latestIndex.name } }],
        },
      };
    },
  };
};

const NONE: readonly never[] = [];

/**
 * Returns the linked records of each record as answers embed them, in its language if possible. Records that the user may not read are left
 * out.
 */
async function shownOf(
  services: Services,
  plural: string,
  records: readonly PostRecord[],
  idsOf: (record: PostRecord) => readonly number[],
  view: View,
): Promise<object[][]> {
  const type = services.postLikes.get(plural);
  if (type === undefined) return records.map(() => []);
  const linked = await linkedMembers(records, {
    records: shownReads(services.cache, type, type.posts),
    visibility: readableTo(view.user, plural),
    served: services.site.served,
    idsOf,
  });
  const found = [...new Map(linked.flat().map((record) => [record._id, record])).values()];
  const answers = await type.present(found, { ...view, embedded: true });
  const shown = new Map(found.map(({ _id }, index) => [_id, answers[index]]));
  return linked.map((some) => some.flatMap(({ _id }) => shown.get(_id) ?? []));
}
