import { isPublished } from '../engine/is-published.ts';
import { DECIDED_TYPES, ELEMENT_TYPES } from './engine-options.ts';

/** An element of the serialized diagram, with the class that runs it. */
interface SerializedElement {
  readonly type: string;
  readonly Behaviour?: unknown;
  readonly behaviour?: {
    readonly loopCharacteristics?: SerializedElement;
    readonly eventDefinitions?: readonly SerializedElement[];
  };
}

interface LoadedDefinition {
  readonly context: {
    readonly definitionContext: Readonly<
      Record<'getProcesses' | 'getActivities' | 'getSequenceFlows', () => readonly SerializedElement[]>
    >;
  };
}

/** The types of a loaded diagram that run by another class than the plugin's or the engine's, though the plugin decides what they do; by name, each once. */
export function listReplacedElements(definition: unknown): readonly string[] {
  const { definitionContext } = (definition as LoadedDefinition).context;
  const drawn = [
    ...definitionContext.getProcesses(),
    ...definitionContext.getActivities(),
    ...definitionContext.getSequenceFlows(),
  ];
  const parts = drawn.flatMap((element) => [element, ...partsOf(element)]);
  return [...new Set(parts.filter(isReplaced).map(({ type }) => nameOf(type)))];
}

function partsOf({ behaviour }: SerializedElement): readonly SerializedElement[] {
  const loop = behaviour?.loopCharacteristics;
  return [...(behaviour?.eventDefinitions ?? []), ...(loop ? [loop] : [])];
}

function isReplaced({ type, Behaviour }: SerializedElement): boolean {
  const name = nameOf(type);
  const own = (ELEMENT_TYPES as Readonly<Record<string, unknown>>)[name];
  return DECIDED_TYPES.has(name) && (own === undefined ? !isPublished(type, Behaviour) : Behaviour !== own);
}

function nameOf(type: string): string {
  return type.replace(/^bpmn:/, '');
}
