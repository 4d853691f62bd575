/** The actions that a contributor may do on post-like types. An action and a plural make a capability: `edit_others_events`. */
const CONTRIBUTOR = ['edit', 'delete'] as const;
const AUTHOR = [...CONTRIBUTOR, 'publish', 'edit_published', 'delete_published'] as const;
const EDITOR = [...AUTHOR, 'edit_others', 'delete_others', 'edit_private', 'delete_private', 'read_private'] as const;

export type Action = (typeof EDITOR)[number];

/**
 * A right that roles give: an action on a post-like type, or one of a few others.
 *
 * @example
 * const capability: Capability = 'edit_others_events';
 */
export type Capability = `${Action}_${string}` | 'read' | 'upload_files' | 'manage_categories' | 'manage_tags' | 'manage_users';

interface Grant {
  readonly actions: readonly Action[];
  readonly others: readonly Capability[];
}

/**
 * The roles: the five of WordPress, and `none` without rights. Contributors write drafts, authors publish their own records, editors change
 * everything.
 */
const GRANTS = {
  administrator: { actions: EDITOR, others: ['read', 'upload_files', 'manage_categories', 'manage_tags', 'manage_users'] },
  editor: { actions: EDITOR, others: ['read', 'upload_files', 'manage_categories', 'manage_tags'] },
  author: { actions: AUTHOR, others: ['read', 'upload_files', 'manage_categories'] },
  contributor: { actions: CONTRIBUTOR, others: ['read'] },
  subscriber: { actions: [], others: ['read'] },
  none: { actions: [], others: [] },
} as const satisfies Record<string, Grant>;

/**
 * The role of a user, which gives capabilities. `none` gives no right at all.
 *
 * @example
 * const role: Role = 'editor';
 */
export type Role = keyof typeof GRANTS;
export const ROLES = Object.keys(GRANTS) as readonly Role[];

export const isRole = (text: string): text is Role => Object.hasOwn(GRANTS, text);

/** All actions, the longest first: `edit_others_events` is the action `edit_others`, not `edit` on a type `others_events`. */
const ACTIONS = EDITOR.toSorted((one, other) => other.length - one.length);

const actionOf = (capability: Capability): Action | undefined => ACTIONS.find((action) => capability.startsWith(`${action}_`));

/** True if a role gives a capability. An action such as `edit_others` covers every post-like type, also those of plugins. */
export function roleCan(role: Role, capability: Capability): boolean {
  const { others, actions }: Grant = GRANTS[role];
  const action = actionOf(capability);
  return others.includes(capability) || (action !== undefined && actions.includes(action));
}

/** The capabilities that are no actions on a post-like type, such as `upload_files`. */
export const GENERAL_CAPABILITIES = GRANTS.administrator.others as readonly Capability[];

/** Returns the plural of the content type in a capability. Undefined for a capability without a content type. */
export function pluralOf(capability: Capability): string | undefined {
  const action = actionOf(capability);
  return action && capability.slice(action.length + 1);
}

/**
 * A signed-in user who sends a request. An anonymous request has the user `undefined`.
 *
 * @example
 * const maySell = (user: User | undefined): boolean => user?.can('edit_others_events') ?? false;
 */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly role: Role;
  can(capability: Capability): boolean;
}

export const createUser = (stored: { readonly id: number; readonly login: string; readonly role: Role }): User => ({
  ...stored,
  can: (capability) => roleCan(stored.role, capability),
});
