import { type Capability, type Role, roleCan } from './roles';

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

/** Makes the user for handlers and permissions from a stored user. */
export const createUser = (stored: { readonly id: number; readonly login: string; readonly role: Role }): User => ({
  ...stored,
  can: (capability) => roleCan(stored.role, capability),
});
