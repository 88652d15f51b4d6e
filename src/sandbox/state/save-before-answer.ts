import { StoreError } from '../../errors.ts';
import type { Route } from '../http/http-route.ts';
import type { CenterStateWriter } from './center-state.ts';

/**
 * The same route, which answers when its changes are on the disk. If they cannot be written, the caller gets an error
 * 500: the changes are made and are written with the next call that succeeds.
 */
export function saveBeforeAnswer(writer: CenterStateWriter, route: Route): Route {
  return {
    ...route,
    answer(request) {
      const answer = route.answer(request);
      try {
        writer.save();
        return answer;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        const message = `the data file could not be written: ${error.message}`;
        return { ...answer, status: 500, body: { code: 500, message, data: null } };
      }
    },
  };
}
