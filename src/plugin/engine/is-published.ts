import { createRequire } from 'node:module';
import * as elements from 'bpmn-elements';

type Classes = Readonly<Record<string, unknown>>;

let required: Classes | undefined;

/** Whether a class is that of bpmn-elements for a type: of the copy that is imported here, or of the one that a host in CommonJS has. */
export function isPublished(type: string, Behaviour: unknown): boolean {
  const name = type.replace('bpmn:', '');
  if (Behaviour === (elements as Classes)[name]) return true;
  required ??= createRequire(import.meta.url)('bpmn-elements') as Classes;
  return Behaviour === required[name];
}
