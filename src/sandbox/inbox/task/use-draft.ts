import { useState } from 'preact/hooks';
import { forget, recall, remember } from '../../../page/settings/remember.ts';

export interface Draft {
  readonly opinion: string;
  /** An empty text discards it. */
  write(opinion: string): void;
}

/**
 * The opinion that an account is writing: kept in this browser until it is sent or discarded.
 * @param about the id of a task, or of the transaction for its initiator, whose buttons are those of another task when it
 * goes on; undefined for the tasks of a batch
 */
export function useDraft(account: string, about?: string): Draft {
  const name = `draft.${JSON.stringify([account, about])}`;
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
