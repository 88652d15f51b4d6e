import { CircleCheck, TriangleAlert, X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CallFailure } from '../../../page/data/call-json.ts';
import type { PressAnswer } from '../../control/task-routes.ts';
import { useTexts } from '../settings/language.tsx';
import type { Press } from './use-press.ts';

interface PressResultProps {
  readonly press: Press;
  readonly onClose: () => void;
  /** What follows from it. */
  readonly children?: ComponentChildren;
}

/** The result of a press. It gets the focus, since the buttons of a task that is handled disappear. */
export function PressResult({ press, onClose, children }: PressResultProps) {
  const { press: texts } = useTexts();
  const resultRef = useRef<HTMLElement>(null);
  useEffect(() => resultRef.current?.focus(), [press]);
  const { answer, button } = press;
  const isTaken = 'taken' in answer && answer.taken;
  const headline = useHeadline(answer, button.name);
  const Icon = isTaken ? CircleCheck : TriangleAlert;
  return (
    <section
      ref={resultRef}
      class={`result ${isTaken ? 'is-success' : 'is-warning'}`}
      aria-label={headline}
      tabIndex={-1}
    >
      <Icon size={20} aria-hidden="true" />
      <div>
        <p class="result-headline">{headline}</p>
        <Answer answer={answer} />
        {children}
      </div>
      <button type="button" class="tool result-close" aria-label={texts.close} title={texts.close} onClick={onClose}>
        <X size={16} aria-hidden="true" />
      </button>
    </section>
  );
}

/** What came of a press, in a line: `Approve: accepted`. */
export function useHeadline(answer: Press['answer'], button: string): string {
  const { press: texts, failure } = useTexts();
  if (answer instanceof CallFailure) return answer.code === 'ERR_UNREACHABLE' ? failure.unreachable : failure.refused;
  if (answer.taken) return texts.accepted(button);
  return answer.status === undefined ? texts.unanswered(button) : texts.refused(button);
}

/** The answer as it is. */
export function Answer({ answer }: Pick<Press, 'answer'>) {
  const { press: texts, failure } = useTexts();
  if (answer instanceof CallFailure)
    return answer.code === 'ERR_UNREACHABLE' ? <p>{failure.unreachableHint}</p> : <p lang="en">{answer.message}</p>;
  if (answer.status === undefined) return <p>{texts.unansweredHint}</p>;
  const { message, code } = readBody(answer);
  return (
    <p class="result-answer">
      {message === undefined ? null : <q>{message}</q>}{' '}
      <span class="muted">
        {[`HTTP ${answer.status}`, ...(code === undefined ? [] : [texts.code(code)])].join(' · ')}
      </span>
    </p>
  );
}

const LONGEST = 300;

function readBody({ body }: PressAnswer): { readonly message?: string; readonly code?: string } {
  const { message, code } = (typeof body === 'object' && body !== null ? body : { message: body }) as {
    readonly message?: unknown;
    readonly code?: unknown;
  };
  return {
    ...(typeof message === 'string' && message !== '' && { message: message.slice(0, LONGEST) }),
    ...(code !== undefined && { code: String(code) }),
  };
}
