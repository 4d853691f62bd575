import { canEdit, type Owned } from '../../../access';
import { idsOfLink, linkedIds } from '../../../database';
import { errors } from '../../../errors';
import { isServed } from '../../../language';
import { type Arg, type ArgRequest, readAs } from '../../../registry';
import { cachedReads, claimTarget, groupMembers, linkedMembers, visibleToWriter } from '../../records';
import {
  type CompiledField,
  type LinkField,
  ownedBy,
  type PostRecord,
  type Services,
  type TypeDraft,
  type User,
  type WriteContext,
} from '../../types';
import { idsIn, isEmpty, listOf, MOST_LINKS, named, readId } from '../../values';
import { canReadWhole, readableBy } from '../../visibility';
import { filterIndex } from '../declared/field-filter';

/** Returns author and status of a record and of its translations. */
const ownersOf = (record: PostRecord): readonly Owned[] => [
  ownedBy(record),
  ...Object.values(record.translations).map(({ author = 0, status, was }) => ({ author, status, was }) as Owned),
];

/** Makes a field that links to records of a post-like type. */
export function postLink(services: Services, kind: TypeDraft, name: string, link: LinkField, target: TypeDraft): CompiledField {
  const path = `fields.${name}` as const;
  const filtered = filterIndex(kind, name, path);
  const many = link.many === true;
  const posts = () => services.kinds.posts<PostRecord>(target.plural);
  const refusal = () =>
    errors.invalidValue({
      en: `Send ${many ? 'IDs' : 'the ID of one'} of the ${target.names.en} that you may read.`,
      fr: `Envoyez ${many ? 'des identifiants existants' : 'un identifiant existant'} que vous pouvez lire (${target.names.fr}).`,
    });
  const read = (value: unknown): (number | undefined)[] => (isEmpty(value) ? [] : named(many ? listOf(value) : [value]).map(readId));
  const seenTo = (user: User | undefined) => ({ records: posts(), sight: readableBy(user, target.plural), served: services.site.served });
  // Links to a protected record are hidden with its other parts.
  const isSeen = (record: PostRecord, user: User | undefined) =>
    isServed(record.language, services.site.served) && canReadWhole(user, target.plural, record);

  /** True if a user may edit a record and its translations, which all show the link. */
  const mayShow = (user: User | undefined, record: PostRecord | undefined): boolean =>
    record !== undefined && ownersOf(record).every((owned) => canEdit(user, target.plural, owned));

  const arg: Arg = {
    ...(many ? { type: 'array', items: { type: 'integer' } } : { type: 'integer' }),
    ...(link.required ? { required: true } : { default: null }),
    async validate(value, request) {
      const ids = read(value);
      const isMissing = ids.length === 0 && link.required && request.record === undefined;
      if (ids.length > MOST_LINKS || ids.includes(undefined) || isMissing) throw refusal();
      const found = await posts().many(ids as number[]);
      const current = linkedIds(request.record as PostRecord | undefined, path);
      const isVisible = (id: number) => {
        const record = found.get(id);
        return record !== undefined && (current.includes(id) || isSeen(record, request.user as User | undefined));
      };
      if (!(ids as number[]).every(isVisible)) throw refusal();
      const linked = [...new Set(ids)];
      return readAs(many ? linked : (linked[0] ?? null));
    },
    sanitize: () => (many ? [] : null),
    description: link.description,
  };

  /**
   * Returns the IDs to store. Refuses records that were removed since validation. If the link has `back`, a new one needs the right to edit
   * the linked record: 403 `rest_forbidden`.
   */
  const write = async (value: unknown, context: WriteContext<PostRecord>) => {
    const { current, user, session } = context;
    const before = linkedIds(current, path);
    const { meant, hidden } = await visibleToWriter(seenTo(user), before, context);
    const ids = idsOfLink(value).flatMap((id) => meant.get(id) ?? [id]);
    for (const id of ids) if (!before.includes(id)) await claimTarget(services, id, session);
    const found = await posts().many(ids, session);
    if (ids.some((id) => !found.has(id))) throw errors.invalidParams({ [name]: refusal() });
    if (link.back !== undefined && ids.some((id) => !before.includes(id) && !mayShow(user, found.get(id)))) throw errors.forbidden(false);
    const kept = many || ids.length === 0 ? [...new Set([...ids, ...hidden])] : ids;
    if (kept.length === 0 && before.length > 0 && link.required) throw errors.invalidParams({ [name]: refusal() });
    return many ? kept : (kept[0] ?? null);
  };

  const asked = () => cachedReads(services.cache, target.plural, posts());
  const known = async (ids: readonly number[], request: ArgRequest) => {
    const found = [...(await asked().many(ids)).values()];
    return found.filter((record) => isSeen(record, request.user as User | undefined)).length === new Set(ids).size;
  };

  return {
    field: {
      name,
      arg,
      path,
      empty: many ? [] : null,
      ...(link.shared && { shared: { path, by: link.shared } }),
      cleared: { value: many ? [] : null },
      write,
      async show(records, view) {
        const linked = await linkedMembers(records, {
          ...seenTo(view.user),
          idsOf: (record) => linkedIds(record, path),
        });
        return linked.map((shown) => {
          const ids = shown.map(({ _id }) => _id);
          return many ? ids : (ids[0] ?? null);
        });
      },
      always: true,
      shows: target.plural,
      answer: () => ({
        ...(many ? { type: 'array', items: { type: 'integer' } } : { type: ['integer', 'null'] }),
        description: link.description,
      }),
      filter: {
        arg: {
          ...idsIn(known),
          description: {
            en: `Limit to ${kind.names.en} of these ${target.names.en}, by ID`,
            fr: `Limiter les ${kind.names.fr} à ces identifiants (${target.names.fr})`,
          },
        },
        where: async (ids, view) => ({
          [path]: { $in: await groupMembers(asked(), ids as number[], readableBy(view.user, target.plural)) },
        }),
        hint: filtered.name,
      },
      ...(link.facet && { facet: { arg: name, field: path, link: target.plural, whole: true, description: link.description } }),
    },
    link: target.plural,
    extension: {
      indexes: [filtered],
      counted: link.back === undefined ? [] : [{ field: path, collection: target.plural, as: `counts.${link.back}` }],
    },
  };
}
