/** Users, roles, rights and credentials. All functions are pure: they neither read the database nor send requests. */

// Application passwords, and the header `Authorization`.
export { createApplicationPassword, digestPassword, matchesDigest, readCredentials } from './credentials';
// Rights on post-like records, by status and author.
export {
  canDelete,
  canDo,
  canEdit,
  canRead,
  LISTED_STATUSES,
  mayChooseSlug,
  type Owned,
  POST_STATUSES,
  type PostStatus,
  permittedStatus,
} from './posts';
// Roles, the capabilities that they give, and the signed-in user of a request.
export { type Capability, createUser, GENERAL_CAPABILITIES, isRole, pluralOf, ROLES, type Role, type User } from './roles';
