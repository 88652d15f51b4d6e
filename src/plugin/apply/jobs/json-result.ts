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
    text = JSON.stringify(result);
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
