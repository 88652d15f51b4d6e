import { ArrowLeft, SquareCheckBig } from 'lucide-preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { PressAnswer } from '../../control/task-routes.ts';
import type { ListedTask } from '../../tasks/lists.ts';
import { callControl, useAction, useResource } from '../control/call-control.ts';
import { FailureLine } from '../parts/failure-line.tsx';
import { useTexts } from '../settings/language.tsx';
import { BatchChoice } from './batch-choice.tsx';
import { BatchResults, type TaskResult } from './batch-results.tsx';

interface BatchPaneProps {
  readonly account: string;
  readonly onLeave: () => void;
}

interface BatchAnswer {
  readonly results: readonly (PressAnswer & { readonly taskId: string })[];
}

/** Presses the same button of several tasks with one opinion; the center calls the business system once per task. */
export function BatchPane({ account, onLeave }: BatchPaneProps) {
  const { batch: texts } = useTexts();
  const path = `/accounts/${encodeURIComponent(account)}/batchable`;
  const { data, failure, reload } = useResource<{ readonly tasks: readonly ListedTask[] }>(path, ['tasks']);
  const [wanted, setWanted] = useState<string>();
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [opinion, setOpinion] = useState('');
  const [results, setResults] = useState<readonly TaskResult[]>([]);
  const { failure: refusal, isRunning, run } = useAction();
  const announce = useAnnounce();
  const opinionId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone: the button that opened it, or that was pressed.
  useEffect(() => titleRef.current?.focus(), [results]);
  const names = [...new Set(data?.tasks.flatMap(({ buttons }) => buttons.map(({ name }) => name)))];
  const button = names.find((name) => name === wanted) ?? names[0] ?? '';
  const tasks = data?.tasks.filter(({ buttons }) => buttons.some(({ name }) => name === button)) ?? [];
  const chosen = tasks.filter(({ taskId }) => marked.includes(taskId));
  const press = async () => {
    const body = { account, taskIds: chosen.map(({ taskId }) => taskId), action: button, opinions: opinion };
    const answer = await callControl<BatchAnswer>('/batch', { method: 'POST', body });
    setResults(
      answer.results.flatMap(({ taskId, ...rest }) => {
        const task = chosen.find((each) => each.taskId === taskId);
        return task === undefined ? [] : [{ task, button, answer: rest }];
      }),
    );
    setMarked([]);
    announce(texts.results(answer.results.filter(({ taken }) => taken).length, chosen.length));
  };
  return (
    <div class="batch">
      <div class="batch-head">
        <h2 ref={titleRef} tabIndex={-1}>
          {texts.title}
        </h2>
        <button type="button" class="button is-quiet is-small" onClick={onLeave}>
          <ArrowLeft size={15} aria-hidden="true" /> {texts.leave}
        </button>
      </div>
      {results.length === 0 ? null : <BatchResults results={results} />}
      {data === undefined && failure !== undefined ? <FailureNotice failure={failure} retry={reload} /> : null}
      {data === undefined && failure === undefined ? <Skeleton /> : null}
      {data !== undefined && tasks.length === 0 && results.length === 0 ? (
        <Notice icon={SquareCheckBig} title={texts.nothing} />
      ) : null}
      {tasks.length === 0 ? null : (
        <>
          <div class="batch-bar">
            <select
              class="field"
              aria-label={texts.action}
              value={button}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            >
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <BatchChoice tasks={tasks} marked={chosen.map(({ taskId }) => taskId)} onMark={setMarked} />
          <div class="batch-foot">
            <FailureLine failure={refusal} />
            <label for={opinionId}>{texts.opinion}</label>
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
              disabled={chosen.length === 0 || isRunning}
              aria-busy={isRunning}
              onClick={() => void run(press)}
            >
              {texts.press(button, chosen.length)}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
