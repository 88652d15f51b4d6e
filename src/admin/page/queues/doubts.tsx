import type { ComponentChildren } from 'preact';
import type { DoubtsAnswer } from '../../answers.ts';
import { useData } from '../data/use-data.ts';
import { Loaded } from '../parts/loaded.tsx';
import { When } from '../parts/when.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { IncidentCard } from './incident-card.tsx';
import { ReportCard } from './report-card.tsx';
import { TaskCard } from './task-card.tsx';

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
              tasks.map((task) => <TaskCard key={task.taskId} task={task} isOfList onDone={data.reload} />),
            )}
            {section(
              words.reports,
              words.reportsHint,
              reports.map((report) => <ReportCard key={report.seq} report={report} onDone={data.reload} />),
            )}
            {section(
              words.unknown,
              words.unknownHint,
              unknownTasks.map((incident) => (
                <IncidentCard key={incident.incidentId} incident={incident} isOfList onDone={data.reload} />
              )),
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
