import type { ComponentChildren } from 'preact';
import type { DoubtsAnswer } from '../answers.ts';
import { useData } from './data/use-data.ts';
import { Loaded } from './parts/loaded.tsx';
import { RowCard } from './parts/rows.tsx';
import { When } from './parts/times.tsx';
import { useTexts } from './texts/use-texts.ts';

/** What a person has to compare with the center after the database was restored from a backup, and how each is closed. */
export function Doubts() {
  const texts = useTexts();
  const { doubts: words } = texts;
  const data = useData<DoubtsAnswer>('doubts');
  const section = (title: string, hint: string, rows: readonly ComponentChildren[]) =>
    rows.length === 0 ? null : (
      <section class="card section">
        <h2>{title}</h2>
        <p class="hint">{hint}</p>
        {rows}
      </section>
    );
  return (
    <>
      <h1>{texts.screens.doubts}</h1>
      <Loaded data={data}>
        {({ restoredAt, tasks, reports, unknownTasks, isPart }) => (
          <>
            <p class="muted">
              {restoredAt === null ? (
                words.never
              ) : (
                <>
                  {words.restored} <When at={restoredAt} isExact />
                </>
              )}
            </p>
            {restoredAt !== null && tasks.length + reports.length + unknownTasks.length === 0 ? (
              <p>{words.none}</p>
            ) : null}
            {isPart ? <p class="banner is-warning">{words.isPart}</p> : null}
            {section(
              words.tasks,
              words.tasksHint,
              tasks.map((task) => <RowCard key={task.taskId} list="tasks" row={task} onDone={data.reload} />),
            )}
            {section(
              words.reports,
              words.reportsHint,
              reports.map((report) => <RowCard key={report.seq} list="outbox" row={report} onDone={data.reload} />),
            )}
            {section(
              words.unknown,
              words.unknownHint,
              unknownTasks.map((incident) => (
                <RowCard key={incident.incidentId} list="incidents" row={incident} onDone={data.reload} />
              )),
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
