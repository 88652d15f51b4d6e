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
