import {
  type DefinitionView,
  readDefinitionView,
  undeployDefinition,
} from '../../bridge/definitions/deployed-definitions.ts';
import { InputError } from '../../errors.ts';
import type { DefinitionSummary, Store } from '../../store/port.ts';
import type { Action } from './action.ts';
import { refuseWithoutYes } from './confirm.ts';
import { LIMIT, OFFSET, YES } from './flags.ts';
import { facts, table, timeOf } from './layout.ts';
import { createOperateCommand } from './operate-command.ts';
import { pageOf, printPage } from './page.ts';

const list: Action = {
  name: 'list',
  args: [],
  summary: 'every version of every process, the newest of each first',
  flags: [{ name: 'process', value: '<id>', text: 'only those of this process' }, LIMIT, OFFSET],
  access: 'read',
  async run(call) {
    const processId = call.text('process');
    const rows = await call.store.listDefinitions({ ...(processId !== undefined && { processId }), ...pageOf(call) });
    printPage(call, rows, {
      none: 'Nothing is deployed.',
      lines: (shown) =>
        table(
          ['process', 'definition', 'deployed', 'open', 'latest'],
          shown.map((row) => [
            ...[row.processId, row.definitionId, timeOf(row.deployedAt), String(row.openInstances), rankOf(row)],
          ]),
        ),
    });
    return undefined;
  },
};

const show: Action = {
  name: 'show',
  args: ['<process or definition>'],
  summary: 'one version, or the latest of a process',
  flags: [{ name: 'xml', text: 'print only the .bpmn file' }],
  access: 'read',
  async run({ store, args, has, print }) {
    const { xml, ...view } = await find(store, args);
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
  flags: [YES],
  access: 'operate',
  async run(call) {
    const view = await find(call.store, call.args);
    const { processId, definitionId, isLatest } = view;
    const loss = isLatest ? ' It is the latest: the process cannot be started until a file is deployed.' : '';
    const refused = refuseWithoutYes(call, `Undeploys definition ${definitionId} of ${processId}.${loss}`);
    if (refused !== undefined) return refused;
    await undeployDefinition(call.store, definitionId, call.clock());
    call.print({ isDone: true, definitionId, processId }, [
      `Definition ${definitionId} of ${processId} is undeployed. A service that deploys its file deploys it again.`,
    ]);
    return undefined;
  },
};

/** Deployed versions of processes. */
export const definitions = createOperateCommand({
  name: 'definitions',
  about: `A definition is one version of a process, named by the hash of its file. Running instances keep theirs.`,
  actions: [list, show, undeploy],
});

async function find(store: Store, [id = '']: readonly string[]): Promise<DefinitionView> {
  const view = await readDefinitionView(store, id);
  if (view !== undefined) return view;
  throw new InputError('ERR_PROCESS_UNKNOWN', `There is no process or definition ${id}: definitions list has them.`);
}

function rankOf({ isLatest, undeployedAt }: DefinitionSummary): 'yes' | 'no' | 'undeployed' {
  if (undeployedAt !== null) return 'undeployed';
  return isLatest ? 'yes' : 'no';
}
