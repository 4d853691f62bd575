export type { ServiceOptions } from './foundation';
export type { Happened } from './plugins/listeners';
export type { NamedPlugin, Plugin, PluginRegistry, PluginServices } from './plugins/plugin';
export type * from './plugins/post-likes';
export { createService, type Service } from './service/service';
export { readSettings, type Settings } from './settings/settings';
