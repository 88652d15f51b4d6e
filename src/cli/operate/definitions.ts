import { InputError } from '../../errors.ts';
import type { DefinitionRow, Store } from '../../store/port.ts';
import type { Action } from './action.ts';
import { compareDefinitions, isSame } from './diff/compare-facts.ts';
import { describeDiff } from './diff/describe-diff.ts';
import { readDefinitionFacts } from './diff/read-definition-facts.ts';
import { PROCESS } from './flags.ts';
import { facts, table, timeOf } from './layout.ts';
import { createOperateCommand } from './operate-command.ts';
import { filterFrom, pageFlags, printList } from './page.ts';

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
        const after = id === undefined ? undefined : await find(call.store, id);
        return call.store.listDefinitions({ ...filter, ...page, ...(after !== undefined && { after }) });
      },
      count: async () => (await call.store.listDefinitions({ ...filter, limit: Number.MAX_SAFE_INTEGER })).length,
      idOf: ({ definitionId }) => definitionId,
      none: 'Nothing is deployed.',
      lines: (shown) =>
        table(
          ['process', 'definition', 'deployed', 'open', 'latest'],
          shown.map(({ processId: its, definitionId, deployedAt, openInstances, isLatest }) => [
            ...[its, definitionId, timeOf(deployedAt), String(openInstances), isLatest ? 'yes' : 'no'],
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
    const row = await find(store, args[0]);
    const { definitionId, processId, deployedAt } = row;
    const xml = row.drawing ?? row.xml;
    if (has('xml')) {
      print({ definitionId, processId, deployedAt, xml }, [xml]);
      return undefined;
    }
    const all = await store.listDefinitions({ processId, limit: Number.MAX_SAFE_INTEGER });
    const {
      isLatest = false,
      openInstances = 0,
      instances = 0,
    } = all.find((each) => each.definitionId === definitionId) ?? {};
    print({ definitionId, processId, deployedAt, isLatest, openInstances, instances }, [
      ...facts([
        ['process', processId],
        ['definition', definitionId],
        ['deployed', timeOf(deployedAt)],
        ['latest', isLatest ? 'yes: new instances get it' : 'no'],
        ['instances', `${openInstances} open, ${instances} in all`],
      ]),
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
    const [before, after] = [await find(store, args[0]), await find(store, args[1])];
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

async function find(store: Pick<Store, 'getDefinition' | 'latestDefinition'>, id = ''): Promise<DefinitionRow> {
  const row = (await store.getDefinition(id)) ?? (await store.latestDefinition(id));
  if (row !== undefined) return row;
  throw new InputError('ERR_PROCESS_UNKNOWN', `There is no process or definition ${id}: definitions list has them.`);
}

/** Deployed versions of processes. */
export const definitions = createOperateCommand({
  name: 'definitions',
  about: `A definition is one version of a process, named by the hash of its file. Running instances keep theirs.`,
  actions: [list, show, diff],
});
