/** Files that are large, deep or broken, on each way into the library. */

import { Engine } from 'bpmn-engine';
import { lintFiles, prepareProcesses } from '../../src/model/index.ts';
import { createPlugin } from '../../src/plugin/index.ts';
import { bpmn, callActivity, end, process, processFile, start, userTask } from '../support/bpmn-xml.ts';
import type { Attack, Outcome } from './attack.ts';

const LEVELS = 20_000;
const PARTS = 50_000;

const around = (inside: string) => bpmn(`<bpmn:process id="process" isExecutable="true">${inside}</bpmn:process>`);
const count = (write: (index: number) => string, parts = PARTS) =>
  Array.from({ length: parts }, (_, index) => write(index)).join('');
const taskOf = (index: number) => userTask(`t${index}`, { assignee: 'anna' });
const line = (tasks: number) =>
  processFile(
    [start(), ...Array.from({ length: tasks }, (_, index) => taskOf(index)), end()],
    ['start', ...Array.from({ length: tasks }, (_, index) => `t${index}`), 'end'].join(' > '),
  );
const doubled = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

/** Files, by what is wrong with them. */
const FILES: Readonly<Record<string, () => string>> = {
  '100,000 comments that are not closed': () => around('<!--'.repeat(100_000)),
  '100,000 CDATA sections that are not closed': () => around('<![CDATA['.repeat(100_000)),
  '100,000 instructions that are not closed': () => around('<?x '.repeat(100_000)),
  '100,000 document types that are not closed': () => '<! '.repeat(100_000),
  '100,000 tags that are not closed': () => around('<a '.repeat(100_000)),
  'spaces before a missing declaration, 1,000,000': () => `<?xml${' '.repeat(1_000_000)}`,
  'one attribute of 20 MB': () =>
    processFile([start(), userTask('t', { assignee: 'a'.repeat(20_000_000) }), end()], 'start > t > end'),
  '50,000 attributes': () => around(`<bpmn:userTask id="t" ${count((index) => `a${index}="1" `)}/>`),
  '50,000 prefixes': () => around(`<bpmn:userTask id="t" ${count((index) => `xmlns:p${index}="urn:${index}" `)}/>`),
  '50,000 undeclared prefixes': () => around(count((index) => `<p${index}:a/>`)),
  '50,000 tasks in a line': () => line(PARTS),
  '2,000 tasks in a line': () => line(2_000),
  'a process of 1,000 tasks that is called 200 times': () => {
    const tasks = Array.from({ length: 1_000 }, (_, index) => taskOf(index));
    const calls = Array.from({ length: 200 }, (_, index) => callActivity(`c${index}`, 'called'));
    const inOrder = (nodes: readonly { readonly id: string }[]) =>
      ['start', ...nodes.map(({ id }) => id), 'end'].join(' > ');
    return bpmn(
      process('process', [start(), ...calls, end()], inOrder(calls)),
      process(
        'called',
        [start('in'), ...tasks, end('out')],
        inOrder(tasks).replace('start', 'in').replace('end', 'out'),
        {
          isExecutable: false,
        },
      ),
    );
  },
  '50,000 tasks without flows': () => around(count((index) => `<bpmn:task id="t${index}"/>`)),
  '50,000 flows between the same two': () =>
    around(
      `<bpmn:startEvent id="s"/><bpmn:endEvent id="e"/>${count((index) => `<bpmn:sequenceFlow id="f${index}" sourceRef="s" targetRef="e"/>`)}`,
    ),
  '50,000 lanes': () =>
    around(`<bpmn:laneSet id="l">${count((index) => `<bpmn:lane id="l${index}"/>`)}</bpmn:laneSet>`),
  '50,000 processes': () => bpmn(count((index) => `<bpmn:process id="p${index}" isExecutable="true"/>`)),
  '50,000 messages': () =>
    bpmn(
      count((index) => `<bpmn:message id="m${index}" name="m${index}"/>`),
      process('process', [start(), end()], 'start > end'),
    ),
  '50,000 elements of an unknown vendor': () =>
    around(`<bpmn:extensionElements>${count(() => '<x:y xmlns:x="urn:x"/>')}</bpmn:extensionElements>`),
  '20,000 levels of sub-processes': () =>
    around(
      Array.from({ length: LEVELS }, (_, index) => `<bpmn:subProcess id="s${index}">`).join('') +
        '</bpmn:subProcess>'.repeat(LEVELS),
    ),
  '20,000 levels of lanes': () =>
    around(
      doubled(
        LEVELS,
        '<bpmn:laneSet><bpmn:lane><bpmn:childLaneSet>',
        '</bpmn:childLaneSet></bpmn:lane></bpmn:laneSet>',
      ),
    ),
  '20,000 levels of an unknown vendor': () =>
    around(`<bpmn:extensionElements>${doubled(LEVELS, '<x:y xmlns:x="urn:x">', '</x:y>')}</bpmn:extensionElements>`),
  '20,000 levels of unknown elements': () => around(doubled(LEVELS, '<bpmn:unknown>', '</bpmn:unknown>')),
};

const REFUSED: readonly Outcome[] = ['refused: file-unreadable'];
/** What is many, but not too many, may also be refused by a rule of its own. */
const ACCEPTED: Readonly<Record<string, readonly Outcome[]>> = {
  '2,000 tasks in a line': ['works'],
  'a process of 1,000 tasks that is called 200 times': ['refused: too-many-calls'],
};

/** Thirty times what a line of 2,000 tasks takes on a quiet machine, which is the most: the machine may be slow, and busy. */
const STANDS_AT_MOST_MS = 45_000;

async function lint(xml: string): Promise<Outcome> {
  const { isDeployable, problems } = await lintFiles(xml);
  return isDeployable ? 'works' : `refused: ${[...new Set(problems.map(({ rule }) => rule))].slice(0, 3).join(', ')}`;
}

function reading(
  name: string,
  write: () => string,
  read: (xml: string) => Promise<unknown>,
  expected: readonly Outcome[],
): Attack {
  return {
    name,
    expected,
    standsAtMostMs: STANDS_AT_MOST_MS,
    async prepare() {
      const xml = write();
      await read(line(1));
      return () => read(xml);
    },
  };
}

/** Runs it on an engine of the service itself, which parses the file. */
async function runWithPlugin(source: string): Promise<void> {
  const plugin = createPlugin({
    ...{ appId: 'app', instanceId: 'order-1', initiator: 'anna' },
    actionUrl: (taskId, { key }) => `https://service.test/${taskId}/${key}`,
    onReports: () => undefined,
  });
  const engine = new Engine({ name: 'host', source, ...plugin.engineOptions } as ConstructorParameters<
    typeof Engine
  >[0]);
  await engine.execute({ listener: plugin.listener });
}

export const DIAGRAM_ATTACKS: readonly Attack[] = [
  ...Object.entries(FILES).map(([name, write]) =>
    reading(`lintFiles: ${name}`, write, lint, ACCEPTED[name] ?? REFUSED),
  ),
  ...['50,000 tasks in a line', '20,000 levels of sub-processes'].map((name) =>
    reading(`prepareProcesses: ${name}`, FILES[name] as () => string, prepareProcesses, ['ERR_MODEL_UNREADABLE']),
  ),
  // The engine of the service parses the file before the plugin sees it, so only the depth can be told in time.
  reading(
    'createPlugin: 20,000 levels of sub-processes',
    FILES['20,000 levels of sub-processes'] as () => string,
    runWithPlugin,
    ['ERR_MODEL_UNREADABLE'],
  ),
];
