import { findExtensions } from '../moddle/extension.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement, textOf } from '../moddle/moddle-element.ts';
import { type ParseLeftovers, parseWithLeftovers } from '../moddle/parse-bpmn.ts';

/** A file with a process that may be called. */
export interface CalledFile {
  /** Says which processes it calls itself. */
  readonly xml: string;
  /**
   * What is drawn into a caller, where that is not `xml` itself; it asks for no process that calls the caller.
   * Undefined: the file cannot be deployed, and says so itself.
   */
  readonly prepare?: () => Promise<string | undefined>;
  /** It is deployed together with the caller. */
  readonly sameDeployment?: boolean;
  /** It was deployed before: a later version of it may be there when a token comes to the call. */
  readonly deployedBefore?: boolean;
}

/** The file of a process by its id, or its XML; undefined where none has that id. */
export type CalledProcesses = (
  processId: string,
) => string | CalledFile | undefined | Promise<string | CalledFile | undefined>;

/** A process that a call activity means. */
export interface CalledProcess extends CalledFile {
  readonly processId: string;
}

/** A process to be drawn into its caller: a tree of its own, made for one call, so that it may be taken apart. */
export interface CalledTree {
  readonly process: ModdleElement;
  readonly leftovers: ParseLeftovers;
  /** The file it came from; calls inside it look there first. */
  readonly xml: string;
}

/** The process a call activity names; Camunda 8 keeps it in an extension. */
export function calledElementOf(call: ModdleElement): string | undefined {
  const ofZeebe = findExtensions(call, 'zeebe', 'calledElement')[0]?.attributes.processId?.trim();
  return textOf(call, 'calledElement') ?? (ofZeebe || undefined);
}

/** The ids a call activity may mean; none where it names no process, or computes it. */
export function calledIdsOf(call: ModdleElement): readonly string[] {
  const name = call.$type === 'bpmn:CallActivity' ? calledElementOf(call) : undefined;
  return name === undefined ? [] : idsOfTarget(name);
}

/** The ids a name may mean: BPMN wants a qualified name (`tns:check`), modelers write the plain id. */
export function idsOfTarget(name: string): readonly string[] {
  return isComputed(name) ? [] : [...new Set([name, name.replace(/^.*:/, '')])];
}

export function isComputed(target: string): boolean {
  return /^=|[$#]\{/.test(target);
}

export async function readCalled(xml: string, processId: string): Promise<CalledTree | undefined> {
  const { definitions, leftovers } = await parseWithLeftovers(xml);
  const process = processesOf(definitions).find((root) => isProcess(root, processId));
  return process && { process, leftovers, xml };
}

export function processesOf(definitions: ModdleDefinitions): readonly ModdleElement[] {
  return elementsOf(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
}

export function isProcess(root: ModdleElement, processId: string): boolean {
  return root.$type === 'bpmn:Process' && root.id === processId;
}
