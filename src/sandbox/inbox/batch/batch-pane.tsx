import { ArrowLeft } from 'lucide-preact';
import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { ListedTask } from '../../tasks/lists.ts';
import { useResource } from '../control/use-resource.ts';
import { useTexts } from '../settings/language.tsx';
import type { Draft } from '../task/use-draft.ts';
import { BatchChoice, type BatchEntry } from './batch-choice.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { BatchResults } from './batch-results.tsx';
import { KeptOpinion } from './kept-opinion.tsx';
import { sumUp } from './sum-up.ts';
import { useBatch } from './use-batch.ts';

interface BatchPaneProps {
  readonly account: string;
  /** The whole pending list. */
  readonly tasks: readonly ListedTask[];
  /** The opinion that is being written. */
  readonly draft: Draft;
  readonly leave: () => void;
}

/** Presses the same button of several tasks with one opinion; the center calls the business system once per task. */
export function BatchPane({ account, tasks, draft: { opinion, write }, leave }: BatchPaneProps) {
  const texts = useTexts();
  const { batch: words } = texts;
  const announce = useAnnounce();
  const opinionId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const resultsRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => titleRef.current?.focus(), []);
  const { data } = useResource<{ readonly tasks: readonly ListedTask[] }>(
    `/accounts/${encodeURIComponent(account)}/batchable`,
    ['tasks'],
  );
  const batchable = new Map(data?.tasks.map(({ taskId, buttons }) => [taskId, buttons]));
  const names = [...new Set([...batchable.values()].flatMap((buttons) => buttons.map(({ name }) => name)))];
  const [chosenName, setChosenName] = useState<string>();
  const name = chosenName !== undefined && names.includes(chosenName) ? chosenName : names[0];
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const { run, isRunning, isStopping, start, stop } = useBatch(account);
  useEffect(() => {
    if (!isRunning) resultsRef.current?.focus();
  }, [isRunning]);
  const toggle = useCallback(
    (taskId: string) =>
      setMarked(
        (before) => new Set(before.has(taskId) ? [...before].filter((id) => id !== taskId) : [...before, taskId]),
      ),
    [],
  );
  const entries = tasks.map((task): BatchEntry => {
    const buttons = batchable.get(task.taskId) ?? [];
    const canChoose = buttons.some((button) => button.name === name);
    const reason = buttons.length === 0 || name === undefined ? words.notOffered : words.otherButton(name);
    return { task, ...(canChoose ? {} : { reason }) };
  });
  const chosen = entries.flatMap(({ task, reason }) => (reason === undefined && marked.has(task.taskId) ? [task] : []));
  const press = async () => {
    if (name === undefined || chosen.length === 0) return;
    announce(words.running);
    const ended = await start(name, chosen, opinion);
    const pressed = new Set(ended.lines.map(({ task }) => task.taskId));
    setMarked((before) => new Set([...before].filter((taskId) => !pressed.has(taskId))));
    const { done, inWords } = sumUp(ended, texts);
    // What was not done can be pressed again, with the same opinion.
    if (done.length === chosen.length) write('');
    announce(inWords);
  };
  return (
    <div class="batch">
      <div class="batch-head">
        <h2 ref={titleRef} tabIndex={-1}>
          {words.title}
        </h2>
        {isRunning ? null : (
          <button type="button" class="button is-quiet is-small" onClick={leave}>
            <ArrowLeft size={15} aria-hidden="true" /> {words.leave}
          </button>
        )}
      </div>
      {isRunning && run !== undefined ? <BatchProgress run={run} isStopping={isStopping} onStop={stop} /> : null}
      {isRunning || run === undefined ? null : <BatchResults run={run} titleRef={resultsRef} />}
      {names.length === 0 && run === undefined && data !== undefined ? <p class="hint">{words.nothing}</p> : null}
      {isRunning || names.length > 0 || data === undefined ? null : <KeptOpinion opinion={opinion} write={write} />}
      {isRunning || names.length === 0 ? null : (
        <>
          {names.length > 1 ? (
            <label class="facet">
              <span>{words.action}</span>
              <select class="field" value={name} onChange={({ currentTarget }) => setChosenName(currentTarget.value)}>
                {names.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <BatchChoice
            entries={entries}
            marked={marked}
            onMark={(taskIds) => setMarked(new Set(taskIds))}
            onToggle={toggle}
          />
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
