/** All that programs and plugins may use of the service. This is the whole of `calendar-events`. */

export type { CalendarRecords } from '../routes/records';
export type { Capability, Role, User } from './access';
export type { Clock } from './calendar';
export { ApiError, invalidParam } from './errors';
export type { Log } from './http';
export { LANGUAGES, type Language, type Text } from './language';
export type * from './program';
export type { Happened, NamedPlugin, Plugin, PluginRegistry, PluginServices, ServiceOptions } from './program';
export { createService, readSettings, type Service, type Settings } from './program';
export type { Arg, Args, EditParams, HandlerRequest, Params, PermissionRequest } from './registry';
export { CREATABLE, DELETABLE, EDITABLE, READABLE, type Reply, reply } from './registry';
