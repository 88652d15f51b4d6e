import type { IncidentRow, JobSummary } from '../../../store/store.ts';
import type { ListedMessage, ListedReport, ListedTask } from '../../answers.ts';
import { ListScreen } from '../parts/list-screen.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { CardList } from './card-list.tsx';
import { IncidentCard } from './incident-card.tsx';
import { JobCard } from './job-card.tsx';
import { MessageCard } from './message-card.tsx';
import { ReportCard } from './report-card.tsx';
import { TaskCard } from './task-card.tsx';

interface ListProps {
  readonly filter: Readonly<Record<string, string>>;
}

export function ReportList({ filter }: ListProps) {
  const texts = useTexts();
  return (
    <ListScreen<ListedReport>
      {...{ list: 'outbox', screen: 'reports', filter, states: texts.reportStates }}
      shown={['state', 'processId', 'reason', 'createdBefore']}
      describeUnsettled={({ pending, parked, unconfirmed }) => texts.reports.backlog(pending, parked, unconfirmed)}
    >
      {(list) => (
        <CardList
          list={list}
          empty={{ title: texts.reports.empty, hint: texts.reports.emptyHint }}
          card={(report) => <ReportCard key={report.seq} report={report} onDone={list.reload} />}
        />
      )}
    </ListScreen>
  );
}

/** Messages to people, also those that the service itself has sent and that belong to no instance. */
export function MessageList({ filter }: ListProps) {
  const texts = useTexts();
  return (
    <ListScreen<ListedMessage>
      {...{ list: 'messages', screen: 'messages', filter, states: texts.messageStates }}
      shown={['state', 'processId', 'reason', 'createdBefore']}
      describeUnsettled={({ pending, parked }) => texts.messages.backlog(pending, parked)}
    >
      {(list) => (
        <CardList
          list={list}
          empty={{ title: texts.messages.empty, hint: texts.messages.emptyHint }}
          card={(message) => <MessageCard key={message.sendId} message={message} onDone={list.reload} />}
        />
      )}
    </ListScreen>
  );
}

export function IncidentList({ filter }: ListProps) {
  const texts = useTexts();
  return (
    <ListScreen<IncidentRow>
      {...{ list: 'incidents', screen: 'incidents', filter, fixed: { open: 'true' } }}
      shown={['processId', 'code']}
    >
      {(list) => (
        <CardList
          list={list}
          empty={{ title: texts.incidents.empty, hint: texts.incidents.emptyHint }}
          card={(incident) => (
            <IncidentCard key={incident.incidentId} incident={incident} isOfList onDone={list.reload} />
          )}
        />
      )}
    </ListScreen>
  );
}

export function JobList({ filter }: ListProps) {
  const texts = useTexts();
  return (
    <ListScreen<JobSummary>
      {...{ list: 'jobs', screen: 'jobs', filter, states: texts.jobStates }}
      shown={['state', 'service']}
    >
      {(list) => (
        <CardList
          list={list}
          empty={{ title: texts.jobs.empty, hint: texts.jobs.emptyHint }}
          card={(job) => <JobCard key={job.jobId} job={job} isOfList onDone={list.reload} />}
        />
      )}
    </ListScreen>
  );
}

export function TaskList({ filter }: ListProps) {
  const texts = useTexts();
  return (
    <ListScreen<ListedTask>
      {...{ list: 'tasks', screen: 'tasks', filter, states: texts.taskStates }}
      shown={['processId', 'state', 'handler', 'text', 'open']}
    >
      {(list) => (
        <CardList
          list={list}
          empty={{ title: texts.tasks.empty, hint: texts.tasks.emptyHint }}
          card={(task) => <TaskCard key={task.taskId} task={task} isOfList onDone={list.reload} />}
        />
      )}
    </ListScreen>
  );
}
