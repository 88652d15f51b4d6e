import type { ScriptFunction, ServiceFunction, ServiceJob } from '../host.ts';
import { collectMapped, type MappedValue } from '../model/mapped-values.ts';
import type { ScriptText, ServiceNode } from '../model/process-model.ts';

/** What a job of the function for scripts calls; undefined for a node without scripts of its own. */
export function scriptCall(node: ServiceNode, scripts: ScriptFunction): ServiceFunction | undefined {
  const { script, conditions } = node;
  if (script) return withScriptInputs((job) => runScript(scripts, job, script), node, scripts);
  return conditions && ((job) => decideFlows(conditions, job, scripts));
}

/** A service whose inputs are scripts in part: these are run before it is called. */
export function withScriptInputs(
  service: ServiceFunction,
  { inputScripts }: Pick<ServiceNode, 'inputScripts'>,
  scripts: ScriptFunction,
): ServiceFunction {
  if (inputScripts === undefined) return service;
  return async (job) => {
    const values: MappedValue[] = [];
    for (const { script, ...target } of inputScripts) {
      const part = [target.name, ...(target.path ?? [])].join('.');
      values.push({ ...target, value: (await runScript(scripts, job, script, part)) ?? null });
    }
    return service({ ...job, input: { ...job.input, ...collectMapped(values, job.input) } });
  };
}

/** Which flows the scripts take, by flow id. Where one decides, those behind the first that is true are not asked. */
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

/** @param part tells the scripts of one job from each other */
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
