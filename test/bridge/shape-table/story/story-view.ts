import type { Bridge } from '../../../../src/index.ts';
import type { Sandbox } from '../../../../src/sandbox/index.ts';
import { type PendingEntry, type StoryLine, tidyReport } from './story-line.ts';

/** How a story came out. */
export interface StoryOutcome {
  /** Processes of the instances that have not ended. */
  readonly running: readonly string[];
  readonly transactions: number;
  /** The previous ids of reports that created tasks behind a start, one for each report. */
  readonly starts: readonly string[];
  /** Reports that said `end`. */
  readonly ends: number;
  /** Times a transaction was concluded. */
  readonly conclusions: number;
  /** States in which reports are. */
  readonly outbox: readonly string[];
}

interface ReceivedReport {
  readonly previousTaskId: string;
  readonly status: string;
  readonly handler: string;
  readonly handlerName?: string;
  readonly next?: readonly { readonly nodeId: string }[];
}

interface ListedTask extends PendingEntry {
  readonly taskId: string;
}

const ALL = { limit: 1000 };

/** What a story sees of its center and its bridge. */
export function createStoryView(bridge: Bridge, sandbox: Sandbox, accounts: readonly string[]) {
  let reportsRead = 0;
  const incidentsRead = new Set<string>();

  const received = (): ReceivedReport[] =>
    sandbox.traffic
      .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
      .flatMap(({ body }) => body as ReceivedReport[]);
  const nodeOf = (taskId: string) => sandbox.task(taskId)?.nodeId ?? taskId.replace(/^.*\./, '');
  const describe = ({ previousTaskId, status, handlerName, next }: ReceivedReport) => {
    const bySystem = handlerName === 'System' ? ' (system)' : '';
    const created = next ? ` → ${next.map(({ nodeId }) => nodeId).join(', ')}` : '';
    return tidyReport(`${nodeOf(previousTaskId)} ${status}${bySystem}${created}`);
  };
  const newIncidents = async () =>
    (await bridge.incidents.list(ALL)).filter(({ incidentId }) => !incidentsRead.has(incidentId));

  /** The tasks in people's lists. */
  async function listed(): Promise<ListedTask[]> {
    const states = new Map((await bridge.tasks.list(ALL)).map(({ taskId, state }) => [taskId, state]));
    const reported = new Set(received().map(({ previousTaskId }) => previousTaskId));
    const markOf = (taskId: string) => {
      const state = states.get(taskId);
      if (state === 'FINISH') return reported.has(taskId) ? 'told' : 'held';
      if (state === 'TERMINATED') return reported.has(taskId) ? 'gone' : 'waits';
      return 'open';
    };
    return accounts.flatMap((account) =>
      sandbox.pending(account).map(({ taskId, nodeId }) => ({ taskId, account, nodeId, mark: markOf(taskId) })),
    );
  }

  return {
    listed,
    /** Since the page was turned. */
    async look(): Promise<Omit<StoryLine, 'words'>> {
      const inLists = await listed();
      const missing = (await bridge.tasks.list(ALL))
        .filter(({ taskId, state }) => state === 'IN_PROGRESS' && inLists.every((task) => task.taskId !== taskId))
        .map(({ nodeId }) => ({ account: 'nobody', nodeId, mark: 'open' as const }));
      const incidents = (await newIncidents()).map(({ code }) => `incident ${code}`);
      return {
        reports: [...received().slice(reportsRead).map(describe), ...incidents],
        pending: [...inLists, ...missing],
      };
    },
    async turnPage(): Promise<void> {
      reportsRead = received().length;
      for (const { incidentId } of await newIncidents()) incidentsRead.add(incidentId);
    },
    toldNone() {
      const reports = received();
      const handedIn = new Set(
        reports.flatMap(({ previousTaskId, status }) => (status === 'none' ? [] : [previousTaskId])),
      );
      return reports
        .filter(({ previousTaskId }) => !handedIn.has(previousTaskId))
        .map(({ previousTaskId, handler }) => ({ account: handler, nodeId: nodeOf(previousTaskId) }));
    },
    async outcome(): Promise<StoryOutcome> {
      const transactions = sandbox.transactions();
      const instances = await bridge.instances.list(ALL);
      const reports = await bridge.outbox.list(ALL);
      return {
        running: instances.filter(({ status }) => status !== 'ended').map(({ processId }) => processId),
        transactions: transactions.length,
        starts: received().flatMap(({ previousTaskId, next }) =>
          next !== undefined && sandbox.task(previousTaskId) === undefined ? [previousTaskId] : [],
        ),
        ends: received().filter(({ status }) => status === 'end').length,
        conclusions: transactions.flatMap(({ conclusions }) => conclusions).length,
        outbox: [...new Set(reports.map(({ state }) => state))].toSorted(),
      };
    },
  };
}
