import { canEdit } from '../../access';
import { type CountedLink, idsOfLink, linkedIds } from '../../database';
import { errors, invalidParam } from '../../errors';
import { isServed, type Text } from '../../language';
import { type Arg, type ArgRequest, readAs } from '../../registry';
import { byTermsArg, matchingTerms, repeatedTerms } from '../list';
import { cachedReads, countedReads, groupMembers, linkedMembers, lockRecord, ownedAs, shownReads, visibleToWriter } from '../records';
import { presentAssignedTerms } from '../show';
import {
  type CompiledField,
  type LinkField,
  ownedBy,
  type PostRecord,
  type Services,
  type StoringField,
  type TermDeclaration,
  type TermLike,
  type TypeBasics,
  type User,
  type WriteContext,
} from '../types';
import { idsIn, isEmpty, listOf, MOST_LINKS, nonEmpty, readId, TERMS } from '../values';
import { canReadUnprotected, readableWithoutPassword, termsVisibleTo, withVisibleParents } from '../visibility';
import { resolveTerms, termsIn, validateTerms } from '../write';
import { filterIndex } from './field-lists';

/** A link field to a post-like type: the types on both ends, and the stored path. */
interface PostLink {
  readonly services: Services;
  readonly type: TypeBasics;
  readonly target: TypeBasics;
  readonly name: string;
  readonly path: `fields.${string}`;
  readonly declared: LinkField;
  readonly many: boolean;
}

/** Completes the link field of a plugin: its index, its facet, and the way in which translations share it. */
function completeLink(
  type: TypeBasics,
  { link, shared, facet, description }: LinkField,
  field: CompiledField & { readonly path: string; readonly filter: NonNullable<CompiledField['filter']> },
  counted: readonly CountedLink[],
): CompiledField {
  const { name, path, filter } = field;
  const index = filterIndex(type, name, path);
  return {
    ...field,
    link,
    ...(shared && { shared: { path, by: shared } }),
    always: true,
    filter: { ...filter, hint: index.name },
    ...(facet && { facet: { arg: name, field: path, link, description } }),
    indexes: [index],
    counted,
  };
}

/** Makes a plugin's field that links to records of another type, by ID, and filters lists by them. */
export function postLink(services: Services, type: TypeBasics, name: string, declared: LinkField, target: TypeBasics): CompiledField {
  const path = `fields.${name}` as const;
  const many = declared.many === true;
  const empty = many ? [] : null;
  const link = { services, type, target, name, path, declared, many };
  const { description, back } = declared;
  const field = {
    name,
    path,
    arg: argOf(link),
    empty,
    onNull: { store: empty },
    write: (value, context) => idsToStore(link, value, context),
    async show(records, view) {
      const linked = await linkedMembers(records, { ...readableTargets(link, view.user), idsOf: (record) => linkedIds(record, path) });
      return linked.map((shown) => {
        const ids = shown.map(({ _id }) => _id);
        return many ? ids : (ids[0] ?? null);
      });
    },
    answer: () => ({ ...(many ? { type: 'array', items: { type: 'integer' } } : { type: ['integer', 'null'] }), description }),
    filter: filterOf(link),
  } satisfies CompiledField;
  const counted = back === undefined ? [] : [{ field: path, collection: target.plural, as: `counts.${back}` as const }];
  return completeLink(type, declared, field, counted);
}

const targetsOf = ({ services, target }: PostLink) => services.stores.posts<PostRecord>(target.plural);

const readableTargets = (link: PostLink, user: User | undefined) => ({
  records: targetsOf(link),
  visibility: readableWithoutPassword(user, link.target.plural),
  served: link.services.site.served,
});

/** True if a user may link to a record. The record must be readable, with its protected parts, and its language served. */
const mayLink = ({ services, target }: PostLink, record: PostRecord, user: User | undefined): boolean =>
  isServed(record.language, services.site.served) && canReadUnprotected(user, target.plural, record);

/** True if a user may edit a record and its translations, which all show the link. */
const mayEditGroup = ({ target }: PostLink, user: User | undefined, record: PostRecord | undefined): boolean => {
  if (record === undefined) return false;
  return [ownedBy(record), ...Object.values(record.translations).map(ownedAs)].every((owned) => canEdit(user, target.plural, owned));
};

const refusalOf = ({ many, target }: PostLink): Text => ({
  en: `Send ${many ? 'IDs' : 'the ID of one'} of the ${target.names.en} that you may read.`,
  fr: `Envoyez ${many ? 'des identifiants existants' : 'un identifiant existant'} que vous pouvez lire (${target.names.fr}).`,
});

function argOf(link: PostLink): Arg {
  const { declared, many, path } = link;
  const read = (value: unknown): (number | undefined)[] => (isEmpty(value) ? [] : nonEmpty(many ? listOf(value) : [value]).map(readId));
  return {
    ...(many ? { type: 'array', items: { type: 'integer' }, maxItems: MOST_LINKS } : { type: 'integer' }),
    ...(declared.required ? { required: true } : { default: null }),
    async validate(value, request) {
      const ids = read(value);
      const isMissing = ids.length === 0 && declared.required && request.record === undefined;
      if (ids.includes(undefined) || isMissing) throw errors.invalidValue(refusalOf(link));
      const found = await targetsOf(link).many(ids as number[]);
      const current = linkedIds(request.record as PostRecord | undefined, path);
      const isVisible = (id: number) => {
        const record = found.get(id);
        return record !== undefined && (current.includes(id) || mayLink(link, record, request.user as User | undefined));
      };
      if (!(ids as number[]).every(isVisible)) throw errors.invalidValue(refusalOf(link));
      const linked = [...new Set(ids)];
      return readAs(many ? linked : (linked[0] ?? null));
    },
    sanitize: () => (many ? [] : null),
    description: declared.description,
  };
}

/**
 * Returns the IDs of linked records to store. Refuses records that were removed since validation. If the link has `back`, a new link needs
 * the right to edit the linked record; otherwise throws 403 `rest_forbidden`.
 */
async function idsToStore(link: PostLink, value: unknown, context: WriteContext) {
  const { services, target, name, path, many, declared } = link;
  const { current, user, session } = context;
  const before = linkedIds(current, path);
  const { visible, hidden } = await visibleToWriter(readableTargets(link, user), before, context);
  const ids = idsOfLink(value).flatMap((id) => visible.get(id) ?? [id]);
  const added = ids.filter((id) => !before.includes(id));
  for (const id of added) await lockRecord(services, target.plural, id, session);
  const found = await targetsOf(link).many(ids, session);
  if (ids.some((id) => !found.has(id))) throw invalidParam(name, refusalOf(link));
  if (declared.back !== undefined && added.some((id) => !mayEditGroup(link, user, found.get(id)))) throw errors.linkForbidden(name);
  const stored = many || ids.length === 0 ? [...new Set([...ids, ...hidden])] : ids;
  if (stored.length === 0 && before.length > 0 && declared.required) throw invalidParam(name, refusalOf(link));
  return many ? stored : (stored[0] ?? null);
}

function filterOf(link: PostLink): NonNullable<CompiledField['filter']> {
  const { services, type, target, path } = link;
  const reads = () => cachedReads(services.cache, target.plural, targetsOf(link));
  const exist = async (ids: readonly number[], request: ArgRequest) => {
    const found = [...(await reads().many(ids)).values()];
    return found.filter((record) => mayLink(link, record, request.user as User | undefined)).length === new Set(ids).size;
  };
  return {
    arg: {
      ...idsIn(exist),
      description: {
        en: `Limit to ${type.names.en} of these ${target.names.en}, by ID`,
        fr: `Limiter les ${type.names.fr} à ces identifiants (${target.names.fr})`,
      },
    },
    where: async (ids, view) => ({
      [path]: { $in: await groupMembers(reads(), ids as number[], readableWithoutPassword(view.user, target.plural)) },
    }),
  };
}

/** Makes a field that assigns terms of a type. It has the type's plural as name. Translations share it, and answers show whole terms. */
export const assignedTerms = <const P extends string>(
  services: Services,
  plural: P,
  { shown, description }: { readonly shown: Text; readonly description: Text },
): StoringField<P, readonly number[]> => ({
  ...termField(services, { name: plural, path: plural, plural, description }),
  path: plural,
  link: plural,
  onNull: 'keep',
  shared: { path: plural, by: true },
  hidden: { value: [] },
  answer: (embeddedOf) => ({ type: 'array', items: embeddedOf(plural), required: true, description: shown }),
  counted: [{ field: plural, collection: plural, reveals: true }],
});

type AssigningField = Pick<LinkField, 'required' | 'description'> & Readonly<Record<'name' | 'path' | 'plural', string>>;

/** Makes the common part of fields that assign terms. Unknown names create terms. */
function termField(services: Services, { name, path, plural, required, description }: AssigningField) {
  const termsOf = () => services.stores.terms(plural);
  return {
    name,
    path,
    empty: [],
    arg: {
      type: 'array',
      items: { type: 'integer' },
      ...(required ? { required } : { default: null }),
      validate: validateTerms,
      sanitize: (value: unknown): unknown => value,
      accepts: TERMS,
      description,
    },
    linksIn: (value) => ({ to: plural, ...termsIn(value) }),
    translates: true,
    write: (value, context) => resolveTerms({ services, plural, name, path }, value, context),
    async show(records, view) {
      const of = services.termLikes.get(plural) as TermLike;
      // With placeholders for the counts of terms, the counts need no query.
      const terms = view.hasPlaceholders ? shownReads(services.cache, of, termsOf()) : countedReads(plural, termsOf());
      const assigned = await linkedMembers(records, {
        records: terms,
        visibility: termsVisibleTo(services, plural, view.user),
        served: services.site.served,
        idsOf: (record) => linkedIds(record, path),
      });
      const visible = await withVisibleParents(terms, assigned.flat(), services.site);
      const termById = new Map(visible.map((term) => [term._id, term]));
      const shown = records.map(({ language }, at) => ({
        language,
        terms: assigned[at]?.flatMap(({ _id }) => termById.get(_id) ?? []) ?? [],
      }));
      return presentAssignedTerms(services, of, shown, view);
    },
  } as const satisfies CompiledField;
}

/** Makes a plugin's field that assigns terms and filters lists by them. */
export function termLink(
  services: Services,
  type: TypeBasics,
  name: string,
  link: LinkField,
  of: Pick<TermDeclaration, 'plural' | 'names'>,
): CompiledField {
  const { required, description } = link;
  const path = `fields.${name}`;
  const assigning = termField(services, { ...link, name, path, plural: of.plural });
  const field = {
    ...assigning,
    onNull: { store: [] },
    async write(value, context) {
      const ids = await assigning.write(value, context);
      const before = context.current === undefined ? undefined : linkedIds(context.current, path);
      if (ids.length === 0 && required && before?.length !== 0) {
        throw invalidParam(name, {
          en: `Send at least one of the ${of.names.en}.`,
          fr: `Envoyez au moins un identifiant, un nom ou un slug (${of.names.fr}).`,
        });
      }
      return ids;
    },
    answer: (embeddedOf) => ({ type: 'array', items: embeddedOf(of.plural), description }),
    filter: {
      arg: {
        ...byTermsArg(services, of.plural),
        description: {
          en: `Limit to ${type.names.en} with one of these ${of.names.en}, as IDs, names or slugs`,
          fr: `Limiter les ${type.names.fr} selon ces identifiants, noms ou slugs (${of.names.fr})`,
        },
      },
      where: async (ids) => ({ [path]: { $in: await matchingTerms(services, of.plural, ids as number[]) } }),
      inLinks: (ids, view) => repeatedTerms(services, of.plural, ids as number[], view),
    },
  } satisfies CompiledField;
  return completeLink(type, link, field, [{ field: path, collection: of.plural, reveals: true }]);
}
