import type { ScriptFunction, ServiceFunction, ServiceJob } from '../../../host/host.ts';
import { collectMapped, type MappedValue } from '../../../model/mapped-values.ts';
import { type EventNode, eventsOf } from '../../../model/nodes/event-node.ts';
import type { ScriptMapping, ScriptText } from '../../../model/nodes/mapping.ts';
import type { ServiceNode } from '../../../model/nodes/service-node.ts';
import type { UserTaskNode } from '../../../model/nodes/task-node.ts';
import type { ProcessModel } from '../../../model/process-model.ts';
import { type AskKey, readAskKey, readJobKey, type TaskPart } from '../../state/job-key.ts';
import { type ScriptedResult, withResult } from './job-result.ts';

/** The results of the scripts of a user task. */
export interface TaskScriptsResult {
  readonly values: readonly MappedValue[];
  /** Result of the completion condition. */
  readonly isOver?: unknown;
}

/** Runs the scripts of a user task: its inputs, or its outputs and then its completion condition, which sees the outputs. */
function taskScriptCall(
  { inputScripts, outputScripts, multiInstance }: UserTaskNode,
  part: TaskPart,
  scripts: ScriptFunction,
): ServiceFunction {
  if (part === 'in') return async (job) => ({ values: await runMappings(inputScripts ?? [], job, scripts, '') });
  return async (job) => {
    const values = await runMappings(outputScripts ?? [], job, scripts, '');
    const condition = multiInstance?.conditionScript;
    if (condition === undefined) return { values } satisfies TaskScriptsResult;
    const seen = { ...job, variables: { ...job.variables, ...collectMapped(values, job.variables) } };
    return { values, isOver: (await runScript(scripts, seen, condition, 'over')) ?? null } satisfies TaskScriptsResult;
  };
}

/** Returns the function that runs the scripts of a job; undefined if the node has no scripts. */
export function findScripts(
  {
    services,
    userTasks,
    subProcesses,
    events,
  }: Pick<ProcessModel, 'services' | 'userTasks' | 'subProcesses' | 'events'>,
  nodeId: string,
  jobKey: string,
  scripts: ScriptFunction,
): ServiceFunction | undefined {
  const asked = readAskKey(jobKey);
  const event = asked && events.get(nodeId);
  if (event) return conditionCall(event, asked, scripts);
  const { part } = readJobKey(jobKey);
  const task = part && userTasks.get(nodeId);
  if (task) return taskScriptCall(task, part, scripts);
  const node = services.get(nodeId);
  if (part) return completionCall((node ?? subProcesses.get(nodeId))?.multiInstance?.conditionScript, scripts);
  return node && scriptCall(node, scripts);
}

/** Runs the completion condition of a multi-instance service or sub-process, after one of its instances. */
function completionCall(condition: ScriptText | undefined, scripts: ScriptFunction): ServiceFunction | undefined {
  return (
    condition &&
    (async (job) =>
      ({ values: [], isOver: (await runScript(scripts, job, condition, 'over')) ?? null }) satisfies TaskScriptsResult)
  );
}

function conditionCall(event: EventNode, { index }: AskKey, scripts: ScriptFunction): ServiceFunction | undefined {
  const trigger = eventsOf(event)[index]?.trigger;
  const script = trigger?.kind === 'condition' ? trigger.script : undefined;
  return script && ((job) => runScript(scripts, job, script));
}

function scriptCall(node: ServiceNode, scripts: ScriptFunction): ServiceFunction | undefined {
  const { script, conditions } = node;
  if (script) return withScriptMappings((job) => runScript(scripts, job, script), node, scripts);
  return conditions && ((job) => decideFlows(conditions, job, scripts));
}

/**
 * Wraps a service whose mappings contain scripts: input scripts run before the call, output scripts after it. With
 * output scripts, the result is a `ScriptedResult`.
 */
export function withScriptMappings(
  service: ServiceFunction,
  node: Pick<ServiceNode, 'inputScripts' | 'outputScripts' | 'resultVariable'>,
  scripts: ScriptFunction,
): ServiceFunction {
  const { inputScripts, outputScripts } = node;
  if (inputScripts === undefined && outputScripts === undefined) return service;
  return async (job) => {
    const inputs = await runMappings(inputScripts ?? [], job, scripts, '');
    const filled = { ...job, input: { ...job.input, ...collectMapped(inputs, job.input) } };
    const result = (await service(filled)) ?? null;
    if (outputScripts === undefined) return result;
    const seen = { ...filled, variables: withResult(node, result, job.variables) };
    return { result, outputs: await runMappings(outputScripts, seen, scripts, 'out.') } satisfies ScriptedResult;
  };
}

/** @param prefix distinguishes inputs from outputs of the same name in idempotency keys */
async function runMappings(
  mappings: readonly ScriptMapping[],
  job: ServiceJob,
  scripts: ScriptFunction,
  prefix: string,
): Promise<readonly MappedValue[]> {
  const values: MappedValue[] = [];
  for (const { script, ...target } of mappings) {
    const part = `${prefix}${[target.name, ...(target.path ?? [])].join('.')}`;
    values.push({ ...target, value: (await runScript(scripts, job, script, part)) ?? null });
  }
  return values;
}

/** Evaluates the conditions of outgoing flows, by flow id. An exclusive gateway stops at the first one that is true. */
async function decideFlows(
  { takesOne, behind, scripts: drawn }: NonNullable<ServiceNode['conditions']>,
  job: ServiceJob,
  scripts: ScriptFunction,
): Promise<Record<string, unknown>> {
  const taken: Record<string, unknown> = {};
  const asked = behind === undefined ? job : { ...job, nodeId: behind };
  for (const { flowId, script } of drawn) {
    taken[flowId] = (await runScript(scripts, asked, script, flowId)) ?? null;
    if (takesOne && taken[flowId] === true) break;
  }
  return taken;
}

/** @param part distinguishes the scripts of one job in their idempotency keys */
function runScript(
  scripts: ScriptFunction,
  job: ServiceJob,
  { text, format, resource }: ScriptText,
  part?: string,
): unknown {
  const idempotencyKey = part === undefined ? job.idempotencyKey : `${job.idempotencyKey}.${part}`;
  const place = resource === undefined ? {} : { resource };
  return scripts({ ...job, idempotencyKey, script: text, scriptFormat: format, ...place });
}
