import { findExtensions, readVendorAttribute } from '../moddle/extension.ts';
import { textOf } from '../moddle/moddle-element.ts';
import type { ScriptText } from '../process-model.ts';
import type { FlowNode } from './drawing.ts';

/** What a script task says of its script. */
export interface ScriptReading {
  /** Of `zeebe:script`: a FEEL expression, which needs no handler. */
  readonly expression?: string;
  /** `scriptFormat`; empty where the drawing does not say. */
  readonly format: string;
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
  return {
    format: textOf(element, 'scriptFormat') ?? '',
    text: textOf(element, 'script') ?? '',
    ...(expression ? { expression } : {}),
    ...(resource === undefined ? {} : { resource }),
  };
}

/** The script as the host gets it. */
export function scriptTextOf({ expression, format, text }: ScriptReading): ScriptText | undefined {
  return expression === undefined ? { format, text } : undefined;
}
