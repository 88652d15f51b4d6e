import { findExtensions } from '../moddle/extension.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import { type ParsedBpmn, parseWithLeftovers } from '../moddle/parse-bpmn.ts';

/** XML of a deployed process by its id; undefined where none has that id. */
export type CalledProcesses = (processId: string) => string | undefined | Promise<string | undefined>;

/** A process to be drawn into its caller: a tree of its own, made for one call, so that it may be taken apart. */
export interface CalledProcess {
  readonly process: ModdleElement;
  readonly parsed: ParsedBpmn;
  /** The file it came from; calls inside it look there first. */
  readonly xml: string;
}

/** The process a call activity names; Camunda 8 keeps it in an extension. */
export function calledElementOf(call: ModdleElement): string | undefined {
  const ofZeebe = findExtensions(call, 'zeebe', 'calledElement')[0]?.attributes.processId?.trim();
  return textOf(call, 'calledElement') ?? (ofZeebe || undefined);
}

/** The ids it may mean: BPMN wants a qualified name (`tns:check`), modelers write the plain id. */
export function calledIdsOf(call: ModdleElement): readonly string[] {
  const name = call.$type === 'bpmn:CallActivity' ? calledElementOf(call) : undefined;
  return name === undefined ? [] : [...new Set([name, name.replace(/^.*:/, '')])];
}

/** Looks for a process in the file of the call, then among the deployed ones. */
export async function findCalledProcess(
  call: ModdleElement,
  callerXml: string,
  calledProcesses: CalledProcesses,
): Promise<CalledProcess | undefined> {
  for (const id of calledIdsOf(call)) {
    const ownFile = await findIn(callerXml, id);
    if (ownFile !== undefined) return ownFile;
    const deployed = await calledProcesses(id);
    const found = deployed === undefined ? undefined : await findIn(deployed, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findIn(xml: string, processId: string): Promise<CalledProcess | undefined> {
  const parsed = await parseWithLeftovers(xml);
  const process = processesOf(parsed.definitions).find(({ id }) => id === processId);
  return process && { process, parsed, xml };
}

export function processesOf(definitions: ModdleDefinitions): readonly ModdleElement[] {
  return elementsOf(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
}
