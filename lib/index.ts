/** All exports for programs and plugins: the whole package `calendar-events`. */

export type { CalendarRecords } from '../routes/records';
export type { Capability, Role, User } from './access';
export type { Clock } from './calendar';
export { ApiError, invalidParam } from './errors';
export type { Log } from './http';
export { LANGUAGES, type Language, type Text } from './language';
// With `*`, plugins can add to the interface `PostLikes`.
export type * from './program';
export { createService, readSettings } from './program';
export type { Arg, Args, EditParams, HandlerRequest, Params, PermissionRequest } from './registry';
export { CREATABLE, DELETABLE, EDITABLE, READABLE, type Reply, reply } from './registry';
