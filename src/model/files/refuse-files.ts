import { BridgeError, ModelError } from '../../errors.ts';
import type { Problem } from '../problem.ts';
import { deploymentProblem } from './deployment-rules.ts';

/** Why a file is refused. */
export interface FileRefusal {
  readonly cause: ModelError;
  readonly problems: readonly Problem[];
}

/**
 * Turns an error that was thrown while a file was read into problems of the file. An unknown error is reported as a problem
 * of the file too.
 * @throws errors that are not about the file, such as an unavailable database
 */
export function toRefusal(error: unknown): FileRefusal {
  const cause = toModelError(error);
  if (!(cause instanceof ModelError)) throw cause;
  const { problems = [unreadable(cause.message)] } = cause.details as { readonly problems?: readonly Problem[] };
  return { cause, problems };
}

function toModelError(error: unknown): BridgeError {
  if (error instanceof BridgeError) return error;
  const what = error instanceof Error ? error.message : typeof error;
  const text = `The file contains something that cannot be read (${what}), and no rule explains it: please report this, with the file.`;
  return new ModelError('ERR_MODEL_REFUSED', text, { cause: error, details: { problems: [unreadable(text)] } });
}

function unreadable(reason: string): Problem {
  return deploymentProblem('file-unreadable', { elementId: 'definitions', reason });
}

/** The error that refuses several files, with the problems of all of them. */
export function refuseFiles(problems: readonly Problem[]): ModelError {
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ file, elementId, reason, remedy }) => `- ${file}, ${elementId}: ${reason} ${remedy}`);
  const text = ['Nothing was deployed, because not all of the files can run as drawn:', ...lines].join('\n');
  return new ModelError('ERR_MODEL_REFUSED', text, { details: { problems } });
}

/** The problem of a process that several files define. */
export function definedTwice(processId: string, files: readonly (string | undefined)[]): Problem {
  const reason = `The process ${processId} is defined by ${files.join(' and ')}.`;
  return inFile(deploymentProblem('process-defined-twice', { elementId: processId, reason }), files[0]);
}

/** Adds the name of the file to a problem. */
export function inFile(problem: Problem, file: string | undefined): Problem {
  return file === undefined ? problem : { ...problem, file };
}

/** Removes duplicates: problems outside the pools of a file are found once per pool. */
export function uniqueProblems(problems: readonly Problem[]): readonly Problem[] {
  return [
    ...new Map(problems.map((each) => [JSON.stringify([each.elementId, each.rule, each.reason]), each])).values(),
  ];
}
