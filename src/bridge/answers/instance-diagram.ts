import { InputError } from '../../errors.ts';
import { followLinks } from '../../model/prepare/follow-links.ts';
import type { InstanceStatus, Store } from '../../store/port.ts';
import { readPath } from '../steps/taken-path.ts';
import { explainInstance } from './explain-instance.ts';
import type { ExplainedReport } from './explained-report.ts';

/** The drawing of an instance, where its tokens are, and which way they took. */
export interface InstanceDiagram {
  /** Whose diagram it is. */
  readonly instanceId: string;
  /** The process it runs; the file may hold others beside it. */
  readonly processId: string;
  /** Whether it runs, is suspended, or how it ended. */
  readonly status: InstanceStatus;
  /** The .bpmn file as its author saved it when the definition was deployed; it may hold no drawing. */
  readonly xml: string;
  /** By their ids in the file; what a call activity calls has `<call>.<id>`, which is not in the file. */
  readonly nodes: {
    /** Those that hold a token, with the sub-processes and calls they are in. */
    readonly current: readonly string[];
    /** All others that were reached, also those that an event or an operation ended. */
    readonly done: readonly string[];
  };
  /** Ids of the sequence flows that were taken, each once, in the order of their first time. */
  readonly flows: readonly string[];
  /** What the center was told, and why. Empty once the reports are not kept any more. */
  readonly reports: readonly ExplainedReport[];
}

/** @throws {InputError} `ERR_INSTANCE_UNKNOWN` */
export async function drawInstance(store: Store, instanceId: string): Promise<InstanceDiagram> {
  const instance = await store.getInstance(instanceId);
  const definition = instance && (await store.getDefinition(instance.definitionId));
  if (!instance || !definition) {
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
  }
  const { processId, status } = instance;
  const { xml, drawing } = definition;
  const path = readPath(instance.path);
  const current = new Set(path.current);
  // Links are flows in what runs; in the file they are events.
  const links = drawing === null ? { flows: [], nodes: [] } : await followLinks(drawing, processId, path.flows);
  return {
    instanceId,
    processId,
    status,
    xml: drawing ?? xml,
    nodes: {
      current: path.current,
      done: [...new Set([...path.nodes, ...links.nodes])].filter((id) => !current.has(id)),
    },
    flows: [...new Set([...path.flows, ...links.flows])],
    reports: await explainInstance(store, instanceId),
  };
}

/** @returns undefined where the bridge has no such task, or not its instance any more */
export async function drawTask(store: Store, taskId: string): Promise<InstanceDiagram | undefined> {
  const task = await store.getTask(taskId);
  if (!task || !(await store.getInstance(task.instanceId))) return undefined;
  return drawInstance(store, task.instanceId);
}
