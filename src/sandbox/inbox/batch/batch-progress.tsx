import { CircleStop } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../settings/language.tsx';
import type { BatchRun } from './batch-run.ts';

interface BatchProgressProps {
  readonly run: BatchRun;
  readonly isStopping: boolean;
  readonly onStop: () => void;
  /** It replaces the button that was pressed, which had the focus. */
  readonly takesFocus: boolean;
}

/** How far a batch is, and the button that stops it. */
export function BatchProgress({ run: { tasks, lines }, isStopping, onStop, takesFocus }: BatchProgressProps) {
  const { batch: texts } = useTexts();
  const stopRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) stopRef.current?.focus();
  }, []);
  const words = texts.progress(lines.length, tasks.length);
  return (
    <div class="batch-progress">
      <p>{words}</p>
      <progress value={lines.length} max={tasks.length} aria-label={texts.title} aria-valuetext={words} />
      <button ref={stopRef} type="button" class="button" aria-disabled={isStopping} onClick={onStop}>
        <CircleStop size={16} aria-hidden="true" /> {isStopping ? texts.stopping : texts.stop}
      </button>
      <p class="hint">{texts.running}</p>
    </div>
  );
}
