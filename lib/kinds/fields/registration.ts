import { DeclarationError } from '../../registry/declaration-error';
import type { PostLike } from '../post-like/kind';
import type { PostRecord } from '../post-like/post-record';
import { writableArgs } from '../post-like/writing';
import type { Services } from '../services';
import { assertDeclared } from './declaration';
import type { AddedField, Field, LinkField } from './field';
import { hookedLink } from './hooked-field';
import { backLink, postLink } from './post-link';
import { type MadeField, schemaField } from './schema-field';
import { termLink } from './term-link';

const NAME = /^[a-z][a-z0-9_]{0,49}$/;

/** What answers and lists say beside a kind's args. */
const RESERVED = new Set(
  'id global_id global_id_lineage modified modified_utc url rest_url language translations json_ld custom_fields links meta'
    .concat(' page per_page search status password include exclude orderby order offset context slug ml_language')
    .concat(' start_date_details end_date_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details')
    .concat(' timezone_abbr cost_details ticketed')
    .split(' '),
);

/** What makes a list work, or a record what it is: nothing can stand in its place. */
const FIRM = new Set('id page per_page search status password orderby order ml_language'.split(' '));

/** MongoDB makes at most 64 indexes of a collection, that of the IDs included. */
const MOST_INDEXES = 63;

/**
 * Adds a field to a post-like kind, once all kinds are known and before their routes are declared. Throws a `DeclarationError` that names kind
 * and field for a name that is taken, a kind that nobody registers, and what its schema makes impossible.
 */
export function addField(services: Services, plural: string, name: string, declared: Field, plugin: string): void {
  try {
    const kind = services.postLikes.get(plural);
    if (kind === undefined)
      throw new Error(`no post-like kind is named "${plural}": use one of ${[...services.postLikes.keys()].join(', ')}.`);
    assertDeclared(name, declared);
    assertFree(services, kind, name, !('link' in declared) && declared.stored === false);
    const { field, extension } =
      'link' in declared ? linkField(services, kind, name, declared, plugin) : schemaField(kind, name, declared, plugin);
    kind.added.set(name, { ...field, plugin });
    services.kinds.extendPosts(plural, extension);
    if ((services.kinds.indexes()[plural]?.length ?? 0) > MOST_INDEXES)
      throw new Error(`its index is one more than the ${MOST_INDEXES} that ${plural} can have: filter or sort by fewer fields.`);
  } catch (error) {
    throw new DeclarationError(`Field "${name}" of ${plural}: ${error instanceof Error ? error.message : error}`);
  }
}

function linkField(services: Services, kind: PostLike<PostRecord>, name: string, link: LinkField, plugin: string): MadeField {
  const here = { collection: kind.plural, field: `fields.${name}` };
  const hookedEnd = ({ field, extension }: MadeField): MadeField => ({
    field: hookedLink(field, { plugin, kind: kind.kind, plural: kind.plural, field: name }),
    extension,
  });
  const terms = services.termLikes.get(link.link);
  if (terms !== undefined) {
    if (!link.many) throw new Error(`"${link.link}" are terms, of which a record has several: add "many: true".`);
    if (link.back !== undefined) throw new Error(`"${link.link}" are terms, which count their records by themselves: leave "back" out.`);
    services.kinds.link(link.link, here);
    return hookedEnd(termLink(services, kind, name, link, terms, services.kinds.terms(link.link)));
  }
  const target = services.postLikes.get(link.link);
  if (target === undefined) {
    const kinds = [...services.postLikes.keys(), ...services.termLikes.keys()];
    throw new Error(`it links to "${link.link}", which is no kind: use one of ${kinds.join(', ')}.`);
  }
  services.kinds.link(link.link, here);
  if (link.back !== undefined) {
    if (target === kind && link.back === name) throw new Error(`"back" is the name of the field itself: choose another one.`);
    assertFree(services, target, link.back, false);
    const owner = { plugin, kind: target.kind, plural: target.plural, field: link.back };
    target.added.set(link.back, { ...hookedLink(backLink(kind, name, link.back), owner), plugin });
  }
  return hookedEnd(postLink(services, kind, name, link, target));
}

function assertFree(services: Services, kind: PostLike<PostRecord>, name: string, replaces: boolean): void {
  // Every object has a `constructor`, whether or not it was given one.
  if (typeof name !== 'string' || !NAME.test(name) || name === 'constructor')
    throw new Error(`the name "${name}" cannot be used: it has 1 to 50 small letters, digits and _, a letter first.`);
  const before: AddedField | undefined = kind.added.get(name);
  if (before !== undefined)
    throw new Error(`the plugin ${before.plugin} has added "${name}" to ${kind.plural} already: choose another name.`);
  if (replaces && FIRM.has(name)) throw new Error(`nothing can stand in the place of "${name}": choose another name.`);
  if (replaces) return;
  if (RESERVED.has(name) || Object.hasOwn(writableArgs(kind, services), name) || Object.hasOwn(kind.filters, name)) {
    throw new Error(
      `${kind.plural} have "${name}" already: choose another name, or with "stored: false" show something else in its place.`,
    );
  }
}
