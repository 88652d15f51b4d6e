/** The engine options of a plugin, together with those of its host. */
import type { BpmnEngineOptions, Execution } from 'bpmn-engine';
import { BridgeError } from '../../errors.ts';
import { ignoreUnknownRoots } from '../compile-definition.ts';
import { ELEMENT_TYPES, ENGINE_SETTINGS } from '../engine/engine-options.ts';
import { listReplacedElements } from '../engine/list-replaced-elements.ts';
import type { PluginConfig } from './read-plugin-options.ts';

type ExtendFn = (element: never, context: unknown) => object | undefined;

/**
 * Combines the options of the plugin with those of its host.
 * @throws {BridgeError} `ERR_ENGINE_CONFLICT` with everything that both would replace in `details.conflicts`
 */
export function composeEngineOptions(
  own: BpmnEngineOptions,
  ownExtendFn: ExtendFn,
  host: PluginConfig['engine'],
): object {
  const { elements = {}, moddleOptions = {}, settings = {}, typeResolver, extendFn } = host;
  refuseConflicts([
    ...Object.keys(elements).flatMap((name) => (name in ELEMENT_TYPES ? [`elements.${name}`] : [])),
    ...Object.keys(settings).flatMap((name) => (name in ENGINE_SETTINGS ? [`settings.${name}`] : [])),
  ]);
  return {
    ...own,
    elements: { ...elements, ...ELEMENT_TYPES },
    moddleOptions,
    settings: { ...settings, ...ENGINE_SETTINGS },
    typeResolver(types: Record<string, unknown>): void {
      const before = { ...types };
      typeResolver?.(types);
      const names = Object.keys(ELEMENT_TYPES).filter((name) => types[`bpmn:${name}`] !== before[`bpmn:${name}`]);
      refuseConflicts(names.map((name) => `typeResolver: bpmn:${name}`));
      ignoreUnknownRoots(types);
    },
    extendFn(element: never, context: unknown): object | undefined {
      const theirs = extendFn?.(element, context);
      return { ...theirs, ...ownExtendFn(element, context) };
    },
  };
}

/**
 * Checks an engine at its first event: whatever its host passed beside `plugin.engineOptions` must not have replaced them.
 * @param own the options that the plugin handed out
 * @throws {BridgeError} `ERR_ENGINE_CONFLICT`
 */
export function requireEngineOptions({ environment, definitions }: Execution, own: object): void {
  const expected = own as Record<string, unknown>;
  const found = environment as unknown as Record<string, unknown> & { readonly settings: Record<string, unknown> };
  refuseConflicts([
    ...(['expressions', 'scripts', 'timers'] as const).filter((name) => found[name] !== expected[name]),
    ...Object.entries(ENGINE_SETTINGS).flatMap(([name, value]) =>
      found.settings[name] === value ? [] : [`settings.${name}`],
    ),
    ...definitions.flatMap((definition) => listReplacedElements(definition)).map((name) => `elements.${name}`),
  ]);
}

function refuseConflicts(found: readonly string[]): void {
  const conflicts = [...new Set(found)];
  if (conflicts.length === 0) return;
  throw new BridgeError(
    'ERR_ENGINE_CONFLICT',
    `The engine has options of its own where the plugin needs its own: ${conflicts.join(', ')}. Spread plugin.engineOptions ` +
      'last, and pass what has to work beside it in the option `engine` of createPlugin.',
    { details: { conflicts } },
  );
}
