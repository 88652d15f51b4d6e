import { useState } from 'preact/hooks';
import { type CallFailure, callJson, type JsonCall, toFailure } from '../../../page/data/call-json.ts';
import { type Fetched, useFetched } from '../../../page/data/use-fetched.ts';
import type { ChangeTopic } from '../../control/event-stream.ts';
import { listenToChanges } from './change-stream.ts';

/** The control API, on the origin of the page. */
const CONTROL_PATH = '/sandbox';

/**
 * @param path relative to the control API, with percent-encoded segments
 * @throws {CallFailure} the call was refused, or there was no answer
 */
export function callControl<Answer>(path: string, call: JsonCall = {}): Promise<Answer> {
  return callJson(`${CONTROL_PATH}${path}`, call);
}

/** The data at a path of the control API, kept up to date. */
export type Resource<Answer> = Fetched<Answer>;

/**
 * Fetches `path`, and again whenever one of `topics` changes, and after two seconds if there was no answer.
 * @param path undefined: nothing is fetched
 */
export function useResource<Answer>(path: string | undefined, topics: readonly ChangeTopic[]): Resource<Answer> {
  const watch = (reload: () => void) =>
    listenToChanges((changed) => {
      if (changed.some((topic) => topics.includes(topic))) reload();
    });
  return useFetched(path === undefined ? undefined : CONTROL_PATH + path, watch, topics.join());
}

interface Action {
  /** Why the latest call failed. */
  readonly failure: CallFailure | undefined;
  readonly isRunning: boolean;
  /** Makes a call, one at a time, and resolves to whether it was made. */
  run(work: () => Promise<void>): Promise<boolean>;
}

/** Something that a person does once, as opposed to what is shown. */
export function useAction(): Action {
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  return {
    ...{ failure, isRunning },
    async run(work) {
      if (isRunning) return false;
      setIsRunning(true);
      setFailure(undefined);
      const failed = await work().then(() => undefined, toFailure);
      setFailure(failed);
      setIsRunning(false);
      return failed === undefined;
    },
  };
}
