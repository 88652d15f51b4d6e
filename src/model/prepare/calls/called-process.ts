import { readZeebe } from '../../moddle/extension.ts';
import { elementsOf, type ModdleDefinitions, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import { parseBpmn } from '../../moddle/parse-bpmn.ts';
import type { ParseLeftovers } from '../../moddle/parse-leftovers.ts';
import { copyTree, type ParsedFiles } from '../../moddle/parsed-files.ts';
import { eventDefinitionsOf, eventKindOf } from '../../read/events/event-kind.ts';
import { NOT_ADOPTED } from '../adopt-roots.ts';

/** A file with a process that may be called. */
export interface CalledFile {
  /** The source, from which its own calls are read. */
  readonly xml: string;
  /**
   * Returns the XML that is inlined, if that is not `xml`. Must not prepare a process that calls the caller.
   * The result is undefined if the file cannot be deployed, which is reported for that file.
   */
  readonly prepare?: () => Promise<string | undefined>;
  /** It is deployed together with the caller. */
  readonly sameDeployment?: boolean;
  /** It was deployed before: there may be a later version when a token reaches the call. */
  readonly deployedBefore?: boolean;
}

/** Looks up the file of a process, or its XML, by id; undefined if there is none. */
export type CalledProcesses = (
  processId: string,
) => string | CalledFile | undefined | Promise<string | CalledFile | undefined>;

/** A process that a call activity refers to. */
export interface CalledProcess extends CalledFile {
  readonly processId: string;
}

/** A process to be inlined: a separate tree for one call, which may be modified. */
export interface CalledTree {
  readonly process: ModdleElement;
  readonly leftovers: ParseLeftovers;
  /** Its file; calls inside it look there first. */
  readonly xml: string;
}

/** The process that a call activity names; Camunda 8 has it in an extension. */
export function calledElementOf(call: ModdleElement): string | undefined {
  const ofZeebe = readZeebe(call, 'calledElement').processId?.trim();
  return textOf(call, 'calledElement') ?? (ofZeebe || undefined);
}

/** The process ids that a call activity may refer to; none if it names no process, or an expression. */
export function calledIdsOf(call: ModdleElement): readonly string[] {
  const name = call.$type === 'bpmn:CallActivity' ? calledElementOf(call) : undefined;
  return name === undefined ? [] : idsOfTarget(name);
}

/** The process ids that a name may refer to: BPMN requires a qualified name (`tns:check`), modelers write the plain id. */
export function idsOfTarget(name: string): readonly string[] {
  return isComputed(name) ? [] : [...new Set([name, name.replace(/^.*:/, '')])];
}

export function isComputed(target: string): boolean {
  return /^=|[$#]\{/.test(target);
}

export async function readCalled(xml: string, processId: string): Promise<CalledTree | undefined> {
  const { definitions, leftovers } = await parseBpmn(xml);
  const process = processesOf(definitions).find((root) => isProcess(root, processId));
  return process && { process, leftovers, xml };
}

export function processesOf(definitions: ModdleDefinitions): readonly ModdleElement[] {
  return elementsOf(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
}

function isProcess(root: ModdleElement, processId: string): boolean {
  return root.$type === 'bpmn:Process' && root.id === processId;
}

/** Reads a process to be inlined; undefined if the file does not have it. */
export type CalledReader = (xml: string, processId: string) => Promise<CalledTree | undefined>;

/**
 * Makes a copy of the process for each call. Only the process and the root elements that it may need are copied, because a
 * file with hundreds of nodes may be called hundreds of times.
 */
export function createCalledReader(files: ParsedFiles): CalledReader {
  return async (xml, processId) => {
    const { definitions, leftovers } = copyTree(
      await files.read(xml),
      (element) => NOT_ADOPTED.has(element.$type) && !isProcess(element, processId),
    );
    const [process] = processesOf(definitions);
    return process && { process, leftovers, xml };
  };
}

/** Where a called process starts. */
export type CalledStart =
  /** At its plain start event or, without any start event, at its nodes without incoming flows. */
  | { readonly kind: 'plain' }
  /** At a start event with a trigger, which is ignored. */
  | { readonly kind: 'event'; readonly element: ModdleElement }
  /** Nowhere: there are several start events with triggers. */
  | { readonly kind: 'none' };

/**
 * Without a plain start event, Camunda 7, Flowable and Activiti start at the only start event, whatever its trigger;
 * Camunda 7 also at the only timer start event.
 */
export function calledStartOf(process: ModdleElement): CalledStart {
  const starts = elementsOf(process, 'flowElements').filter(({ $type }) => $type === 'bpmn:StartEvent');
  const isPlain = (start: ModdleElement) => eventDefinitionsOf(start).length === 0;
  if (starts.length === 0 || starts.some(isPlain)) return { kind: 'plain' };
  const timers = starts.filter((start) => eventDefinitionsOf(start).every((each) => eventKindOf(each) === 'timer'));
  const only = starts.length === 1 ? starts : timers;
  const [element] = only;
  return element !== undefined && only.length === 1 ? { kind: 'event', element } : { kind: 'none' };
}
