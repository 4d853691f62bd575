/**
 * The program: settings, commands, plugins, and the service made of all rooms.
 * Its exports are the public names of the package `calendar-events`.
 */

// Options of a service.
export type { ServiceOptions } from './foundation';
// The plugin API. Plugins add the records of their types to the interface `PostLikes`.
export type { Happened } from './plugins/listeners';
export type { NamedPlugin, Plugin, PluginRegistry, PluginServices } from './plugins/plugin';
export type * from './plugins/post-likes';
// A service in the process of another program,
// which starts and stops it.
export { createService, type Service } from './service/service';
// The settings of the environment.
export { readSettings, type Settings } from './settings/settings';
