import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { followLinks } from '../../model/prepare/flows/follow-links.ts';
import { shownNodes } from '../../plugin/outcome/taken-path.ts';
import type { InstanceStatus } from '../../protocol/instance-status.ts';
import type { Store } from '../../store/store.ts';
import { readPath } from '../steps/stored-instance.ts';
import { type ExplainedReport, explainInstance } from './read-instance.ts';

/** The diagram of an instance, the positions of its tokens and the path they took. */
export interface InstanceDiagram {
  /** The instance. */
  readonly instanceId: string;
  /** The process of the instance; the file may contain others. */
  readonly processId: string;
  /** Whether the instance runs, is suspended, or how it ended. */
  readonly status: InstanceStatus;
  /** The .bpmn file as it was deployed. It may have no diagram information (shapes and positions). */
  readonly xml: string;
  /** Nodes by their ids in the file. Nodes of a called process have the id `<call>.<id>`, which is not in the file. */
  readonly nodes: {
    /** Nodes that hold a token, and the sub-processes and calls around them. */
    readonly current: readonly string[];
    /** All other nodes that were reached, including those that an event or an operation ended. */
    readonly done: readonly string[];
  };
  /** Ids of the sequence flows that were taken, each once, in the order in which they were first taken. */
  readonly flows: readonly string[];
  /** When nodes were reached: an entry for each step that moved a token, oldest first. */
  readonly steps: readonly DiagramStep[];
  /** The reports to the center, with explanations. Empty once the reports were deleted. */
  readonly reports: readonly ExplainedReport[];
}

/** @throws {InputError} `ERR_INSTANCE_UNKNOWN` */
export async function readInstanceDiagram(store: Store, instanceId: string): Promise<InstanceDiagram> {
  const instance = await store.getInstance(instanceId);
  const definition = instance && (await store.getDefinition(instance.definitionId));
  if (!instance || !definition) {
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
  }
  const { processId, status } = instance;
  const { xml, drawing: diagram } = definition;
  const path = readPath(instance.path);
  // The prepared diagram replaces link events by flows; the file has the events.
  const links = diagram === null ? { flows: [], nodes: [] } : await followLinks(diagram, processId, path.flows);
  return {
    instanceId,
    processId,
    status,
    xml: diagram ?? xml,
    nodes: shownNodes({ ...path, nodes: [...new Set([...path.nodes, ...links.nodes])] }),
    flows: [...new Set([...path.flows, ...links.flows])],
    steps: await listSteps(store, instanceId),
    reports: await explainInstance(store, instanceId),
  };
}

/** @returns undefined if there is no such task, or its instance was deleted */
export async function readTaskDiagram(store: Store, taskId: string): Promise<InstanceDiagram | undefined> {
  const task = await store.getTask(taskId);
  if (!task || !(await store.getInstance(task.instanceId))) return undefined;
  return readInstanceDiagram(store, task.instanceId);
}

/** The nodes that one step of an instance reached. */
export interface DiagramStep {
  /** Epoch milliseconds. */
  readonly at: number;
  /** In the order in which they were reached; an event when it occurred. */
  readonly nodes: readonly string[];
}

/** Entries per query. */
const PAGE = 500;

/** The history is only displayed: an entry that cannot be read must not hide the others. */
const reached = z.object({ nodes: z.array(z.string()) }).catch({ nodes: [] });

/** The steps of an instance that reached nodes, by its history. */
async function listSteps(store: Store, instanceId: string): Promise<DiagramStep[]> {
  const steps: DiagramStep[] = [];
  for (let after = 0; ; ) {
    const rows = await store.listHistory({ instanceId, after, limit: PAGE });
    for (const { at, type, data } of rows) {
      const { nodes } = type === 'step' ? reached.parse(data) : { nodes: [] };
      if (nodes.length > 0) steps.push({ at, nodes });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return steps;
    after = last.seq;
  }
}
