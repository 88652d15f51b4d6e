/** Which scripts of a user task a job runs: the inputs before it is created, or the others after it was handled. */
export type TaskPart = 'in' | 'out';

/** Execution ids end with a number. */
const KEY = /^(.+)\.\.(in|out)$/;

/** The key of a job outside of a step: the execution that waits, and for a user task, which has two jobs, the part. */
export function jobKeyOf(executionId: string, part: TaskPart | undefined): string {
  return part === undefined ? executionId : `${executionId}..${part}`;
}

export function readJobKey(key: string): { readonly executionId: string; readonly part?: TaskPart } {
  const [, executionId, part] = KEY.exec(key) ?? [];
  return executionId === undefined ? { executionId: key } : { executionId, part: part as TaskPart };
}

/** The key of a job that evaluates the script of a conditional event. */
export interface AskKey {
  /** Key of the wait (`waitKey`). */
  readonly key: string;
  /** Index of the event definition. */
  readonly index: number;
  /** Distinguishes this evaluation from earlier ones. */
  readonly number: number;
}

const ASK_KEY = /^(.+)\.\.if(\d+)\.(\d+)$/;

export function askKeyOf({ key, index, number }: AskKey): string {
  return `${key}..if${index}.${number}`;
}

/** Returns undefined for the key of any other job. */
export function readAskKey(text: string): AskKey | undefined {
  const [, key, index, number] = ASK_KEY.exec(text) ?? [];
  return key === undefined ? undefined : { key, index: Number(index), number: Number(number) };
}
