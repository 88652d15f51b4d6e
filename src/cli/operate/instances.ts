import { listInstances } from '../../bridge/answers/continued-lists.ts';
import { explainInstance } from '../../bridge/answers/explain-instance.ts';
import { requestTermination } from '../../bridge/operations/request-termination.ts';
import { readPath } from '../../bridge/steps/stored-path.ts';
import { InputError } from '../../errors.ts';
import { readSnapshot } from '../../plugin/state/snapshot.ts';
import type { InstanceStatus } from '../../protocol/instance-status.ts';
import type { HistoryRow, InstanceFilter, InstanceRow, Store } from '../../store/port.ts';
import type { Action, Call } from './action/action.ts';
import { refuseWithoutYes } from './action/confirm.ts';
import { BY, PROCESS, REASON, YES } from './action/flags.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { filterFrom, pageFlags, printList, timeFlag } from './action/page.ts';
import { describeEntry } from './print/describe-entry.ts';
import { drawAsText } from './print/draw-as-text.ts';
import { facts, indent, plural, table, timeOf } from './print/layout.ts';

const STATUSES: readonly InstanceStatus[] = ['running', 'suspended', 'ended', 'terminated', 'revoked'];
const ALL = { limit: Number.MAX_SAFE_INTEGER } as const;

const list: Action = {
  name: 'list',
  args: [],
  summary: 'instances in the order of their start',
  flags: [
    PROCESS,
    { name: 'definition', value: '<id>', text: 'only those of this version of a process' },
    { name: 'status', value: '<status>', text: 'only those with this status', oneOf: STATUSES },
    { name: 'open', text: 'only those that have not ended' },
    { name: 'problem', text: 'only those with an open incident or a parked report' },
    { name: 'initiator', value: '<account>', text: 'only those that belong to this person' },
    { name: 'handler', value: '<account>', text: 'only those with an open task of this person' },
    { name: 'group', value: '<group>', text: 'only those with an open task of this group' },
    { name: 'node', value: '<id>', text: 'only those with a token at this node' },
    { name: 'business-key', value: '<key>', text: 'only those with this business key' },
    { name: 'text', value: '<text>', text: 'only those with this in their title or summary' },
    { name: 'from', value: '<time>', text: 'only those started at this time or later' },
    { name: 'before', value: '<time>', text: 'only those started before this time' },
    ...pageFlags('<instanceId>'),
  ],
  access: 'read',
  async run(call) {
    const filter = filterOf(call);
    return printList(call, {
      list: async (page) => (await listInstances(call.store, { ...filter, ...page })).map(viewOf),
      count: () => call.store.countInstances(filter),
      none: 'There are no such instances.',
      lines: (shown) =>
        table(
          ['instance', 'status', 'started', 'process', 'business key'],
          shown.map(({ instanceId, status, startedAt, processId, businessKey }) => [
            ...[instanceId, status, timeOf(startedAt), processId, businessKey ?? ''],
          ]),
        ),
      idOf: ({ instanceId }) => instanceId,
    });
  },
};

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
    const incidents = await store.listIncidents({ instanceId, open: true, ...ALL });
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
          openTasks.map(({ taskId, nodeName, handlers, handlingGroups }) => {
            const groups = handlingGroups.map((group) => `group ${group}`);
            return `${taskId}  ${nodeName}: ${[...handlers, ...groups].join(', ')}`;
          }),
        ),
        ...section(
          'Open incidents',
          incidents.map(({ incidentId, code, reason }) => `${incidentId}  ${code}  ${reason}`),
        ),
        ...section(
          'Reports to the center',
          reports.map(({ seq, state, ...report }) => `${seq}  ${state}  ${report.reason}`),
        ),
        ...section('History', history.map(describeEntry)),
        ...(variables === undefined ? [] : ['', 'Variables', JSON.stringify(variables, undefined, 2)]),
      ],
    );
    return undefined;
  },
};

const terminate: Action = {
  name: 'terminate',
  args: ['<instanceId>'],
  summary: 'ends an instance: its tasks leave the lists of people, and the center is told',
  flags: [
    { name: 'force', text: 'without the engine and the diagram: for one whose step hangs or ends the process' },
    { ...REASON, text: 'why, for the history and for the center; required' },
    YES,
    BY,
  ],
  access: 'operate',
  async run(call) {
    const { store, args, has, by, clock, print } = call;
    const [instanceId = ''] = args;
    const reason = call.needed('reason');
    const instance = await store.getInstance(instanceId);
    if (instance?.endedAt === null) {
      const refused = refuseWithoutYes(call, (await describeEnd(store, instance)).join('\n'));
      if (refused !== undefined) return refused;
    }
    const { jobId } = await requestTermination(store, instanceId, { force: has('force'), by, reason }, clock());
    print({ isDone: true, instanceId, jobId }, [
      `Requested: a running service ends ${instanceId} within about a second, or the next one when it starts.`,
      `  bpmn-transaction-bridge instances show ${instanceId}`,
    ]);
    return undefined;
  },
};

async function describeEnd(store: Store, { instanceId, processId, status, startedAt }: InstanceRow): Promise<string[]> {
  const tasks = await store.listOpenTasks(instanceId);
  const jobs = (await store.listJobs({ instanceId, ...ALL })).filter(({ state }) => state === 'queued');
  const reports = await store.listOutbox({ instanceId, state: 'parked', ...ALL });
  return [
    `${instanceId} of ${processId}, ${status}, started ${timeOf(startedAt)}.`,
    `It would be terminated, with ${plural(tasks.length, 'open task')} and ${plural(jobs.length, 'waiting job')}.`,
    ...(reports.length === 0
      ? []
      : [`The report of the end would wait behind ${plural(reports.length, 'parked report')}: retry or skip them.`]),
  ];
}

const FILTERS = {
  processId: 'process',
  definitionId: 'definition',
  status: 'status',
  initiator: 'initiator',
  handler: 'handler',
  group: 'group',
  nodeId: 'node',
  businessKey: 'business-key',
  text: 'text',
} as const;

function filterOf(call: Call): InstanceFilter {
  const [startedFrom, startedBefore] = [timeFlag(call, 'from'), timeFlag(call, 'before')];
  return {
    ...(filterFrom(call, FILTERS) as InstanceFilter),
    ...(call.has('open') && { open: true }),
    ...(call.has('problem') && { problem: true }),
    ...(startedFrom !== undefined && { startedFrom }),
    ...(startedBefore !== undefined && { startedBefore }),
  };
}

/** Instances of processes. */
export const instances = createOperateCommand({
  name: 'instances',
  about: `Instances are runs of processes, each one transaction in the center. Any of them can be ended, also one whose snapshot
or definition is damaged. A running service fulfils the request within about a second, and else the next one that starts,
because the report to the center needs the options of the service.`,
  actions: [list, show, terminate],
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
