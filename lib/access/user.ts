import { type Capability, type Role, roleCan } from './roles';

/**
 * Who asks. No user at all is `undefined`: anonymous.
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

/** Makes the user that handlers and permissions see from what is stored of him. */
export const createUser = (stored: { readonly id: number; readonly login: string; readonly role: Role }): User => ({
  ...stored,
  can: (capability) => roleCan(stored.role, capability),
});
