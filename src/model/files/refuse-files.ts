import { BridgeError, ModelError } from '../../errors.ts';
import type { Problem } from '../problem.ts';

/** Why a file is refused. */
export interface Refusal {
  readonly cause: ModelError;
  readonly problems: readonly Problem[];
}

/**
 * What a file made its readers throw. Whatever that is, it is about the file: it cannot run, whoever's mistake that is.
 * @throws what is not about the file, such as a database that does not answer
 */
export function toRefusal(error: unknown): Refusal {
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
  const remedy = 'Save it again with the modeler, or remove it from the deployment.';
  return { severity: 'error', rule: 'file-unreadable', elementId: 'definitions', reason, remedy };
}

/** The refusal of several files, with all there is to say about each of them. */
export function refuseFiles(problems: readonly Problem[]): ModelError {
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .map(({ file, elementId, reason, remedy }) => `- ${file}, ${elementId}: ${reason} ${remedy}`);
  const text = ['Nothing was deployed, because not all of the files can run as drawn:', ...lines].join('\n');
  return new ModelError('ERR_MODEL_REFUSED', text, { details: { problems } });
}

/** A process that several files define. */
export function definedTwice(processId: string, files: readonly (string | undefined)[]): Problem {
  const [first] = files;
  return {
    severity: 'error',
    rule: 'process-defined-twice',
    elementId: processId,
    reason: `The process ${processId} is defined by ${files.join(' and ')}.`,
    remedy: 'Give one of them another id, or deploy them one after the other.',
    ...(first !== undefined && { file: first }),
  };
}

/** A problem of a file that was not read alone. */
export function inFile(problem: Problem, file: string | undefined): Problem {
  return file === undefined ? problem : { ...problem, file };
}

/** Each once: what lies outside of the pools of a file is found with every one of them. */
export function uniqueProblems(problems: readonly Problem[]): readonly Problem[] {
  return [
    ...new Map(problems.map((each) => [JSON.stringify([each.elementId, each.rule, each.reason]), each])).values(),
  ];
}
