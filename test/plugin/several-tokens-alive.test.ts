/** Several tokens in one node, on an engine that its caller owns: alive, and recovered before every step. */
import { Engine } from 'bpmn-engine';
import { describe, expect, test } from 'vitest';
import { createPlugin } from '../../src/plugin/index.ts';
import {
  boundary,
  end,
  eventSubProcess,
  message,
  multiInstance,
  parallel,
  processFile,
  root,
  start,
  subProcess,
  throwEvent,
  userTask,
} from '../support/bpmn-xml.ts';

type EngineOptions = ConstructorParameters<typeof Engine>[0];

/** @returns what plays steps and says what is open, each node once for each task, and what was reported */
async function createHost(source: string, recovers: boolean) {
  const said: string[] = [];
  const nodes = new Map<string, string>();
  const build = () => {
    const plugin = createPlugin({
      appId: 'app',
      instanceId: 'i',
      initiator: 'ann',
      actionUrl: (taskId) => `https://service.test/${taskId}`,
      onReports: (items) => {
        for (const { next = [], previousTaskId, status } of items) {
          for (const { taskId = '', nodeId } of next) nodes.set(taskId, nodeId);
          said.push([nodes.get(previousTaskId) ?? 'start', status, ...next.map(({ nodeId }) => nodeId)].join(' '));
        }
      },
    });
    return { plugin, engine: new Engine({ name: 'host', source, ...plugin.engineOptions } as EngineOptions) };
  };
  let { plugin, engine } = build();
  await engine.execute({ listener: plugin.listener });

  async function again(): Promise<void> {
    const stored = [plugin.snapshot(), JSON.stringify(await engine.getState())] as const;
    await engine.stop();
    await new Promise((resolve) => setImmediate(resolve));
    ({ plugin, engine } = build());
    plugin.recover(stored[0]);
    engine.recover(JSON.parse(stored[1]) as Parameters<Engine['recover']>[0]);
    await engine.resume({ listener: plugin.listener });
    await plugin.idle();
  }

  return {
    async do(step: string): Promise<string> {
      if (recovers) await again();
      said.length = 0;
      const [what, name = '', turn = '1'] = step.split(' ');
      const task = plugin.openTasks.filter(({ nodeId }) => nodeId === name)[Number(turn) - 1];
      if (what === 'press')
        expect(await plugin.press(task?.taskId ?? '', { account: name })).toMatchObject({ kind: 'applied' });
      else plugin.deliver({ kind: 'message', name });
      await plugin.idle();
      if (!engine.stopped && engine.state !== 'idle') expect(plugin.snapshot()).not.toMatch(/#\d/);
      const open = plugin.openTasks.map(({ nodeId }) => nodeId).toSorted();
      return `${open.join(', ') || engine.state} | ${said.join('; ')}`;
    },
    get state() {
      return engine.getState();
    },
  };
}

const roots = root('message', 'm', { name: 'm1' });
const tasks = (...ids: string[]) => ids.map((id) => userTask(id));
const branches = [start(), parallel('f'), ...tasks('A', 'B')];
const paths = 'start > f; f > A > T; f > B > T';

describe.each([
  ['one live engine', false],
  ['recovered before every step', true],
])('%s', (_, recovers) => {
  const play = async (xml: string, script: string) => {
    const host = await createHost(xml, recovers);
    const lines = script.split('\n').map((line) => line.trim());
    const played: string[] = [];
    for (const line of lines) played.push(`${line.split(' -> ')[0]} -> ${await host.do(line.split(' -> ')[0] ?? '')}`);
    expect(played).toEqual(lines);
    return host;
  };

  test('two tasks at one node, handled in any order; what nothing runs in any more is in no state', async () => {
    const xml = processFile([...branches, ...tasks('T', 'V'), end()], `${paths}; T > V > end`);
    const host = await play(
      xml,
      `press A -> B, T | A next T
       press B -> T, T | B next T
       press T 2 -> T, V | T next V
       press V -> T | V none`,
    );
    expect(JSON.stringify((await host.state).definitions.map(({ execution }) => execution))).not.toContain('T#2');
    expect([await host.do('press T'), await host.do('press V')]).toEqual(['V | T next V', 'idle | V end']);
  });

  test('a countersign with a boundary event', () =>
    play(
      processFile(
        [
          ...branches,
          userTask('T', { content: multiInstance({ cardinality: '2' }) }),
          boundary('b', 'T', message('m')),
          ...tasks('V'),
          end(),
        ],
        `${paths}; T > end; b > V > end`,
        { roots },
      ),
      `press A -> B, T, T | A next T T
       press B -> T, T, T, T | B next T T
       press T 3 -> T, T, T | T none
       message m1 -> T, V | T next V; T none
       press T -> V | T none
       press V -> idle | V end`,
    ));

  test('a sub-process in a sub-process, and an event sub-process in both', () => {
    const help = eventSubProcess(
      'help',
      [start('hs', { content: message('m'), attributes: { isInterrupting: false } }), userTask('H'), end('he')],
      'hs > H > he',
    );
    const inner = subProcess('S', [start('ss'), userTask('X'), end('se'), help], 'ss > X > se');
    return play(
      processFile(
        [...branches, subProcess('T', [start('s'), inner, end('e')], 's > S > e'), end()],
        `${paths}; T > end`,
        { roots },
      ),
      `press A -> B, X | A next X
       press B -> X, X | B next X
       message m1 -> H, X, X | A next H
       message m1 -> H, H, X, X | A next H
       press X 2 -> H, H, X | X none
       press X -> H, H | X none
       press H -> H | H none
       press H -> idle | H end`,
    );
  });

  test('an event sub-process that the process sets off again and again', () => {
    const help = eventSubProcess(
      'help',
      [start('hs', { content: message('m'), attributes: { isInterrupting: false } }), userTask('H'), end('he')],
      'hs > H > he',
    );
    const nodes = [start(), parallel('f'), ...tasks('A', 'B'), throwEvent('T', message('m')), end(), help];
    return play(
      processFile(nodes, `${paths}; T > end`, { roots }),
      `press A -> B, H | A next H
       press B -> H, H | B next H
       press H 2 -> H | H none
       press H -> idle | H end`,
    );
  });
});
