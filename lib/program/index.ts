/**
 * The program: settings, commands, plugins, and the service made of all folders of `lib`.
 * Its exports are the public names of the package `calendar-events`.
 */

// The plugin API. Plugins add the records of their types to the interface `PostLikes`.
export type { RecordCheck } from '../content';
// Options of a service.
export type { ServiceOptions } from './foundation';
export type { Happened } from './plugins/listeners';
export type { NamedPlugin, Plugin, PluginRegistry, PluginServices } from './plugins/plugin';
export type * from './plugins/post-likes';
// A service inside another Node.js program, which starts and stops the service.
export { createService, type Service } from './service/service';
// The settings from environment variables.
export { readSettings, type Settings } from './settings/settings';
