/** What one may do with the records of a post-like kind, before the kind's plural: `edit_others_events`. */
const CONTRIBUTOR = ['edit', 'delete'] as const;
const AUTHOR = [...CONTRIBUTOR, 'publish', 'edit_published', 'delete_published'] as const;
const EDITOR = [...AUTHOR, 'edit_others', 'delete_others', 'edit_private', 'delete_private', 'read_private'] as const;

export type Deed = (typeof EDITOR)[number];

/**
 * A right that roles give: a deed on a post-like kind, or one of the few others.
 *
 * @example
 * const capability: Capability = 'edit_others_events';
 */
export type Capability = `${Deed}_${string}` | 'read' | 'upload_files' | 'manage_categories' | 'manage_tags' | 'manage_users';

interface Grant {
  readonly deeds: readonly Deed[];
  readonly others: readonly Capability[];
}

/** The six roles and what each may do, as in the CMS: contributors write what others publish, authors their own, editors everything. */
const GRANTS = {
  administrator: { deeds: EDITOR, others: ['read', 'upload_files', 'manage_categories', 'manage_tags', 'manage_users'] },
  editor: { deeds: EDITOR, others: ['read', 'upload_files', 'manage_categories', 'manage_tags'] },
  author: { deeds: AUTHOR, others: ['read', 'upload_files', 'manage_categories'] },
  contributor: { deeds: CONTRIBUTOR, others: ['read'] },
  subscriber: { deeds: [], others: ['read'] },
  none: { deeds: [], others: [] },
} as const satisfies Record<string, Grant>;

/**
 * The role of a user, which gives capabilities; `none` gives no right at all.
 *
 * @example
 * const role: Role = 'editor';
 */
export type Role = keyof typeof GRANTS;
export const ROLES = Object.keys(GRANTS) as readonly Role[];

/** Tells whether a text names a role. */
export const isRole = (text: string): text is Role => Object.hasOwn(GRANTS, text);

/** Tells whether a role gives a capability; deeds hold for every post-like kind, plugins' included. */
export function roleCan(role: Role, capability: Capability): boolean {
  const grant: Grant = GRANTS[role];
  return grant.others.includes(capability) || grant.deeds.some((deed) => capability.startsWith(`${deed}_`) && !isLonger(deed, capability));
}

/** The capabilities that are no deeds. */
export const OTHERS = GRANTS.administrator.others as readonly Capability[];

/** The plural of the kind that a capability is about; undefined for one that is no deed. */
export function pluralOf(capability: Capability): string | undefined {
  const deed = EDITOR.find((one) => capability.startsWith(`${one}_`) && !isLonger(one, capability));
  return deed && capability.slice(deed.length + 1);
}

/** `edit_others_events` is not the deed `edit` on a kind `others_events`. */
const isLonger = (deed: Deed, capability: Capability) =>
  EDITOR.some((longer) => longer.length > deed.length && longer.startsWith(`${deed}_`) && capability.startsWith(`${longer}_`));
