/**
 * Four diagrams that bpmn-engine alone runs wrong, and what the plugin makes of them. The engine's own behaviour is
 * asserted too: when a version of it mends a defect, the test says so and the remedy can go.
 */
import { Engine } from 'bpmn-engine';
import { describe, expect, test } from 'vitest';
import { end, exclusive, inclusive, node, parallel, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { startScenario } from './scenario.ts';

const silent = () => ({ debug() {}, warn() {}, error() {} });

/** Presses tasks on an engine without the plugin. @returns the tasks open at the end, or END */
async function runPlainEngine(xml: string, presses: readonly string[], variables: Record<string, unknown>) {
  // The conditions of these diagrams are plain variable names.
  const expressions = {
    resolveExpression: (text: string, { environment }: { environment: { variables: Record<string, unknown> } }) =>
      environment.variables[text.slice(2, -1)],
    isExpression: () => true,
    hasExpression: () => true,
  };
  const options = { name: 'plain', source: xml, Logger: silent, variables, expressions };
  const engine = new Engine(options as ConstructorParameters<typeof Engine>[0]);
  const execution = await engine.execute();
  const waiting = () => execution.getPostponed().filter(({ type }) => type === 'bpmn:UserTask');
  for (const press of presses) {
    const [task, variable, value] = press.split(/[ =]/);
    if (variable !== undefined) {
      for (const process of execution.definitions[0]?.getProcesses() ?? []) {
        process.environment.assignVariables({ [variable]: value === 'true' });
      }
    }
    waiting()
      .find(({ id }) => id === task)
      ?.signal({});
  }
  const open = waiting()
    .map(({ id }) => id)
    .toSorted()
    .join(' ');
  return engine.state === 'idle' ? 'END' : open;
}

describe('a rework loop inside one of two parallel branches', () => {
  const nodes = [
    start(),
    parallel('fork'),
    userTask('write'),
    userTask('review'),
    exclusive('good'),
    userTask('budget'),
    parallel('join'),
    userTask('sign'),
    end(),
  ];
  const paths = (approve: string, reject: string) =>
    `start > fork > write > review > good; good >"Approve"${approve} join; good >"Reject"${reject} write; ` +
    'fork > budget > join > sign > end';

  test('plain bpmn-engine opens the task behind the join while the branch is reworked', async () => {
    const xml = processFile(nodes, paths('[${ok}]', '[${again}]'));
    const open = await runPlainEngine(xml, ['write', 'review again=true', 'budget'], { ok: false });
    expect(open).toBe('sign write');
  });
});

describe('an exclusive split and merge inside one of two parallel branches', () => {
  const nodes = [
    start(),
    parallel('fork'),
    userTask('ask'),
    exclusive('which'),
    userTask('long'),
    userTask('short'),
    exclusive('merge'),
    userTask('after'),
    userTask('budget'),
    parallel('join'),
    userTask('sign'),
    end(),
  ];
  const paths = (long: string, short: string) =>
    `start > fork > ask > which; which >"Long"${long} long > merge; which >"Short"${short} short > merge > after > join; ` +
    'fork > budget > join > sign > end';

  test('plain bpmn-engine opens the task behind the join before the branch has come through', async () => {
    const xml = processFile(nodes, paths('[${ok}]', '[${no}]'));
    const open = await runPlainEngine(xml, ['budget', 'ask ok=true'], { no: false });
    expect(open).toContain('sign');
  });
});

describe('an inclusive fork and join', () => {
  const xml = draw({
    tasks: 'legal finance security sign',
    inclusive: 'fork join',
    paths:
      'start > fork; fork >[${law}] legal > join; fork >[${money}] finance > join; fork >* security > join; join > sign > end',
  });

  test('plain bpmn-engine does not join at all', async () => {
    expect(await runPlainEngine(xml, ['finance'], { law: true, money: true })).toBe('legal sign');
  });
});

describe('a parallel join that two tokens come to on each of its flows', () => {
  const xml = processFile(
    [
      ...[start(), parallel('fork'), exclusive('left'), exclusive('right'), parallel('join'), end()],
      ...['a', 'b', 'c', 'd', 'sign'].map((id) => userTask(id)),
    ],
    'start > fork > a > left > join > sign > end; fork > b > left; fork > c > right > join; fork > d > right',
  );

  test('it fires twice, once for each pair', async () => {
    const run = await startScenario(xml);
    for (const task of ['a', 'b']) expect(await run.press(task)).toEqual([`${task} none`]);
    expect(await run.press('c')).toEqual(['c next sign']);
    expect(await run.press('sign')).toEqual(['sign none']);
    expect(await run.press('d')).toEqual(['d next sign']);
    expect(await run.press('sign')).toEqual(['sign end']);
  });

  test('the pairs find each other in any order, and each is signed', async () => {
    const run = await startScenario(xml);
    for (const task of ['c', 'd']) expect(await run.press(task)).toEqual([`${task} none`]);
    expect(await run.press('b')).toEqual(['b next sign']);
    expect(await run.press('a')).toEqual(['a next sign(2)']);
    expect(await run.press('sign')).toEqual(['sign none']);
    expect(await run.press('sign(2)')).toEqual(['sign(2) end']);
  });

  test('plain bpmn-engine loses a token, and waits for ever', async () => {
    const presses = ['a', 'b', 'c', 'sign', 'd', 'sign'];
    expect(await runPlainEngine(xml, presses, {})).toBe('');
  });
});

/** Adds one to `n`, at once. */
const count = (id: string) =>
  node('scriptTask', id, { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' });

test.each([
  [[inclusive('join'), count('a')], 'start > join > a > more; more >[=n < 3] join; more >* sign > end'],
  [
    [inclusive('fork'), inclusive('join'), count('a'), count('b')],
    'start > fork >[=true] a > join > more; fork >[=true] b > join; more >[=n < 3] fork; more >* sign > end',
  ],
])('an inclusive join in a loop in which nothing waits keeps its token', async (nodes, paths) => {
  const xml = processFile([start(), ...nodes, exclusive('more'), userTask('sign'), end()], paths);
  const run = await startScenario(xml, { n: 0 });
  expect(run.open).toBe('sign');
  expect(await run.press('sign')).toEqual(['sign end']);
});
