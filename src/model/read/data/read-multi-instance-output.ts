import { readZeebe } from '../../moddle/extension.ts';
import { isDrawnFor } from '../../moddle/file-settings.ts';
import { elementOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import type { MultiInstanceOutput } from '../../nodes/multi-instance.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { isVariableName } from '../reading.ts';
import { readCollectedInto } from './read-data-inputs.ts';

/** The output collection of a marker, before its expression is compiled. */
interface OutputText extends Pick<MultiInstanceOutput, 'collection' | 'appends'> {
  readonly text: string;
}

/**
 * The output collection of a multi-instance of Camunda 8 or jBPM. Not for embedded sub-processes: their instances share
 * variables here, so one instance could return what another has set.
 */
export function readMultiInstanceOutput(
  element: ModdleElement,
  id: string,
  expressions: ExpressionReader,
): MultiInstanceOutput | undefined {
  const read = readOutputText(element);
  if (read === undefined) return undefined;
  const { text, ...output } = read;
  const name = text.startsWith('=') ? text.slice(1).trim() : '';
  const variable = isVariableName(name) ? { variable: name } : {};
  return { ...output, element: expressions.read(text, id, 'the output of the multi-instance marker'), ...variable };
}

/** Whether a multi-instance has a supported output collection. */
export function collectsOutput(element: ModdleElement): boolean {
  return readOutputText(element) !== undefined;
}

function readOutputText(element: ModdleElement): OutputText | undefined {
  const loop = elementOf(element, 'loopCharacteristics');
  if (loop === undefined) return undefined;
  return element.$type === 'bpmn:SubProcess' ? ofJbpmCall(element, loop) : (ofZeebe(loop) ?? ofJbpm(element, loop));
}

function ofZeebe(loop: ModdleElement): OutputText | undefined {
  const { outputCollection = '', outputElement = '' } = readZeebe(loop, 'loopCharacteristics');
  const collection = outputCollection.trim();
  return isVariableName(collection) && outputElement.trim() !== ''
    ? { collection, text: outputElement.trim() }
    : undefined;
}

function ofJbpm(element: ModdleElement, loop: ModdleElement): OutputText | undefined {
  if (!isDrawnFor(element, 'drools')) return undefined;
  const collection = readCollectedInto(element);
  const item = elementOf(loop, 'outputDataItem');
  const name = item?.name ?? item?.id ?? '';
  return collection !== undefined && isVariableName(name)
    ? { collection, text: `=${name}`, appends: true as const }
    : undefined;
}

function ofJbpmCall(part: ModdleElement, loop: ModdleElement): OutputText | undefined {
  return readMark(part, 'mapped') === undefined ? undefined : ofJbpm(part, loop);
}
