import { useEffect, useRef, useState } from 'preact/hooks';
import type { PressAnswer } from '../../control/task-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { type ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { randomId } from '../parts/random-id.ts';

/** One task of a batch whose press has ended. */
export interface BatchLine {
  /** As it was before the batch; it may have left the list since. */
  readonly task: ListedTask;
  /** The name of the button. */
  readonly button: string;
  readonly answer: PressAnswer | ControlFailure;
}

export interface BatchRun {
  /** All tasks of the batch. */
  readonly tasks: readonly ListedTask[];
  readonly lines: readonly BatchLine[];
  /** Why it ended before the last task: a person stopped it, or the sandbox does not answer. */
  readonly endedBy?: 'person' | 'connection';
}

interface Batch {
  readonly run: BatchRun | undefined;
  readonly isRunning: boolean;
  /** A person has stopped it, and the press that is in progress still runs. */
  readonly isStopping: boolean;
  /** Resolves when it has ended. */
  start(button: string, tasks: readonly ListedTask[], opinions: string): Promise<BatchRun>;
  /** Presses no further task. */
  stop(): void;
}

interface BatchAnswer {
  readonly results: readonly PressAnswer[];
}

/** Presses task after task, so that it can say how far it is and be stopped; it also stops when the page is left. */
export function useBatch(account: string): Batch {
  const [run, setRun] = useState<BatchRun>();
  const [isRunning, setIsRunning] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const press = async (taskId: string, given: object): Promise<BatchLine['answer']> => {
    const body = { account, taskIds: [taskId], ...given };
    try {
      const { results } = await callControl<BatchAnswer>('/batch', { method: 'POST', body });
      return results[0] ?? toControlFailure('the answer has no result');
    } catch (error) {
      return toControlFailure(error);
    }
  };
  return {
    run,
    isRunning,
    isStopping,
    async start(button, tasks, opinions) {
      // A center that gives all calls of a batch one uuid does so for all its tasks.
      const given = { action: button, opinions, uuid: randomId() };
      let current: BatchRun = { tasks, lines: [] };
      isStopped.current = false;
      setIsStopping(false);
      setIsRunning(true);
      setRun(current);
      for (const task of tasks) {
        const answer = await press(task.taskId, given);
        const isLost = 'code' in answer && answer.code === 'ERR_UNREACHABLE';
        const lines = [...current.lines, { task, button, answer }];
        const isLast = lines.length === tasks.length;
        const endedBy = isLost ? 'connection' : isStopped.current && !isLast ? 'person' : undefined;
        current = { tasks, lines, ...(endedBy === undefined ? {} : { endedBy }) };
        setRun(current);
        if (endedBy !== undefined) break;
      }
      setIsRunning(false);
      return current;
    },
    stop() {
      isStopped.current = true;
      setIsStopping(true);
    },
  };
}
