/** The engine options of a plugin, together with those of its host. */
import type { BpmnEngineOptions, Execution } from 'bpmn-engine';
import { BridgeError } from '../../errors.ts';
import { DECIDED_TYPES, ELEMENT_TYPES, ENGINE_SETTINGS } from './engine-options.ts';
import { listReplacedElements } from './list-replaced-elements.ts';
import { ignoreUnknownRoots } from './parser-hooks.ts';
import type { PluginConfig } from './read-plugin-options.ts';

type ExtendFn = (element: never, context: unknown) => object | undefined;

/** The options of the host's engine that are combined with those of the plugin. */
export type EngineParts = Omit<PluginConfig['engine'], 'listener'>;

/** The options of an engine with a plugin. */
export interface ComposedOptions extends Readonly<Record<string, unknown>> {
  readonly elements: Readonly<Record<string, unknown>>;
  readonly moddleOptions: Readonly<Record<string, unknown>>;
  readonly typeResolver: (types: Record<string, unknown>) => void;
  readonly extendFn: ExtendFn;
}

/**
 * Combines the options of the plugin with those of its host.
 * @throws {BridgeError} `ERR_ENGINE_CONFLICT` with everything that both would replace in `details.conflicts`
 */
export function composeEngineOptions(
  own: BpmnEngineOptions,
  ownExtendFn: ExtendFn,
  host: EngineParts,
): ComposedOptions {
  const { elements = {}, moddleOptions = {}, settings = {}, typeResolver, extendFn } = host;
  refuseConflicts([
    ...Object.keys(elements).flatMap((name) => (DECIDED_TYPES.has(name) ? [`elements.${name}`] : [])),
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
      const names = [...DECIDED_TYPES].filter((name) => types[`bpmn:${name}`] !== before[`bpmn:${name}`]);
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
 * Checks an engine at its first event: whatever its host passed beside `plugin.engineOptions`, to the engine or to
 * `execute`, must not have replaced them.
 * @param own the options that the plugin handed out
 * @throws {BridgeError} `ERR_ENGINE_CONFLICT`
 */
export function requireEngineOptions({ environment, definitions }: Execution, own: object): void {
  refuseConflicts([
    ...[environment, ...definitions.map((definition) => definition.environment)].flatMap((each) =>
      listReplacedOptions(each, own),
    ),
    ...definitions.flatMap((definition) => listReplacedElements(definition)).map((name) => `elements.${name}`),
  ]);
}

/** An engine gives each definition an environment of its own, which has the options of `execute`. */
function listReplacedOptions(environment: object, own: object): readonly string[] {
  const expected = own as Record<string, unknown>;
  const found = environment as Record<string, unknown> & { readonly settings: Record<string, unknown> };
  return [
    ...(['expressions', 'scripts', 'timers'] as const).filter((name) => found[name] !== expected[name]),
    ...Object.entries(ENGINE_SETTINGS).flatMap(([name, value]) =>
      found.settings[name] === value ? [] : [`settings.${name}`],
    ),
  ];
}

/** What a plugin knows when an engine calls it for the first time. */
export interface KnownRun {
  readonly instanceId: string;
  /** The run that it translates; undefined: none yet, or it was recovered since. */
  readonly execution: Execution | undefined;
  /** Whether the instance has ended. */
  readonly isOver: boolean;
  /** Whether the plugin has read the diagram, or has the model from a snapshot. */
  readonly hasModel: boolean;
}

/**
 * Refuses what is not the one run of one diagram that a plugin translates.
 * @throws {BridgeError} `ERR_ENGINE_CONFLICT`
 */
export function requireSameRun(execution: Execution, known: KnownRun): void {
  const { execution: first, instanceId, isOver, hasModel } = known;
  const refuse = (conflict: string, why: string) => {
    throw new BridgeError('ERR_ENGINE_CONFLICT', `The plugin of instance ${instanceId} ${why}`, {
      details: { conflicts: [conflict] },
    });
  };
  if (execution.definitions.length > 1)
    refuse('definitions', 'runs one diagram, but its engine has several: create an engine for each.');
  if (first !== undefined && first !== execution && (!first.stopped || isOver))
    refuse(
      'listener',
      'was passed to a second run of an engine: create a plugin for each instance, and call its recover before another ' +
        'engine continues the instance.',
    );
  if (!hasModel)
    refuse(
      'sourceContext',
      'has not read the diagram of its engine: pass it as source or moddleContext to new Engine, beside plugin.engineOptions.',
    );
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
