import { replaceReferences, setChildren, walkTree } from '../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleDefinitions, type ModdleElement } from '../moddle/moddle-element.ts';
import type { ParsedBpmn } from '../moddle/parse-bpmn.ts';
import type { ParseLeftovers } from '../moddle/parse-leftovers.ts';
import { copyTree } from '../moddle/parsed-files.ts';
import type { ModelOptions } from '../model-options.ts';
import type { Problem } from '../problem.ts';
import { chooseProcess, readDefinitions } from '../read/read-definitions.ts';
import { judgeGuesses, NO_MODEL, type ReadModelResult, readModel } from '../read-model.ts';
import { needsBridgeDeploy } from '../rules/elements.ts';
import { omitUnreached } from '../rules/omit-problems.ts';
import { type CallSources, createCallSources } from './calls/call-sources.ts';
import { type CalledProcesses, processesOf } from './calls/called-process.ts';
import { inlineCalls } from './calls/inline-calls.ts';
import { choosePool, otherPools } from './choose-pool.ts';
import { dropIdleLoops } from './flows/drop-idle-loops.ts';
import { insertSplitGateways } from './flows/insert-split-gateways.ts';
import { linksToFlows } from './flows/links-to-flows.ts';
import { passStarts } from './flows/pass-starts.ts';
import type { MessageFlow } from './name-messages.ts';
import { prepareProblem } from './prepare-rules.ts';
import {
  definitionsIntoEvents,
  listenersToConditions,
  workItemsToTasks,
  wrapRepeatedMessages,
} from './rewrite-elements.ts';

export interface PrepareOptions extends ModelOptions {
  /** The process to run, if the file has several. */
  readonly processId?: string;
  /** Looks up processes of other files that call activities may call. */
  readonly calledProcesses: CalledProcesses;
}

export interface PreparedDiagram extends ReadModelResult {
  /** The XML to store and run: one process without calls and links. The given text itself if nothing had to be changed. */
  readonly xml: string;
  /** Ids of the executable processes of the file, in the order of the file. */
  readonly executable: readonly string[];
  /** All message flows of the file, including those between other pools. */
  readonly messageFlows: readonly MessageFlow[];
}

/**
 * Reads a .bpmn file as a deployment does: the chosen process with called processes inlined, links replaced by flows, and
 * other pools removed. Deterministic: the same file, options and called processes give the same result.
 * @param sources shared by all files that are prepared together
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: the text, or that of a called process, is no BPMN 2.0 XML
 */
export async function prepareDiagram(
  xml: string,
  { processId, calledProcesses, ...options }: PrepareOptions,
  sources: CallSources = createCallSources(calledProcesses),
): Promise<PreparedDiagram> {
  const shared = await sources.files.read(xml);
  const file = readDefinitions(shared.definitions, shared.leftovers);
  const executable = file.executable.flatMap(({ id }) => id ?? []);
  const chosen =
    findProcess(shared.definitions, processId) ?? (processId === undefined ? chooseProcess(file) : undefined);
  const others = chosen === undefined ? { problems: [] } : otherPools(shared.definitions, chosen);
  const parsed = copyTree(shared, others.isApart);
  const process = chosen && findProcess(parsed.definitions, chosen.id);
  if (process === undefined) {
    const unknown = processId === undefined ? [] : [processUnknown(processId, parsed.definitions)];
    return finish(
      { parsed, xml, leftovers: parsed.leftovers, problems: unknown, messageFlows: [], executable },
      options,
    );
  }
  const pools = choosePool(parsed.definitions, process, others);
  const calls = await inlineCalls(parsed.definitions, process, xml, { ...sources, executable });
  const copied = definitionsIntoEvents(process);
  const listens = listenersToConditions(process);
  const links = linksToFlows(process);
  const passed = passStarts(process);
  const hasWorkItems = workItemsToTasks(parsed.definitions, process);
  const loops = dropIdleLoops(process);
  const hasRepeated = wrapRepeatedMessages(parsed.definitions, process);
  const hasSplits = insertSplitGateways(process);
  const problems = [...pools.problems, ...calls.problems, ...links.problems, ...passed, ...loops];
  const leftovers = mergeLeftovers([parsed.leftovers, ...calls.leftovers]);
  const result = { leftovers, problems, messageFlows: pools.messageFlows, executable };
  const redrawn =
    hasWorkItems || copied || listens || passed.length > 0 || loops.length > 0 || hasRepeated || hasSplits;
  if (!pools.changed && calls.count === 0 && !links.changed && !redrawn)
    return finish({ ...result, parsed, xml }, options);
  dropDangling(parsed.definitions, process);
  const written = await sources.files.write(parsed.definitions, leftovers.unresolved);
  const { unresolved } = written.parsed.leftovers;
  return finish({ ...result, ...written, leftovers: { ...leftovers, unresolved } }, options);
}

interface Preparation extends Pick<PreparedDiagram, 'xml' | 'executable' | 'messageFlows'> {
  readonly parsed: ParsedBpmn;
  /** Of the original files. */
  readonly leftovers: ParseLeftovers;
  readonly problems: readonly Problem[];
}

function finish({ parsed, leftovers, problems, ...rest }: Preparation, options: ModelOptions): PreparedDiagram {
  const read = readModel({ ...parsed, leftovers }, options);
  // Elements that could not be prepared have been reported already.
  const others = read.problems.filter(({ rule }) => rule !== needsBridgeDeploy.name);
  const { definitions, diagram } = read;
  const missing = read.unpassed.map(({ callId, names }) =>
    prepareProblem('call-variable-missing', {
      elementId: callId,
      reason: `The process that the call activity "${callId}" calls reads ${names.join(', ')} at once, and the call does not pass ${names.length === 1 ? 'it' : 'them'}: the process has variables of its own, so an instance that reaches the call fails.`,
    }),
  );
  const found = judgeGuesses(diagram === undefined ? problems : omitUnreached(problems, diagram), options);
  const refused = found.some(({ severity }) => severity === 'error');
  const { model, variables, unpassed, unhandledGroupTasks } = refused ? NO_MODEL : read;
  return {
    ...rest,
    definitions,
    model,
    variables,
    unpassed,
    unhandledGroupTasks,
    ...(diagram && { diagram }),
    problems: [...found, ...missing, ...others],
  };
}

function findProcess(definitions: ModdleDefinitions, processId: string | undefined): ModdleElement | undefined {
  return processId === undefined ? undefined : processesOf(definitions).find(({ id }) => id === processId);
}

function processUnknown(processId: string, definitions: ModdleDefinitions): Problem {
  const ids = processesOf(definitions).map(({ id }) => id);
  const remedy = ids.length === 0 ? 'Draw a process.' : `Choose one of ${ids.join(', ')}.`;
  const reason = `The file has no process ${processId}.`;
  return prepareProblem('process-unknown', { elementId: processId, reason, remedy });
}

function mergeLeftovers(all: readonly ParseLeftovers[]): ParseLeftovers {
  return {
    skipped: all.flatMap(({ skipped }) => skipped),
    unresolved: all.flatMap(({ unresolved }) => unresolved),
    named: all.flatMap(({ named }) => named),
    prefixed: all.flatMap(({ prefixed }) => prefixed),
    unknownAttributes: all.flatMap(({ unknownAttributes }) => unknownAttributes),
    invalidBooleans: all.flatMap(({ invalidBooleans }) => invalidBooleans),
    repeatedParts: all.flatMap(({ repeatedParts }) => repeatedParts),
    repeatedIds: all.flatMap(({ repeatedIds }) => repeatedIds),
    madeIds: all.flatMap(({ madeIds }) => madeIds),
    undeclaredPrefixes: all.flatMap(({ undeclaredPrefixes }) => undeclaredPrefixes),
  };
}

/**
 * Removes references to elements that are no longer in the file, and their shapes. The diagram of a removed collaboration
 * becomes the diagram of the process.
 */
function dropDangling(definitions: ModdleDefinitions, process: ModdleElement): void {
  const alive = new Set(walkTree(definitions));
  for (const plane of [...walkTree(definitions)].filter(({ $type }) => $type === 'bpmndi:BPMNPlane')) {
    const shapes = elementsOf(plane, 'planeElement').filter((shape) => isAlive(shape, alive));
    setChildren(plane, 'planeElement', shapes);
    if (!isAlive(plane, alive)) plane.set('bpmnElement', process);
  }
  for (const holder of [...alive]) {
    if (!Object.hasOwn(holder, 'artifacts')) continue;
    const artifacts = elementsOf(holder, 'artifacts').filter((artifact) => connectsAlive(artifact, alive));
    setChildren(holder, 'artifacts', artifacts);
  }
  const left = new Set(walkTree(definitions));
  replaceReferences(definitions, (referred) => (left.has(referred) ? referred : undefined));
}

function isAlive(shape: ModdleElement, alive: ReadonlySet<ModdleElement>): boolean {
  const drawn = elementOf(shape, 'bpmnElement');
  return drawn !== undefined && alive.has(drawn);
}

/** An association with a removed end is removed too. */
function connectsAlive(artifact: ModdleElement, alive: ReadonlySet<ModdleElement>): boolean {
  if (artifact.$type !== 'bpmn:Association') return true;
  const ends = [elementOf(artifact, 'sourceRef'), elementOf(artifact, 'targetRef')];
  return ends.every((end) => end !== undefined && alive.has(end));
}
