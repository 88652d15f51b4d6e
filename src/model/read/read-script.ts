import { findExtensions, readVendorAttribute } from '../moddle/extension.ts';
import { isDrawnFor } from '../moddle/file-settings.ts';
import { type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import type { ScriptText } from '../process-model.ts';
import type { FlowNode } from './diagram.ts';

/** What a script task says of its script. */
export interface ScriptReading {
  /** Of `zeebe:script`: a FEEL expression, which needs no handler. Of a task without a script: one that gives null. */
  readonly expression?: string;
  /** The task has no script, so a token passes straight through it. */
  readonly isEmpty?: true;
  /** `scriptFormat`, else that of the vendor; empty where nothing says it. */
  readonly format: string;
  /** The diagram does not say the format. */
  readonly isFormatGuessed?: true;
  /** The text inside `script`; empty where there is none. */
  readonly text: string;
  /** `camunda:resource`: the script stands in another file. */
  readonly resource?: string;
}

export function isScriptTask({ type }: FlowNode): boolean {
  return type === 'bpmn:ScriptTask';
}

export function readScript({ element }: FlowNode): ScriptReading {
  const expression = findExtensions(element, 'zeebe', 'script')[0]?.attributes.expression?.trim();
  const resource = readVendorAttribute(element, 'camunda', 'resource');
  const text = textOf(element, 'script') ?? '';
  const format = textOf(element, 'scriptFormat');
  if (!expression && text === '' && resource === undefined) {
    return { format: format ?? '', text, expression: '=null', isEmpty: true };
  }
  return {
    format: format ?? formatOfVendor(element),
    text,
    ...(format === undefined ? { isFormatGuessed: true } : {}),
    ...(expression ? { expression } : {}),
    ...(resource === undefined ? {} : { resource }),
  };
}

/** What engines take a script for that does not say: Camunda 7, Flowable and Activiti for JUEL. */
function formatOfVendor(element: ModdleElement): string {
  return isDrawnFor(element, 'camunda', 'flowable', 'activiti') ? 'juel' : '';
}

/** The script as the host gets it. */
export function scriptTextOf({ expression, format, text, resource }: ScriptReading): ScriptText | undefined {
  if (expression !== undefined) return undefined;
  return { format, text, ...(resource === undefined ? {} : { resource }) };
}
