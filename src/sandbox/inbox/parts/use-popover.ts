import { type MutableRef, useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from './is-composing.ts';

interface Popover {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly toggle: () => void;
  readonly panelRef: MutableRef<HTMLDivElement | null>;
  readonly buttonRef: MutableRef<HTMLButtonElement | null>;
}

/** A panel that is opened by a button; Escape, a click outside, and moving the focus outside close it. */
export function usePopover(): Popover {
  const [isOpen, setIsOpen] = useState(false);
  const panelRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setIsOpen(false);
    buttonRef.current?.focus();
  }, []);
  // As soon as it is visible, since the next key may follow at once.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !panelRef.current?.contains(target) && !buttonRef.current?.contains(target);
    const leave = ({ target }: Event) => {
      if (isOutside(target)) setIsOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', closeByKey, true);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', closeByKey, true);
    };
  }, [isOpen, close]);
  return { isOpen, close, toggle: () => setIsOpen(!isOpen), panelRef, buttonRef };
}
