import { useState } from 'preact/hooks';
import { type ControlFailure, toControlFailure } from './call-control.ts';

interface Action {
  /** Why the latest call failed. */
  readonly failure: ControlFailure | undefined;
  readonly isRunning: boolean;
  /** Makes a call, one at a time, and resolves to whether it was made. */
  run(work: () => Promise<void>): Promise<boolean>;
}

/** Something that a person does once, as opposed to what is shown. */
export function useAction(): Action {
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<ControlFailure>();
  return {
    ...{ failure, isRunning },
    async run(work) {
      if (isRunning) return false;
      setIsRunning(true);
      setFailure(undefined);
      const failed = await work().then(() => undefined, toControlFailure);
      setFailure(failed);
      setIsRunning(false);
      return failed === undefined;
    },
  };
}
