import { type DefinitionView, readDefinitionView } from '../../bridge/definitions/stored-definitions.ts';
import { InputError } from '../../errors.ts';
import type { DefinitionRow, Store } from '../../store/store.ts';
import type { Action } from './action/action.ts';
import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operationAction } from './action/operation-action.ts';
import { compareDefinitions, describeDiff, isSame } from './diff/compare-definitions.ts';
import { readDefinitionFacts } from './diff/read-definition-facts.ts';
import { facts, timeOf } from './print/layout.ts';

const list = listAction('definitions', {
  summary: 'every version of every process, the newest of each first',
});

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
    print(view, [
      ...facts([
        ['process', view.processId],
        ['definition', view.definitionId],
        ['deployed', timeOf(view.deployedAt)],
        ['undeployed', view.undeployedAt === null ? null : timeOf(view.undeployedAt)],
        ['latest', view.isLatest ? 'yes: new instances get it' : 'no'],
        ['instances', `${view.openInstances} open, ${view.instances} in all`],
      ]),
    ]);
    return undefined;
  },
};

const makeLatest = operationAction('definitions.makeLatest', {
  note: 'New instances get it. Its timer starts count from now, once a service runs.',
});

const undeploy = operationAction('definitions.undeploy', {
  find: async ({ store }, id) => (await find(store, id)).definitionId,
  async preview({ store }, id) {
    const { processId, definitionId, isLatest } = await find(store, id);
    const loss = isLatest ? ' It is the latest: the process cannot be started until a file is deployed.' : '';
    return [`Undeploys definition ${definitionId} of ${processId}.${loss}`];
  },
  note: 'A service that deploys its file deploys it again.',
});

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

/** Deployed versions of processes. */
export const definitions = createOperateCommand({
  name: 'definitions',
  about: `A definition is one version of a process, named by the hash of its file. Running instances keep theirs.`,
  actions: [list, show, diff, makeLatest, undeploy],
});
