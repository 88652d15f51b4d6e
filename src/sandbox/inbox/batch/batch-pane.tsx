import { ArrowLeft } from 'lucide-preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { BatchableAnswer } from '../../control/account-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { pathOfBatchable } from '../control/paths.ts';
import { useResource } from '../control/use-resource.ts';
import type { Draft } from '../drafts/use-draft.ts';
import { BatchChoice, type BatchEntry } from './batch-choice.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchResults } from './batch-results.tsx';
import { type BatchLine, isTaken } from './batch-run.ts';
import { useBatch } from './batches.tsx';
import { KeptOpinion } from './kept-opinion.tsx';
import { sumUp } from './sum-up.ts';
import { useBatchSight } from './use-batch-sight.ts';

interface BatchPaneProps {
  readonly account: string;
  /** All pending tasks. */
  readonly tasks: readonly ListedTask[];
  /** Those of them that the search and the filters of the list leave. */
  readonly fitting: readonly ListedTask[];
  /** The opinion that is being written. */
  readonly draft: Draft;
  /** It was opened by a button, which is gone: the focus goes to its title. */
  readonly isJustOpened: boolean;
}

/** Presses the same button of several tasks with one opinion; the center calls the business system once per task. */
export function BatchPane({ account, tasks, fitting, draft: { opinion, write }, isJustOpened }: BatchPaneProps) {
  const sight = useBatchSight(account);
  const { batch: words } = sight.texts;
  const announce = useAnnounce();
  const opinionId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const resultsRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isJustOpened) titleRef.current?.focus();
  }, []);
  const { data } = useResource<BatchableAnswer>(pathOfBatchable(account), ['tasks', 'traffic']);
  const batchable = new Map(data?.tasks.map(({ taskId, buttons }) => [taskId, buttons]));
  const offered = fitting.flatMap(({ taskId }) => batchable.get(taskId) ?? []);
  const names = [...new Set(offered.map(({ name }) => name))];
  const { marked, button, run, isRunning, isStopping, ...batch } = useBatch(account);
  const name = button !== undefined && names.includes(button) ? button : names[0];
  const accepted = useAccepted({ run, isRunning, pending: tasks }, data);
  const isStartedHere = useRef(false);
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (isRunning === wasRunning.current) return;
    wasRunning.current = isRunning;
    if (isRunning || run === undefined) return;
    resultsRef.current?.focus();
    announce(sumUp(run, new Set(accepted.keys()), sight).inWords);
  }, [isRunning]);
  const entries = fitting.map((task): BatchEntry => {
    const buttons = batchable.get(task.taskId) ?? [];
    const canChoose = buttons.some((button) => button.name === name);
    const pressed = accepted.get(task.taskId);
    if (pressed !== undefined) return { task, reason: words.accepted(pressed) };
    const reason = buttons.length === 0 || name === undefined ? words.notOffered : words.otherButton(name);
    return { task, ...(canChoose ? {} : { reason }) };
  });
  const chosen = entries.flatMap(({ task, reason }) => (reason === undefined && marked.has(task.taskId) ? [task] : []));
  const press = async () => {
    if (name === undefined || chosen.length === 0) return;
    announce(words.running);
    isStartedHere.current = true;
    await batch.start(name, chosen, opinion);
  };
  return (
    <div class="batch">
      <div class="batch-head">
        <h2 ref={titleRef} tabIndex={-1}>
          {words.title}
        </h2>
        {isRunning ? null : (
          <button type="button" class="button is-quiet is-small" onClick={batch.leave}>
            <ArrowLeft size={15} aria-hidden="true" /> {words.leave}
          </button>
        )}
      </div>
      {isRunning && run !== undefined ? (
        <BatchProgress {...{ run, isStopping }} onStop={batch.stop} takesFocus={isStartedHere.current} />
      ) : null}
      {isRunning || run === undefined ? null : (
        <BatchResults {...{ account, run }} unreported={new Set(accepted.keys())} titleRef={resultsRef} />
      )}
      {isRunning || fitting.length === tasks.length ? null : (
        <p class="hint">{words.filtered(fitting.length, tasks.length)}</p>
      )}
      {names.length === 0 && run === undefined && data !== undefined ? <p class="hint">{words.nothing}</p> : null}
      {isRunning || names.length > 0 || data === undefined ? null : <KeptOpinion opinion={opinion} write={write} />}
      {isRunning || names.length === 0 ? null : (
        <>
          {names.length > 1 ? (
            <label class="facet">
              <span>{words.action}</span>
              <select class="field" value={name} onChange={({ currentTarget }) => batch.choose(currentTarget.value)}>
                {names.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <BatchChoice entries={entries} marked={marked} onMark={batch.mark} onToggle={batch.toggle} />
          <div class="batch-foot">
            <label for={opinionId}>{words.opinion}</label>
            <textarea
              id={opinionId}
              class="field"
              rows={2}
              value={opinion}
              onInput={({ currentTarget }) => write(currentTarget.value)}
            />
            <button type="button" class="button is-primary" disabled={chosen.length === 0} onClick={() => void press()}>
              {words.press(name ?? '', chosen.length)}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

function toAccepted({ task: { taskId }, button }: BatchLine) {
  return { taskId, button };
}

/** Names of buttons by task: accepted presses whose reports have not arrived. */
function useAccepted(
  {
    run,
    isRunning,
    pending,
  }: Pick<ReturnType<typeof useBatch>, 'run' | 'isRunning'> & { readonly pending: readonly ListedTask[] },
  data: BatchableAnswer | undefined,
): ReadonlyMap<string, string> {
  // What was fetched before the run ended does not have its last presses.
  const before = useRef<BatchableAnswer>();
  if (isRunning) before.current = data;
  // Until that is known, the tasks that have left the list are reported.
  const isListed = ({ task }: BatchLine) => pending.some(({ taskId }) => taskId === task.taskId);
  const ofRun = run?.accepted ?? run?.lines.filter((line) => isTaken(line) && isListed(line)).map(toAccepted);
  const atEnd = isRunning ? undefined : ofRun;
  const known = data === undefined || data === before.current ? atEnd : data.accepted;
  return new Map(known?.map(({ taskId, button }) => [taskId, button]));
}
