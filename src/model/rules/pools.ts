import { elementOf, elementsOf, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import type { ModelFile } from '../read/read-definitions.ts';
import type { FileRule, Finding } from './rule.ts';

function warnOfNoMark(process: ModdleElement): readonly Finding[] {
  if (process.get('isExecutable') === true) return [];
  return [
    {
      severity: 'warning',
      guess: true,
      elementId: process.id ?? 'definitions',
      reason: `The process "${nameOf(process) ?? process.id}" does not say whether it is executable; it is treated as executable, as in Activiti, Flowable, Camunda 7 and jBPM.`,
      remedy: 'Write isExecutable="true", or "false" if it is only a diagram.',
    },
  ];
}

export const processNotExecutable: FileRule = {
  name: 'process-not-executable',
  severity: 'error',
  says: 'there is no process, or none that is marked as executable; a warning for each of several processes that do not say whether they are executable, and run',
  remedy: 'Mark it as executable in the modeler (isExecutable="true").',
  check({ id, processes, executable }: ModelFile): readonly Finding[] {
    if (executable.length > 0) return executable.length === 1 ? [] : executable.flatMap(warnOfNoMark);
    const [only, ...others] = processes;
    if (only === undefined) {
      const reason = 'The file has no process, so there is nothing to run.';
      return [{ elementId: id, reason, remedy: 'Draw a process, or choose another file.' }];
    }
    if (others.length === 0) {
      const reason = 'The process is marked as not executable: it was drawn to be read, not to be run.';
      return [{ elementId: only.id ?? id, reason }];
    }
    const names = processes.map((process) => process.name ?? process.id).join(', ');
    const reason = `None of the ${processes.length} processes of the file is marked as executable: ${names}.`;
    return [{ elementId: id, reason, remedy: `Choose the one to run. ${processNotExecutable.remedy}` }];
  },
};

const severalExecutableProcesses: FileRule = {
  name: 'several-executable-processes',
  severity: 'error',
  says: 'the file has more than one executable process, and none was chosen',
  remedy: 'Say which one to deploy, or mark the others as not executable.',
  check: ({ id, executable }) =>
    executable.length < 2
      ? []
      : executable.map((process) => ({
          elementId: process.id ?? id,
          reason: `The file has ${executable.length} executable processes, but an instance runs only one of them.`,
        })),
};

const otherPoolNotRun: FileRule = {
  name: 'other-pool-not-run',
  severity: 'warning',
  says: 'another process of the file is not executable, so it does not run',
  remedy: 'Leave it if it only shows what others do; its message flows send nothing.',
  check: ({ id, processes, executable }) =>
    executable.length !== 1
      ? []
      : processes
          .filter((process) => !executable.includes(process))
          .map((process) => ({
            elementId: process.id ?? id,
            reason: `The process "${process.name ?? process.id}" is not executable and will not run.`,
          })),
};

/**
 * bpmn-engine 25 starts the pool that a message flow leads to, executable or not, and cannot load a file with a message
 * flow from or to a pool without a process. A message flow from another pool into the executed one has no effect.
 */
const messageFlowNotSupported: FileRule = {
  name: 'message-flow-not-supported',
  severity: 'error',
  says: 'a message flow leads to another pool, or from a pool without a process, in a file that was not deployed',
  remedy:
    'Deploy the file with bridge.deploy, or prepare it with prepareProcesses, which keeps one pool; or delete the message flow.',
  check: ({ id, collaborations, executable }) =>
    collaborations
      .flatMap((collaboration) => elementsOf(collaboration, 'messageFlows'))
      .flatMap((flow) => judge(flow, id, executable)),
};

function judge(flow: ModdleElement, fileId: string, executable: readonly ModdleElement[]): readonly Finding[] {
  const source = processOf(elementOf(flow, 'sourceRef'));
  const target = processOf(elementOf(flow, 'targetRef'));
  const leavesUs = source !== undefined && executable.includes(source);
  if (!leavesUs && source !== undefined && target !== undefined) return [];
  const name = nameOf(flow) ?? flow.id;
  const reason = `A message flow between pools runs only in a deployed file: "${name}" ${explain(flow, leavesUs)}.`;
  return [{ elementId: flow.id ?? fileId, reason }];
}

function explain(flow: ModdleElement, leavesUs: boolean): string {
  const from = describeEnd(elementOf(flow, 'sourceRef'));
  const to = describeEnd(elementOf(flow, 'targetRef'));
  return leavesUs ? `leads from ${from} to ${to}` : `leads from ${from} to ${to}, and one of the pools has no process`;
}

function describeEnd(end: ModdleElement | undefined): string {
  return end === undefined ? 'nothing' : `"${nameOf(end) ?? end.id}"`;
}

/** The process that contains an end of a message flow; a pool drawn as an empty box has none. */
function processOf(end: ModdleElement | undefined): ModdleElement | undefined {
  if (end?.$type === 'bpmn:Participant') return elementOf(end, 'processRef');
  for (let at = end; at !== undefined; at = at.$parent) if (at.$type === 'bpmn:Process') return at;
  return undefined;
}

/** Reports settings of a collaboration that have no effect here: correlation keys and participant multiplicity. */
const collaborationPartNotRun: FileRule = {
  name: 'collaboration-part-not-run',
  severity: 'warning',
  says: 'a pool that is run is marked as several participants, or a collaboration has correlation keys',
  remedy: 'Write ttc:correlationKey on the message events; without it, messages are matched by the business key.',
  check: ({ id, collaborations }) =>
    collaborations.flatMap((collaboration) => [
      ...judgeKeys(collaboration, id),
      ...elementsOf(collaboration, 'participants').flatMap((participant) => judgePool(participant, id)),
    ]),
};

function judgeKeys(collaboration: ModdleElement, fileId: string): readonly Finding[] {
  const holders = [collaboration, ...elementsOf(collaboration, 'conversations')];
  if (holders.every((holder) => elementsOf(holder, 'correlationKeys').length === 0)) return [];
  const reason = 'The collaboration has correlation keys, which are not used to match messages here.';
  return [{ elementId: collaboration.id ?? fileId, reason }];
}

function judgePool(participant: ModdleElement, fileId: string): readonly Finding[] {
  const maximum = elementOf(participant, 'participantMultiplicity')?.get('maximum');
  if (typeof maximum !== 'number' || maximum <= 1 || elementOf(participant, 'processRef') === undefined) return [];
  const name = nameOf(participant) ?? participant.id;
  const reason = `The pool "${name}" is marked as having up to ${maximum} participants, but a message reaches only one instance of it.`;
  const remedy = 'Send a message to each, from a multi-instance sub-process with a ttc:correlationKey.';
  return [{ elementId: participant.id ?? fileId, reason, remedy }];
}

export const POOL_RULES: readonly FileRule[] = [
  processNotExecutable,
  severalExecutableProcesses,
  otherPoolNotRun,
  messageFlowNotSupported,
  collaborationPartNotRun,
];
