import * as elements from 'bpmn-elements';
import * as tasks from 'bpmn-elements/tasks';
import * as engine from 'bpmn-engine';
import { BridgeError } from '../../errors.ts';

/**
 * The members of classes of bpmn-engine and bpmn-elements that the plugin overrides, calls or reads, by class; `tasks` are the classes of that
 * subpath. Members of instances are listed in `engine-internals.ts`; there is no other list.
 */
export const USED_INTERNALS: Readonly<
  Record<'engine' | 'elements' | 'tasks', Readonly<Record<string, readonly string[]>>>
> = {
  engine: {
    Engine: ['addSource', 'recover', '_loadDefinition'],
    Execution: ['_execute', '_resume'],
  },
  elements: {
    Activity: [
      ...['run', 'discard', 'recover', 'getState', 'executionId'],
      ...['inbound', 'outbound', 'attachedTo', 'isMultiInstance', '_onJoinInbound'],
    ],
    Process: ['recover', 'getActivities', 'getSequenceFlows', 'getPostponed'],
    Definition: ['getState', 'recover', 'resume', 'getProcesses'],
    SubProcess: [],
    SequenceFlow: ['take', 'discard', 'evaluate'],
    StartEvent: [],
    BoundaryEvent: [],
    Task: [],
    MultiInstanceLoopCharacteristics: ['execute'],
    StandardLoopCharacteristics: [],
    TerminateEventDefinition: ['execute'],
  },
  tasks: {
    SignalTaskBehaviour: ['execute'],
    SubProcessBehaviour: ['execute', 'recover', 'executions', '_completeExecution'],
  },
};

const PACKAGES: Readonly<Record<keyof typeof USED_INTERNALS, Readonly<Record<string, unknown>>>> = {
  engine,
  elements,
  tasks,
};

/**
 * Checks, before anything runs, that the installed engine has the members that we use: undeclared members may change in any
 * version, and would then fail in the middle of a process.
 * @throws {BridgeError} `ERR_ENGINE_UNSUPPORTED` with what is missing in `details.missing`
 */
export function requireEngine(): void {
  const missing = Object.entries(USED_INTERNALS).flatMap(([from, classes]) =>
    Object.entries(classes).flatMap(([name, members]) => {
      const found = PACKAGES[from as keyof typeof USED_INTERNALS][name];
      if (typeof found !== 'function') return [name];
      const prototype: object = found.prototype;
      return members.filter((member) => !(member in prototype)).map((member) => `${name}.${member}`);
    }),
  );
  if (missing.length === 0) return;
  throw new BridgeError(
    'ERR_ENGINE_UNSUPPORTED',
    `The installed bpmn-engine or bpmn-elements lacks ${missing.join(', ')}, which this version of the library builds on.`,
    { details: { missing } },
  );
}
