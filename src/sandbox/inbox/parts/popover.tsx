import type { ComponentChildren, TargetedToggleEvent } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { isWide } from './is-wide.ts';

interface PopoverProps {
  /** Name of the panel. */
  readonly label: string;
  readonly buttonClass: string;
  readonly button: ComponentChildren;
  /** Name of a button without a text. */
  readonly buttonLabel?: string;
  /** The content, drawn while the panel is open. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** Of a panel, as in shell.css. */
const WIDTH_PX = 400;
const GAP_PX = 8;
const EDGE_PX = 12;

/** A button that opens a panel. The browser closes it by Escape or a click outside, and gives the focus back. */
export function Popover({ label, buttonClass, button, buttonLabel, children }: PopoverProps) {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => panelRef.current?.hidePopover();
  const open = ({ newState, currentTarget }: TargetedToggleEvent<HTMLElement>) => {
    if (newState === 'open' && buttonRef.current !== null)
      place(currentTarget, buttonRef.current.getBoundingClientRect());
  };
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        class={buttonClass}
        popovertarget={id}
        aria-haspopup="dialog"
        aria-label={buttonLabel}
        title={buttonLabel}
      >
        {button}
      </button>
      <div
        ref={panelRef}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        class="popover"
        onBeforeToggle={open}
        // Not before: what has the focus must be there until the browser gives it back.
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen ? children(close) : null}
      </div>
    </>
  );
}

/** Below its button or above it, where there is more room, and as wide as a phone. */
function place({ style }: HTMLElement, { top, bottom, left, right }: DOMRect): void {
  const isBelow = bottom < innerHeight - top;
  const isLeft = left + WIDTH_PX < innerWidth;
  const px = (length: number) => `${length}px`;
  style.top = isBelow ? px(bottom + GAP_PX) : 'auto';
  style.bottom = isBelow ? 'auto' : px(innerHeight - top + GAP_PX);
  style.left = isWide() ? (isLeft ? px(left) : 'auto') : px(EDGE_PX);
  style.right = isWide() ? (isLeft ? 'auto' : px(innerWidth - right)) : px(EDGE_PX);
  style.maxHeight = px((isBelow ? innerHeight - bottom : top) - GAP_PX - EDGE_PX);
}
