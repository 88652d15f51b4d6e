import type { ModelOptions } from '../../model/model-options.ts';
import { modelOptionsOf } from '../host-settings.ts';
import type { PluginConfig } from './read-plugin-options.ts';

/** The settings for reading the diagram of a plugin, and those of processes that it calls. */
export function readOptionsOf(config: PluginConfig): ModelOptions {
  return {
    ...modelOptionsOf(config),
    scripts: config.scripts !== undefined,
    messages: config.onMessages !== undefined,
    functions: new Set(Object.keys(config.expressions.functions)),
  };
}
