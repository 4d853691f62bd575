export { createApplicationPassword, digestPassword, matchesDigest } from './application-password';
export { readCredentials } from './credentials';
export {
  canDelete,
  canDo,
  canEdit,
  canRead,
  LISTED_STATUSES,
  mayName,
  type Owned,
  POST_STATUSES,
  type PostStatus,
  scaleStatus,
} from './posts';
export { type Capability, isRole, OTHERS, pluralOf, ROLES, type Role } from './roles';
export { createUser, type User } from './user';
