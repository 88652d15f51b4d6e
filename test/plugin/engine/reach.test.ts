/** What a step can reach, by node ids. The shapes and the oracle show that nothing is missing; here, that little is too much. */
import { expect, test } from 'vitest';
import { reachOf } from '../../../src/plugin/engine/slice/reach.ts';
import {
  boundary,
  catchEvent,
  end,
  eventSubProcess,
  message,
  processFile,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { compileXml } from '../../support/inner/plugin.ts';

async function reach(xml: string, ...holding: string[]): Promise<string> {
  const { model } = await compileXml(xml, {});
  const nodes = holding.flatMap((id) => model.graph.nodes.get(id) ?? []);
  return [...reachOf({ holding: nodes, arriving: [] }, (id) => model.userTasks.has(id))].toSorted().join(' ');
}

const line = processFile([start(), userTask('a'), userTask('b'), userTask('c'), end()], 'start > a > b > c > end');

test('ends at the next task', async () => {
  expect(await reach(line, 'a')).toBe('a b');
  expect(await reach(line, 'c')).toBe('c end');
});

test('goes on through an event, which may happen in the same step, and takes boundary events along', async () => {
  const xml = draw({
    tasks: 'a b c chase',
    others: [catchEvent('heard', message('m')), boundary('late', 'b', timer('PT1H'))],
    paths: 'start > a > heard > b > c > end; late > chase > end',
  });
  expect(await reach(xml, 'a')).toBe('a b chase heard late');
});

test('goes into a sub-process that it enters, and takes the event sub-processes of live scopes along', async () => {
  const inner = subProcess('part', [start('in'), userTask('d'), userTask('e'), end('out')], 'in > d > e > out');
  const onMessage = eventSubProcess(
    'aside',
    [start('asked', { content: message('m') }), userTask('answer'), end('done')],
    'asked > answer > done',
  );
  const xml = draw({ tasks: 'a b', others: [inner, onMessage], paths: 'start > a > part > b > end' });
  expect(await reach(xml, 'a')).toBe('a answer aside asked b d in part');
  expect(await reach(xml, 'part', 'e')).toBe('answer aside asked b e out part');
});

test('follows every flow of a gateway, back too', async () => {
  const xml = draw({ tasks: 'a b', exclusive: 'g', paths: 'start > a > g; g >[${again}] a; g >* b > end' });
  expect(await reach(xml, 'a')).toBe('a b g');
});
