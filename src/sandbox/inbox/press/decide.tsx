import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { TaskList } from '../../../protocol/constants.ts';
import type { TaskAnswer } from '../../control/task-routes.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import { KeptDraft } from '../drafts/kept-draft.tsx';
import type { Draft } from '../drafts/use-draft.ts';
import { isUnhandled } from '../history/diagram-reports.ts';
import { useTexts } from '../settings/language.tsx';
import { ContinueAs } from '../task/continue-as.tsx';
import { isOpen } from '../task/is-open.ts';
import { forgetCutOff } from './cut-off.ts';
import { isForHandling } from './explain-stale.ts';
import { type ButtonSituation, isProcessResting, type JudgedButton, judgeButtons } from './judge-button.ts';
import { NextTask } from './next-task.tsx';
import { PressResult } from './press-result.tsx';
import { TaskButtons } from './task-buttons.tsx';
import { useOutcome } from './use-outcome.ts';
import { type Attempt, hasNoAnswer, usePress } from './use-press.ts';
import { useResultInView } from './use-result-in-view.ts';

interface DecideProps {
  readonly account: string;
  readonly list: TaskList;
  readonly task: TaskAnswer['task'];
  readonly buttons: readonly CenterButton[];
  readonly situation: ButtonSituation;
  /** Of the task, or of the transaction for its initiator. */
  readonly draft: Draft;
  /** What was written before the task was handled, and was not sent. */
  readonly earlier?: Draft;
  /** The task was pending when it was opened, and has been handled. */
  readonly leadsOn?: boolean;
  /** The transaction has gone on: only what came of a press is shown. */
  readonly isPast?: boolean;
  /** A batch that is running will press a button of the task. */
  readonly isInBatch?: boolean;
  /** What else of the transaction is pending: after a press, the page leads to who can continue. */
  readonly waiting?: readonly TaskAnswer['task'][];
  /** Called before each press. */
  readonly onPress?: () => void;
  /** Called after each press, with or without success. */
  readonly onPressed: () => void;
}

/** The buttons of a task, and the result of pressing one. */
export function Decide({
  account,
  list,
  task,
  buttons: offeredButtons,
  situation,
  draft,
  earlier,
  leadsOn = false,
  isPast = false,
  isInBatch = false,
  waiting = [],
  onPress,
  onPressed,
}: DecideProps) {
  const { buttons: texts, press: pressTexts } = useTexts();
  const { isSuspended } = situation;
  const { opinion, write } = draft;
  const forgetSent = (sent: string) => {
    draft.forgetSent(sent);
    earlier?.forgetSent(sent);
  };
  const judged = judgeButtons(offeredButtons, situation);
  const titleId = useId();
  const { taskId } = task;
  const pressing = usePress(account, taskId);
  const { pending, attempt, press, dismiss } = pressing;
  const { outcome, canRetry, isAccepted, missing, isPressedByOther } = useOutcome(
    {
      ...{ account, task, isOver: situation.isOver },
      isUnhandled: isUnhandled(situation.diagram.data?.diagram, taskId),
    },
    isProcessResting(situation),
    pressing,
  );
  const buttons = judged.map((each): JudgedButton => {
    const isLate = isPressedByOther && isForHandling(each.button.type);
    return isLate ? { doubt: 'pressed', ...each } : each;
  });
  const [isForced, setIsForced] = useState(false);
  const sectionRef = useRef<HTMLElement>(null);
  const offered = buttons.map(({ button }) => button.url).join();
  // A button that disappears takes the focus with it; then the section gets the focus.
  useEffect(() => {
    if (attempt !== undefined && document.activeElement === document.body) sectionRef.current?.focus();
  }, [attempt, offered]);
  useResultInView(sectionRef, attempt);
  useEffect(() => {
    if (attempt !== undefined && !canRetry) forgetCutOff(account, taskId);
  }, [attempt, canRetry]);
  /** For a control that disappears when it is used: the focus goes to what stays. */
  const leaving = (act: () => void) => {
    const section = buttons.length === 0 ? undefined : sectionRef.current;
    const stays = section ?? document.querySelector<HTMLElement>('.detail-pane');
    stays?.focus();
    act();
  };
  const title = { pending: texts.title, handled: texts.titleHandled, initiated: texts.titleInitiated }[list];
  const decide = async (button: CenterButton, repeated?: Attempt) => {
    setIsForced(false);
    onPress?.();
    const given = repeated?.opinions ?? opinion;
    if (await press(button, given, repeated)) forgetSent(given);
    onPressed();
  };
  const isResting = isAccepted && !isForced;
  const takesOpinion = buttons.some(({ button }) => button.opens === 'api');
  const isReported = ({ opinions }: Attempt) =>
    task.records.some(({ handler, handleOpinions }) => handler === account && handleOpinions === opinions);
  // A press without an answer was accepted after all.
  const isFound = attempt !== undefined && hasNoAnswer(attempt) && (outcome?.isTaken === true || isReported(attempt));
  const found = isFound ? attempt.opinions : undefined;
  useEffect(() => {
    if (found !== undefined) forgetSent(found);
  }, [found]);
  const unsent = isPast || pending !== undefined ? [] : [earlier, takesOpinion ? undefined : draft];
  const notes = unsent.flatMap((each) =>
    each === undefined || each.opinion === found || each.opinion.trim() === '' ? (
      []
    ) : (
      <KeptDraft
        key={each === draft ? 'last' : 'earlier'}
        title={takesOpinion ? texts.keptEarlier : texts.keptDraft}
        opinion={each.opinion}
        onDiscard={() => leaving(() => each.write(''))}
      />
    ),
  );
  if (buttons.length === 0 && outcome === undefined && pending === undefined) {
    if (notes.length > 0) return <>{notes}</>;
    // Without buttons there is nothing to decide; this is said only where a person expects buttons.
    if (list !== 'pending' || !isOpen(task)) return null;
    return <p class="hint">{isSuspended ? texts.noneHint.suspended : texts.noneHint.pending}</p>;
  }
  return (
    <section
      ref={sectionRef}
      class="card decide"
      // Without buttons it may be beside that of the task which has them.
      {...(buttons.length === 0 ? { 'aria-label': outcome?.headline ?? title } : { 'aria-labelledby': titleId })}
      tabIndex={-1}
    >
      {buttons.length === 0 ? null : (
        <>
          <h3 id={titleId}>{title}</h3>
          <TaskButtons
            {...{ buttons, pending, opinion }}
            isSuspended={isProcessResting(situation)}
            isResting={isResting || isInBatch}
            onOpinion={write}
            onPress={(button) => void decide(button)}
          />
        </>
      )}
      {notes}
      {isInBatch ? <p class="hint">{texts.inBatch}</p> : null}
      {outcome === undefined ? null : (
        <PressResult
          outcome={outcome}
          // What is missing is so until it arrives.
          {...(outcome.isWaiting === true ? {} : { onDismiss: () => leaving(dismiss) })}
        >
          {canRetry && attempt !== undefined ? (
            <>
              {opinion === attempt.opinions ? null : <p>{pressTexts.retryOpinion(attempt.opinions)}</p>}
              <button
                type="button"
                class="button is-small"
                aria-disabled={pending !== undefined}
                onClick={() => (pending === undefined ? void decide(attempt.button, attempt) : undefined)}
              >
                {pressTexts.retry}
              </button>
            </>
          ) : null}
          {isResting && buttons.length > 0 ? (
            <>
              <p>{missing === undefined ? pressTexts.rest : pressTexts.sentences(missing, pressTexts.rest)}</p>
              <button type="button" class="button is-quiet is-small" onClick={() => leaving(() => setIsForced(true))}>
                {pressTexts.useAnyway}
              </button>
            </>
          ) : null}
          {leadsOn ? <NextTask account={account} except={taskId} /> : null}
          {outcome.isTaken === true
            ? waiting.map((each) => (
                <ContinueAs key={each.taskId} account={account} task={each} namesNode={waiting.length > 1} />
              ))
            : null}
        </PressResult>
      )}
    </section>
  );
}
