/** All that programs and plugins may use of the service. This is the whole of `calendar-events`. */

export type { CalendarRecords } from '../routes/records';
export type { Capability, Role } from './access/roles';
export type { User } from './access/user';
export type { Clock } from './calendar/clock';
export { invalidParam } from './errors';
export { ApiError } from './errors/refusal';
export type { Log } from './http/options';
export { LANGUAGES, type Language, type Text } from './language';
export type { ServiceOptions } from './program/foundation';
export type { Happened } from './program/listeners';
export type { NamedPlugin, Plugin, PluginRegistry, PluginServices } from './program/plugin';
export type * from './program/post-likes';
export { createService, type Service } from './program/service';
export { readSettings, type Settings } from './program/settings';
export type { Arg, Args, EditParams, Params } from './registry/args';
export { CREATABLE, DELETABLE, EDITABLE, READABLE } from './registry/registry';
export { type Reply, reply } from './registry/reply';
export type { HandlerRequest, PermissionRequest } from './registry/route';
