import { type Fetched, useFetched } from '../../../page/data/use-fetched.ts';
import type { ChangeTopic } from '../../control/event-stream.ts';
import { CONTROL_PATH } from './call-control.ts';
import { listenToChanges } from './change-stream.ts';

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
