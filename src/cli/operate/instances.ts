import { explainInstance } from '../../bridge/answers/read-instance.ts';
import { readPath } from '../../bridge/steps/stored-instance.ts';
import { InputError } from '../../errors.ts';
import { readSnapshot } from '../../plugin/state/snapshot.ts';
import type { HistoryRow, InstanceRow, Store } from '../../store/store.ts';
import type { Action } from './action/action.ts';
import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operationAction } from './action/operation-action.ts';
import { drawAsText } from './print/draw-as-text.ts';
import { facts, indent, plural, timeOf } from './print/layout.ts';
import { describeEntry, peopleOf } from './print/rows.ts';

/** Rows of one instance that are printed or counted. */
const OF_INSTANCE = { limit: 1_000 } as const;

const list = listAction('instances', {
  summary: 'instances in the order of their start',
  view: viewOf,
});

const show: Action = {
  name: 'show',
  args: ['<instanceId>'],
  summary: 'one instance: its diagram as text, tokens, open tasks, incidents, reports and history',
  flags: [
    {
      name: 'variables',
      value: '<name,name>',
      text: 'also these variables, which may be personal data; * for all',
    },
  ],
  access: 'read',
  async run({ store, args, text, print }) {
    const [instanceId = ''] = args;
    const instance = await store.getInstance(instanceId);
    if (instance === undefined) {
      const details = { instanceId };
      throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}: instances list has them.`, {
        details,
      });
    }
    const tokens = tokensOf(instance);
    const tasks = await store.listOpenTasks(instanceId);
    const incidents = await store.listIncidents({ instanceId, open: true, ...OF_INSTANCE });
    const diagram = await drawAsText(store, instanceId);
    const reports = await explainInstance(store, instanceId);
    const history = await readHistory(store, instanceId);
    const names = text('variables');
    const variables = names === undefined ? undefined : variablesOf(instance, names);
    const view = viewOf(instance);
    const openTasks = tasks.map(({ taskId, nodeId, nodeName, state, createdAt, handlers, handlingGroups }) => ({
      ...{ taskId, nodeId, nodeName, state, createdAt, handlers, handlingGroups },
    }));
    print(
      {
        ...view,
        tokens,
        diagram,
        openTasks,
        incidents,
        reports,
        history,
        ...(variables !== undefined && { variables }),
      },
      [
        ...facts([
          ['instance', instanceId],
          ['process', `${view.processId}, definition ${view.definitionId}`],
          ['status', view.status],
          ['initiator', view.initiator],
          ['business key', view.businessKey],
          ['started', timeOf(view.startedAt)],
          ['ended', view.endedAt === null ? null : timeOf(view.endedAt)],
          ['next timer', view.wakeAt === null ? null : timeOf(view.wakeAt)],
          ['tokens at', tokens.length === 0 ? null : tokens.join(', ')],
        ]),
        ...section('Diagram: ✓ reached, ▶ holds a token', diagram),
        ...section(
          'Open tasks',
          openTasks.map(({ taskId, nodeName, ...people }) => `${taskId}  ${nodeName}: ${peopleOf(people)}`),
        ),
        ...section(
          'Open incidents',
          incidents.map(({ incidentId, code, reason }) => `${incidentId}  ${code}  ${reason}`),
        ),
        ...section(
          'Reports to the center',
          reports.map(({ seq, state, ...report }) => `${seq}  ${state}  ${report.reason}`),
        ),
        ...section(
          'History',
          history.map((entry) => `${timeOf(entry.at)}  ${describeEntry(entry)}`),
        ),
        ...(variables === undefined ? [] : ['', 'Variables', JSON.stringify(variables, undefined, 2)]),
      ],
    );
    return undefined;
  },
};

const terminate = operationAction('instances.terminate', {
  async preview({ store }, instanceId) {
    const instance = await store.getInstance(instanceId);
    return instance?.endedAt === null ? describeEnd(store, instance) : undefined;
  },
});

async function describeEnd(store: Store, { instanceId, processId, status, startedAt }: InstanceRow): Promise<string[]> {
  const tasks = await store.listOpenTasks(instanceId);
  const jobs = await store.countJobs({ instanceId, state: 'queued' });
  const reports = await store.countOutbox({ instanceId, state: 'parked' });
  return [
    `${instanceId} of ${processId}, ${status}, started ${timeOf(startedAt)}.`,
    `It would be terminated, with ${plural(tasks.length, 'open task')} and ${plural(jobs, 'waiting job')}.`,
    ...(reports === 0
      ? []
      : [`The report of the end would wait behind ${plural(reports, 'parked report')}: retry or skip them.`]),
  ];
}

/** Instances of processes. */
export const instances = createOperateCommand({
  name: 'instances',
  about: `Instances are runs of processes, each one transaction in the center. Any of them can be ended, also one whose snapshot
or definition is damaged. What changes an instance is a request: a running service fulfils it within about a second, and
else the next one that starts, because that needs the options of the service. instances show has the outcome in the
history: what was asked for, or operation.refused with the reason.`,
  actions: [
    list,
    show,
    operationAction('instances.suspend'),
    operationAction('instances.activate'),
    terminate,
    operationAction('instances.setVariables'),
    operationAction('instances.migrate'),
  ],
});

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map(indent)];
}

function viewOf({ snapshot: _snapshot, path: _path, chain: _chain, revision: _revision, ...view }: InstanceRow) {
  return view;
}

function tokensOf({ path, endedAt }: InstanceRow): readonly string[] {
  return endedAt === null ? readPath(path).current : [];
}

/** @throws {StepError} `ERR_SNAPSHOT_INVALID` */
function variablesOf({ snapshot, instanceId }: InstanceRow, names: string): Readonly<Record<string, unknown>> | null {
  if (snapshot === null) return null;
  const { variables } = readSnapshot(snapshot, instanceId);
  if (names.trim() === '*') return variables;
  const chosen = new Set(names.split(',').map((name) => name.trim()));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => chosen.has(name)));
}

/** Entries of one query. */
const PAGE = 500;

async function readHistory(store: Pick<Store, 'listHistory'>, instanceId: string): Promise<HistoryRow[]> {
  const history: HistoryRow[] = [];
  for (;;) {
    const after = history.at(-1)?.seq ?? 0;
    const rows = await store.listHistory({ instanceId, after, limit: PAGE });
    history.push(...rows);
    if (rows.length < PAGE) return history;
  }
}
