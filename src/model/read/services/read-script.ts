import { readVendorAttribute, readZeebe } from '../../moddle/extension.ts';
import { isDrawnFor } from '../../moddle/file-settings.ts';
import { type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import type { ScriptText } from '../../nodes/mapping.ts';
import type { FlowNode } from '../diagram.ts';

/** The script of a script task. */
export interface ScriptReading {
  /** The FEEL expression of `zeebe:script`, which needs no function of the host; `=null` for a task without a script. */
  readonly expression?: string;
  /** The task has no script, so a token passes straight through it. */
  readonly isEmpty?: true;
  /** `scriptFormat`, else the default of the engine; empty if unknown. */
  readonly format: string;
  /** The diagram does not say the format. */
  readonly isFormatGuessed?: true;
  /** The text inside `script`, or empty. */
  readonly text: string;
  /** `camunda:resource`: the script is in another file. */
  readonly resource?: string;
}

export function isScriptTask({ type }: FlowNode): boolean {
  return type === 'bpmn:ScriptTask';
}

export function readScript({ element }: FlowNode): ScriptReading {
  const expression = readZeebe(element, 'script').expression?.trim();
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

/** The default script language of the engine: JUEL in Camunda 7, Flowable and Activiti. */
function formatOfVendor(element: ModdleElement): string {
  return isDrawnFor(element, 'camunda', 'flowable', 'activiti') ? 'juel' : '';
}

/** The script as it is passed to the host. */
export function scriptTextOf({ expression, format, text, resource }: ScriptReading): ScriptText | undefined {
  if (expression !== undefined) return undefined;
  return { format, text, ...(resource === undefined ? {} : { resource }) };
}
