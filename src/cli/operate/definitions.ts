import {
  type DefinitionView,
  readDefinitionView,
  undeployDefinition,
} from '../../bridge/definitions/deployed-definitions.ts';
import { InputError } from '../../errors.ts';
import type { DefinitionRow, DefinitionSummary, Store } from '../../store/port.ts';
import type { Action } from './action/action.ts';
import { refuseWithoutYes } from './action/confirm.ts';
import { BY, PROCESS, YES } from './action/flags.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { filterFrom, pageFlags, printList } from './action/page.ts';
import { compareDefinitions, isSame } from './diff/compare-facts.ts';
import { describeDiff } from './diff/describe-diff.ts';
import { readDefinitionFacts } from './diff/read-definition-facts.ts';
import { facts, table, timeOf } from './print/layout.ts';

const list: Action = {
  name: 'list',
  args: [],
  summary: 'every version of every process, the newest of each first',
  flags: [PROCESS, ...pageFlags('<definitionId>')],
  access: 'read',
  async run(call) {
    const filter = filterFrom(call, { processId: 'process' });
    return printList(call, {
      list: async ({ after: id, ...page }) => {
        const after = id === undefined ? undefined : await findRow(call.store, id);
        return call.store.listDefinitions({ ...filter, ...page, ...(after !== undefined && { after }) });
      },
      count: async () => (await call.store.listDefinitions({ ...filter, limit: Number.MAX_SAFE_INTEGER })).length,
      idOf: ({ definitionId }) => definitionId,
      none: 'Nothing is deployed.',
      lines: (shown) =>
        table(
          ['process', 'definition', 'deployed', 'open', 'latest'],
          shown.map((row) => [
            ...[row.processId, row.definitionId, timeOf(row.deployedAt), String(row.openInstances), rankOf(row)],
          ]),
        ),
    });
  },
};

const show: Action = {
  name: 'show',
  args: ['<process or definition>'],
  summary: 'one version, or the latest of a process',
  flags: [{ name: 'xml', text: 'print only the .bpmn file' }],
  access: 'read',
  async run({ store, args, has, print }) {
    const { xml, ...view } = await find(store, args[0]);
    if (has('xml')) {
      const { definitionId, processId, deployedAt } = view;
      print({ definitionId, processId, deployedAt, xml }, [xml]);
      return undefined;
    }
    const rank = rankOf(view);
    print(view, [
      ...facts([
        ['process', view.processId],
        ['definition', view.definitionId],
        ['deployed', timeOf(view.deployedAt)],
        ['undeployed', view.undeployedAt === null ? null : timeOf(view.undeployedAt)],
        ['latest', rank === 'yes' ? 'yes: new instances get it' : rank],
        ['instances', `${view.openInstances} open, ${view.instances} in all`],
      ]),
    ]);
    return undefined;
  },
};

const undeploy: Action = {
  name: 'undeploy',
  args: ['<definition>'],
  summary: 'take a version away that no open instance runs: it cannot be started any more',
  flags: [YES, BY],
  access: 'operate',
  async run(call) {
    const view = await find(call.store, call.args[0]);
    const { processId, definitionId, isLatest } = view;
    const loss = isLatest ? ' It is the latest: the process cannot be started until a file is deployed.' : '';
    const refused = refuseWithoutYes(call, `Undeploys definition ${definitionId} of ${processId}.${loss}`);
    if (refused !== undefined) return refused;
    await undeployDefinition(call.store, definitionId, call.clock(), { by: call.by });
    call.print({ isDone: true, definitionId, processId }, [
      `Definition ${definitionId} of ${processId} is undeployed. A service that deploys its file deploys it again.`,
    ]);
    return undefined;
  },
};

const diff: Action = {
  name: 'diff',
  args: ['<before>', '<after>'],
  summary: 'what a version changes: nodes, flows, handlers and actions; a process is its latest version',
  flags: [],
  access: 'read',
  async run({ store, args, print }) {
    const [before, after] = [await findRow(store, args[0]), await findRow(store, args[1])];
    const compared = compareDefinitions(await readDefinitionFacts(before.xml), await readDefinitionFacts(after.xml));
    const nameOf = ({ definitionId, processId, deployedAt }: DefinitionRow) => ({
      definitionId,
      processId,
      deployedAt,
    });
    print({ before: nameOf(before), after: nameOf(after), isSame: isSame(compared), ...compared }, [
      ...facts([
        ['before', describeVersion(before)],
        ['after', describeVersion(after)],
      ]),
      '',
      ...describeDiff(compared),
    ]);
    return undefined;
  },
};

function describeVersion({ processId, definitionId, deployedAt }: DefinitionRow): string {
  return `${processId}, definition ${definitionId}, deployed ${timeOf(deployedAt)}`;
}

async function findRow(store: Pick<Store, 'getDefinition' | 'latestDefinition'>, id = ''): Promise<DefinitionRow> {
  return (await store.getDefinition(id)) ?? (await store.latestDefinition(id)) ?? refuseUnknown(id);
}

async function find(store: Store, id = ''): Promise<DefinitionView> {
  return (await readDefinitionView(store, id)) ?? refuseUnknown(id);
}

function refuseUnknown(id: string): never {
  throw new InputError('ERR_PROCESS_UNKNOWN', `There is no process or definition ${id}: definitions list has them.`);
}

function rankOf({ isLatest, undeployedAt }: DefinitionSummary): 'yes' | 'no' | 'undeployed' {
  if (undeployedAt !== null) return 'undeployed';
  return isLatest ? 'yes' : 'no';
}

/** Deployed versions of processes. */
export const definitions = createOperateCommand({
  name: 'definitions',
  about: `A definition is one version of a process, named by the hash of its file. Running instances keep theirs.`,
  actions: [list, show, diff, undeploy],
});
