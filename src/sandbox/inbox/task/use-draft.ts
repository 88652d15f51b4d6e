import { useState } from 'preact/hooks';
import { forget, recall, remember } from '../../../page/settings/remember.ts';

export interface Draft {
  readonly opinion: string;
  /** An empty text discards it. */
  write(opinion: string): void;
}

/**
 * The opinion that an account is writing about a task, or without `taskId` about those of a batch: kept in this browser
 * until it is sent or discarded.
 */
export function useDraft(account: string, taskId?: string): Draft {
  const name = `draft.${JSON.stringify([account, taskId])}`;
  const [opinion, setOpinion] = useState(() => recall(name) ?? '');
  return {
    opinion,
    write(written) {
      setOpinion(written);
      if (written === '') forget(name);
      else remember(name, written);
    },
  };
}
