import { useState } from 'preact/hooks';
import { recall, remember } from '../../../page/settings/remember.ts';

/** The opinion that an account is writing, and how to change it. It is kept in this tab, also over a reload. */
export function useDraft(account: string, subject: string): readonly [string, (opinion: string) => void] {
  const name = `draft.${account}.${subject}`;
  const [opinion, setOpinion] = useState(() => recall(name, 'tab') ?? '');
  return [
    opinion,
    (written) => {
      remember(name, written, 'tab');
      setOpinion(written);
    },
  ];
}
