import type { LoadedDefinition, SerializedElement } from './engine-internals.ts';
import { ELEMENT_TYPES } from './engine-options.ts';

/** The types of a loaded diagram that run by another class than ours, though we replace them; by name, each once. */
export function listReplacedElements(definition: unknown): readonly string[] {
  const { definitionContext } = (definition as LoadedDefinition).context;
  const elements = [
    ...definitionContext.getProcesses(),
    ...definitionContext.getActivities(),
    ...definitionContext.getSequenceFlows(),
  ];
  const parts = elements.flatMap((element) => [element, ...partsOf(element)]);
  return [...new Set(parts.filter(isReplaced).map(({ type }) => nameOf(type)))];
}

function partsOf({ behaviour }: SerializedElement): readonly SerializedElement[] {
  const loop = behaviour?.loopCharacteristics;
  return [...(behaviour?.eventDefinitions ?? []), ...(loop ? [loop] : [])];
}

function isReplaced({ type, Behaviour }: SerializedElement): boolean {
  const own = (ELEMENT_TYPES as Readonly<Record<string, unknown>>)[nameOf(type)];
  return own !== undefined && Behaviour !== own;
}

function nameOf(type: string): string {
  return type.replace(/^bpmn:/, '');
}
