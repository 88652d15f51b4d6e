/** Which scripts of a user task a job runs: its inputs before it opens, the rest once it is handled. */
export type TaskPart = 'in' | 'out';

/** Two dots stand in no id of the engine; an author who writes them writes no such ending behind them. */
const KEY = /^(.+)\.\.(in|out)$/;

/** What a job is known by outside of a step: the execution that waits; of a user task, which waits for two, its part too. */
export function jobKeyOf(executionId: string, part: TaskPart | undefined): string {
  return part === undefined ? executionId : `${executionId}..${part}`;
}

export function readJobKey(key: string): { readonly executionId: string; readonly part?: TaskPart } {
  const [, executionId, part] = KEY.exec(key) ?? [];
  return executionId === undefined ? { executionId: key } : { executionId, part: part as TaskPart };
}

/** What the job is known by that asks a script whether an event is to fire. */
export interface AskKey {
  /** Key of the wait (`waitKey`). */
  readonly key: string;
  /** Which of the event's definitions it is. */
  readonly index: number;
  /** Tells what is asked now from what was asked before. */
  readonly number: number;
}

const ASK_KEY = /^(.+)\.\.if(\d+)\.(\d+)$/;

export function askKeyOf({ key, index, number }: AskKey): string {
  return `${key}..if${index}.${number}`;
}

/** Undefined for the key of any other job. */
export function readAskKey(text: string): AskKey | undefined {
  const [, key, index, number] = ASK_KEY.exec(text) ?? [];
  return key === undefined ? undefined : { key, index: Number(index), number: Number(number) };
}
