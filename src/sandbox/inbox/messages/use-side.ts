import { useEffect, useState } from 'preact/hooks';
import { recall, remember } from '../../../page/settings/remember.ts';
import type { MessageSide } from '../../messages/center-message.ts';

const listeners = new Set<(side: MessageSide) => void>();

function recallSide(): MessageSide {
  return recall('side') === 'mobile' ? 'mobile' : 'pc';
}

/** The side on which messages are shown; the list and the open message use the same one. */
export function useSide(): [MessageSide, (side: MessageSide) => void] {
  const [side, setSide] = useState(recallSide);
  useEffect(() => {
    listeners.add(setSide);
    return () => {
      listeners.delete(setSide);
    };
  }, []);
  return [
    side,
    (chosen) => {
      remember('side', chosen);
      for (const listener of listeners) listener(chosen);
    },
  ];
}
