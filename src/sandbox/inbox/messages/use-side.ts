import { useEffect, useState } from 'preact/hooks';
import type { MessageSide } from '../../messages/center-message.ts';
import { recall, remember } from '../settings/remember.ts';

const listeners = new Set<(side: MessageSide) => void>();

function recallSide(): MessageSide {
  return recall('side') === 'mobile' ? 'mobile' : 'pc';
}

/** On which of the two sides messages are looked at; the list and what is open of it show the same one. */
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
