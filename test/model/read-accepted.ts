import type { Problem } from '../../src/model/index.ts';
import type { ModelOptions } from '../../src/model/model-options.ts';
import type { ServiceNode } from '../../src/model/nodes/service-node.ts';
import type { UserTaskNode } from '../../src/model/nodes/task-node.ts';
import type { ProcessModel } from '../../src/model/process-model.ts';
import { readXml } from '../support/inner/model.ts';

/** The model of a file that must be accepted; the problems stand in the message where it is not. */
export async function readAccepted(xml: string, options?: ModelOptions): Promise<ProcessModel> {
  const { model, problems } = await readXml(xml, options);
  if (model === undefined) throw new Error(problems.map(describeProblem).join('\n'));
  return model;
}

/** One user task of a file that must be accepted; its id is `a` unless told. */
export async function readTask(xml: string, id = 'a', options?: ModelOptions): Promise<UserTaskNode> {
  const task = (await readAccepted(xml, options)).userTasks.get(id);
  if (task === undefined) throw new Error(`no user task ${id}`);
  return task;
}

/** One service of a file that must be accepted; its id is `a` unless told. */
export async function readServiceNode(xml: string, id = 'a'): Promise<ServiceNode> {
  const service = (await readAccepted(xml)).services.get(id);
  if (service === undefined) throw new Error(`no service ${id}`);
  return service;
}

function describeProblem({ severity, rule, elementId, reason }: Problem): string {
  return `${severity} ${rule} ${elementId}: ${reason}`;
}
