import { StepError } from '../../errors.ts';
import type { ScriptFunction, ServiceFunction } from '../../host.ts';
import { findScripts, withScriptMappings } from '../../plugin/apply/run-scripts.ts';
import type { InstanceRow, JobRow } from '../../store/port.ts';
import type { Definitions } from '../definitions/definitions.ts';

/** The function of the host that a job calls; undefined where the host gave none. */
export type FindFunction = (job: JobRow, instance: InstanceRow | undefined) => Promise<ServiceFunction | undefined>;

export function createFindFunction(
  definitions: Pick<Definitions, 'load'>,
  services: Readonly<Record<string, ServiceFunction>>,
  scripts: ScriptFunction | undefined,
): FindFunction {
  return async ({ kind, service, nodeId, executionId }, instance) => {
    const known = services[service];
    if (scripts === undefined || (kind === 'service' && known === undefined)) return known;
    // A script stands in the definition and nowhere else: no row of a job, no log.
    const model = instance && (await definitions.load(instance.definitionId)).model;
    if (kind === 'script') return model && findScripts(model, nodeId, executionId, scripts);
    const node = model?.services.get(nodeId);
    return known && node ? withScriptMappings(known, node, scripts) : known;
  };
}

/**
 * Calls the service of a job, for at most `timeoutMs`: one that does not look at its signal is not waited for, and what
 * it returns later is not heard.
 * @param closing aborts the call too; then only the service decides how long it takes
 * @returns plain JSON
 * @throws {StepError} `ERR_SERVICE_FAILED`: there is no such service, it took too long, or JSON cannot hold its result
 * @throws whatever the service throws
 */
export async function callService(
  service: ServiceFunction | undefined,
  job: JobRow,
  timeoutMs: number,
  closing: AbortSignal,
): Promise<unknown> {
  if (!service) throw failed(`The bridge was not given ${nameOf(job)}: pass it to createBridge.`);
  const { instanceId, nodeId, variables, input, idempotencyKey } = job;
  const call = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = failed(`${capitalize(nameOf(job))} took longer than ${timeoutMs} ms.`);
      reject(error);
      call.abort(error);
    }, timeoutMs);
  });
  const abort = () => {
    clearTimeout(timer);
    call.abort(closing.reason);
  };
  closing.addEventListener('abort', abort, { once: true });
  try {
    const working = service({ instanceId, nodeId, variables, input, idempotencyKey, signal: call.signal });
    return toJson(await Promise.race([working, late]), job);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', abort);
  }
}

/** Results become variables: what JSON cannot hold is a mistake of the service, said here and not lost silently. */
function toJson(result: unknown, job: JobRow): unknown {
  if (result === undefined) return null;
  let text: string | undefined;
  try {
    text = JSON.stringify(result);
  } catch {
    // Its words could quote the result.
  }
  if (text === undefined)
    throw failed(`${capitalize(nameOf(job))} returned a value that JSON cannot represent: return plain values.`);
  return JSON.parse(text);
}

/** Never the script itself. */
function nameOf({ kind, service, nodeId }: JobRow): string {
  return kind === 'script'
    ? `the function that runs the ${service === '' ? '' : `${service} `}script of ${nodeId}`
    : `the service ${service}`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function failed(message: string): StepError {
  return new StepError('ERR_SERVICE_FAILED', message);
}
