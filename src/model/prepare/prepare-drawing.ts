import { buildFrom } from '../build-model.ts';
import { setForeignAttribute } from '../moddle/change-tree.ts';
import type { ModdleDefinitions, ModdleElement } from '../moddle/moddle-element.ts';
import { type ParsedBpmn, type ParseLeftovers, parseWithLeftovers, writeBpmn } from '../moddle/parse-bpmn.ts';
import { VENDOR_NAMESPACES } from '../moddle/vendor.ts';
import type { ModelOptions } from '../model-options.ts';
import type { Problem } from '../problem.ts';
import { readCollection } from '../read/read-countersign.ts';
import { chooseProcess, readFile } from '../read/read-file.ts';
import type { ReadModelResult } from '../read-model.ts';
import { needsBridgeDeploy } from '../rules/needs-bridge-deploy.ts';
import { type CalledProcesses, processesOf } from './called-process.ts';
import { choosePool } from './choose-pool.ts';
import { dropDangling } from './drop-dangling.ts';
import { inlineCalls } from './inline-calls.ts';
import { linksToFlows } from './links-to-flows.ts';
import type { MessageFlow } from './message-flow.ts';

export interface PrepareOptions extends ModelOptions {
  /** The process to run, where the file has several. */
  readonly processId?: string;
  /** XML of the processes that call activities may name besides those of the file itself. */
  readonly calledProcesses: CalledProcesses;
}

export interface PreparedDrawing extends ReadModelResult {
  /** What to store and run: one process, no calls, no links. The very text that came in where it was so already. */
  readonly xml: string;
  /** Ids of all processes of the file that may be run, in the order of the file. */
  readonly executable: readonly string[];
  /** All message flows of the file, those between other pools too. */
  readonly messageFlows: readonly MessageFlow[];
}

/**
 * Reads a .bpmn file as a deployment does: the chosen process, with called processes drawn into it, links drawn as flows,
 * and nothing of other pools. The same file, options and called processes give the same result.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: the text, or that of a called process, is no BPMN 2.0 XML
 */
export async function prepareDrawing(
  xml: string,
  { processId, calledProcesses, ...options }: PrepareOptions,
): Promise<PreparedDrawing> {
  const parsed = await parseWithLeftovers(xml);
  const file = readFile(parsed.definitions, parsed.leftovers);
  const executable = file.executable.flatMap(({ id }) => id ?? []);
  const process =
    findProcess(parsed.definitions, processId) ?? (processId === undefined ? chooseProcess(file) : undefined);
  if (process === undefined) {
    const unknown = processId === undefined ? [] : [processUnknown(processId, parsed.definitions)];
    return finish(
      { parsed, xml, leftovers: parsed.leftovers, problems: unknown, messageFlows: [], executable },
      options,
    );
  }
  const pools = choosePool(parsed.definitions, process);
  const calls = await inlineCalls(parsed.definitions, process, xml, calledProcesses);
  const links = linksToFlows(process);
  const problems = [...pools.problems, ...calls.problems, ...links.problems];
  const leftovers = mergeLeftovers([parsed.leftovers, ...calls.leftovers]);
  const result = { leftovers, problems, messageFlows: pools.messageFlows, executable };
  if (!pools.changed && calls.count === 0 && !links.changed) return finish({ ...result, parsed, xml }, options);
  dropDangling(parsed.definitions, process);
  keepWrittenCollections(leftovers);
  const prepared = await writeBpmn(parsed.definitions);
  return finish({ ...result, parsed: await parseWithLeftovers(prepared), xml: prepared }, options);
}

interface Preparation extends Pick<PreparedDrawing, 'xml' | 'executable' | 'messageFlows'> {
  readonly parsed: ParsedBpmn;
  /** Of the files as they came. */
  readonly leftovers: ParseLeftovers;
  readonly problems: readonly Problem[];
}

function finish({ parsed, leftovers, problems, ...rest }: Preparation, options: ModelOptions): PreparedDrawing {
  const { definitions, moddleContext } = parsed;
  const built = buildFrom(definitions, options, leftovers);
  // What could not be prepared was explained while it was tried.
  const others = built.problems.filter(({ rule }) => rule !== needsBridgeDeploy.name);
  const refused = problems.some(({ severity }) => severity === 'error');
  const model = refused ? undefined : built.model;
  return { ...rest, definitions, moddleContext, model, problems: [...problems, ...others] };
}

function findProcess(definitions: ModdleDefinitions, processId: string | undefined): ModdleElement | undefined {
  return processId === undefined ? undefined : processesOf(definitions).find(({ id }) => id === processId);
}

function processUnknown(processId: string, definitions: ModdleDefinitions): Problem {
  const ids = processesOf(definitions).map(({ id }) => id);
  return {
    severity: 'error',
    rule: 'process-unknown',
    elementId: processId,
    reason: `The file has no process ${processId}.`,
    remedy: ids.length === 0 ? 'Draw a process.' : `Choose one of ${ids.join(', ')}.`,
  };
}

function mergeLeftovers(all: readonly ParseLeftovers[]): ParseLeftovers {
  return {
    skipped: all.flatMap(({ skipped }) => skipped),
    unresolved: all.flatMap(({ unresolved }) => unresolved),
    unknownAttributes: all.flatMap(({ unknownAttributes }) => unknownAttributes),
    invalidBooleans: all.flatMap(({ invalidBooleans }) => invalidBooleans),
    repeatedParts: all.flatMap(({ repeatedParts }) => repeatedParts),
  };
}

// A loopDataInputRef that names a variable refers to nothing, and is not written again.
export function keepWrittenCollections({ unresolved }: ParseLeftovers): void {
  for (const { element } of unresolved) {
    if (element.$type !== 'bpmn:MultiInstanceLoopCharacteristics' || readCollection(element, [])) continue;
    const collection = readCollection(element, unresolved);
    if (collection === undefined) continue;
    setForeignAttribute(element, 'xmlns:camunda', VENDOR_NAMESPACES.camunda);
    setForeignAttribute(element, 'camunda:collection', collection);
  }
}
