import { StepError } from '../../../errors.ts';
import { copyJson } from '../../../protocol/json-object.ts';

/** A job, as messages about it name it. */
interface NamedJob {
  readonly kind: string;
  readonly service: string;
  readonly nodeId: string;
}

/**
 * Results become variables, so a value that JSON cannot represent is reported as an error and not lost silently.
 * @throws {StepError} `ERR_SERVICE_FAILED`
 */
export function toJsonResult(result: unknown, job: NamedJob): unknown {
  if (result === undefined) return null;
  let text: string | undefined;
  try {
    text = JSON.stringify(result, (_, value: unknown) => requireJson(value));
  } catch {
    // The message of the error could quote the result.
  }
  if (text === undefined)
    throw jobFailed(`${labelOfJob(job)} returned a value that JSON cannot represent: return plain values.`);
  const { value, problems } = copyJson(JSON.parse(text));
  const [problem] = problems;
  if (problem) throw jobFailed(`${labelOfJob(job)} returned a value that ${problem.message}: return plain values.`);
  return value;
}

/** @throws {TypeError} JSON would leave a value out, or write null or an empty object instead */
function requireJson(value: unknown): unknown {
  const isNoNumber = typeof value === 'number' && !Number.isFinite(value);
  if (typeof value === 'function' || typeof value === 'symbol' || isNoNumber || isOpaque(value))
    throw new TypeError('not JSON');
  return value;
}

/** A Map, a Set, a promise, an answer of fetch: what it has are no properties. */
function isOpaque(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length === 0 && Object.prototype.toString.call(value) !== '[object Object]';
}

/** Never the script itself. */
export function labelOfJob({ kind, service, nodeId }: NamedJob): string {
  return kind === 'script'
    ? `the function that runs the ${service === '' ? '' : `${service} `}script of ${nodeId}`
    : `the service ${service}`;
}

/** @param message begins with a lower-case letter where it names a job */
export function jobFailed(message: string): StepError {
  return new StepError('ERR_SERVICE_FAILED', message.charAt(0).toUpperCase() + message.slice(1));
}
