import { LoaderCircle, X } from 'lucide-preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { PressAnswer } from '../../control/task-routes.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { type ControlFailure, callControl, toControlFailure } from '../control/call-control.ts';
import { useResource } from '../control/use-resource.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useTexts } from '../settings/language.tsx';
import { BatchChoice, type BatchEntry } from './batch-choice.tsx';
import { type BatchLine, BatchResults } from './batch-results.tsx';

interface BatchPaneProps {
  readonly account: string;
  /** The whole pending list. */
  readonly tasks: readonly ListedTask[];
  readonly leave: () => void;
}

interface BatchAnswer {
  readonly results: readonly (PressAnswer & { readonly taskId: string })[];
}

/** Presses the same button of several tasks with one opinion; the center calls the business system once per task. */
export function BatchPane({ account, tasks, leave }: BatchPaneProps) {
  const { batch: texts, buttons: words } = useTexts();
  const announce = useAnnounce();
  const opinionId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => titleRef.current?.focus(), []);
  const { data } = useResource<{ readonly tasks: readonly ListedTask[] }>(
    `/accounts/${encodeURIComponent(account)}/batchable`,
    ['tasks'],
  );
  const batchable = data?.tasks ?? [];
  const names = [...new Set(batchable.flatMap(({ buttons }) => buttons.map(({ name }) => name)))];
  const [chosenName, setChosenName] = useState<string>();
  const name = chosenName !== undefined && names.includes(chosenName) ? chosenName : names[0];
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [opinion, setOpinion] = useState('');
  const [isRunning, setIsRunning] = useState(false);
  const [lines, setLines] = useState<readonly BatchLine[]>();
  const [failure, setFailure] = useState<ControlFailure>();
  const entries = tasks.map((task): BatchEntry => {
    const buttons: readonly CenterButton[] = batchable.find(({ taskId }) => taskId === task.taskId)?.buttons ?? [];
    const canChoose = buttons.some((button) => button.name === name);
    const reason = buttons.length === 0 || name === undefined ? texts.notOffered : texts.otherButton(name);
    return { task, ...(canChoose ? {} : { reason }) };
  });
  const chosen = entries.filter(({ task, reason }) => reason === undefined && marked.has(task.taskId));
  const run = async () => {
    if (name === undefined || chosen.length === 0 || isRunning) return;
    setIsRunning(true);
    setFailure(undefined);
    announce(texts.running);
    try {
      const body = { account, action: name, opinions: opinion, taskIds: chosen.map(({ task }) => task.taskId) };
      const { results } = await callControl<BatchAnswer>('/batch', { method: 'POST', body });
      setLines(
        results.map(({ taskId, ...answer }) => ({
          taskId,
          answer,
          button: name,
          task: chosen.find(({ task }) => task.taskId === taskId)?.task,
        })),
      );
      setMarked(new Set());
      announce(texts.summary(results.filter(({ taken }) => taken).length, results.length));
    } catch (error) {
      setFailure(toControlFailure(error));
    }
    setIsRunning(false);
  };
  return (
    <div class="batch">
      <div class="batch-head">
        <h2 ref={titleRef} tabIndex={-1}>
          {texts.title}
        </h2>
        <button type="button" class="button is-quiet is-small" onClick={leave}>
          <X size={15} aria-hidden="true" /> {texts.leave}
        </button>
      </div>
      {lines === undefined ? null : <BatchResults lines={lines} />}
      {failure === undefined ? null : <FailureNotice failure={failure} retry={() => void run()} />}
      {names.length === 0 && lines === undefined ? <p class="hint">{texts.nothing}</p> : null}
      {names.length === 0 ? null : (
        <>
          {names.length > 1 ? (
            <label class="facet">
              <span>{texts.action}</span>
              <select class="field" value={name} onChange={({ currentTarget }) => setChosenName(currentTarget.value)}>
                {names.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <BatchChoice entries={entries} marked={marked} onChange={setMarked} />
          <div class="batch-foot">
            <label for={opinionId}>{words.opinion}</label>
            <textarea
              id={opinionId}
              class="field"
              rows={2}
              value={opinion}
              onInput={({ currentTarget }) => setOpinion(currentTarget.value)}
            />
            <button
              type="button"
              class="button is-primary"
              aria-busy={isRunning}
              disabled={chosen.length === 0}
              onClick={() => void run()}
            >
              {isRunning ? <LoaderCircle class="spin" size={16} aria-hidden="true" /> : null}
              {texts.press(name ?? '', chosen.length)}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
