/** One instance between two versions of its process: what stays, what begins anew, and what is refused. */
import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  bpmn,
  catchEvent,
  end,
  eventGateway,
  eventSubProcess,
  exclusive,
  inclusive,
  parallel,
  process,
  root,
  serviceTask,
  signal,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { compileXml } from '../../support/inner/plugin.ts';
import { type Scenario, startScenario } from '../scenario.ts';

const to = (id: string) => ({ assignee: id === 'a' ? 'ann' : 'bob' });
const tasks = (ids: string) => ids.split(' ').map((id) => userTask(id, to(id)));

function draw(nodes: readonly BpmnNode[], flow: string, roots: readonly string[] = []): string {
  return bpmn(...roots, process('p', [start(), ...nodes, end()], flow));
}

async function migrated(
  instance: Scenario,
  xml: string,
  nodes: Record<string, string> = {},
): Promise<readonly string[]> {
  return instance.migrate(await compileXml(xml, {}), nodes);
}

async function pressAll(instance: Scenario): Promise<string> {
  const seen: string[] = [];
  while (!instance.ended) {
    const [task = ''] = instance.open.split(' ');
    seen.push(instance.open);
    await instance.press(task);
  }
  return seen.join(' | ');
}

const LINE = draw(tasks('a b'), 'start > a > b > end');

describe('a task', () => {
  test('that is the same in both versions stays open, without a report, and leads to what is new behind it', async () => {
    const instance = await startScenario(LINE);
    expect(await migrated(instance, draw(tasks('a new b'), 'start > a > new > b > end'))).toEqual([]);
    expect(instance.open).toBe('a');
    expect(await instance.press('a')).toEqual(['a next new']);
    expect(await instance.press('new')).toEqual(['new next b']);
    expect(await instance.press('b')).toEqual(['b end']);
  });

  test('stays when a node before it is gone, although it came from there', async () => {
    const instance = await startScenario(LINE);
    await instance.press('a');
    expect(await migrated(instance, draw(tasks('b'), 'start > b > end'))).toEqual([]);
    expect(await instance.press('b')).toEqual(['b end']);
  });

  test('that has another id is followed by the new task', async () => {
    const instance = await startScenario(LINE);
    const xml = draw(tasks('check b'), 'start > check > b > end');
    expect(await migrated(instance, xml)).toEqual(['a node-missing']);
    expect(await migrated(instance, xml, { a: 'check' })).toEqual(['a next check']);
    expect(instance.last.changes.handled).toMatchObject([
      { handler: 'ann', handlerName: 'System', handleStatus: 'Moved to a new version' },
    ]);
    expect(instance.open).toBe('check');
    expect(await instance.press('check', undefined, {}, 'bob')).toEqual(['check next b']);
    expect(await instance.press('b')).toEqual(['b end']);
  });

  test('whose buttons are others is replaced, since the center cannot change those of a task', async () => {
    const instance = await startScenario(LINE);
    const xml = draw([...tasks('a b'), exclusive('which')], 'start > a > which >"yes" b > end; which >"no" end');
    expect(await migrated(instance, xml)).toEqual(['a next a']);
    expect(instance.last.changes.created).toMatchObject([{ taskId: 'i.2', origin: 'i.1' }]);
    expect(await instance.press('a', 'no')).toEqual(['a end']);
  });

  test('gets the events that are attached to it now, and loses those that are not', async () => {
    const late = [boundary('late', 'a', timer('PT1H')), ...tasks('chase')];
    const withTimer = draw([...tasks('a b'), ...late], 'start > a > b > end; late > chase > end');
    const instance = await startScenario(LINE);
    expect(await migrated(instance, withTimer)).toEqual(['a next a']);
    expect(instance.last.changes.wakeAt).not.toBeNull();
    expect(await migrated(instance, LINE)).toEqual(['a next a']);
    expect(instance.last.changes.wakeAt).toBeNull();
    expect(await migrated(instance, withTimer)).toEqual(['a next a']);
    expect(await instance.wake(3_700_000)).toEqual(['a next chase']);
  });
});

describe('what waits for events', () => {
  test('keeps its due time where it stays, and begins anew at another node', async () => {
    const waits = (id: string, after = 'PT1H') =>
      draw([...tasks('a b'), catchEvent(id, timer(after))], `start > a > ${id} > b > end`);
    const instance = await startScenario(waits('pause'));
    await instance.press('a');
    const dueAt = instance.last.changes.wakeAt ?? 0;
    expect(await migrated(instance, waits('pause', 'PT9H'))).toEqual([]);
    expect(instance.last.changes.wakeAt).toBe(dueAt);
    expect(await migrated(instance, waits('rest', 'PT9H'), { pause: 'rest' })).toEqual([]);
    expect(instance.last.changes.wakeAt).toBeGreaterThan(dueAt + 7 * 3_600_000);
    expect(await instance.wake(9 * 3_600_000)).toEqual(['…a next b']);
  });

  test('is refused at an event of another kind', async () => {
    const waits = (content: string) =>
      draw([...tasks('a b'), catchEvent('pause', content)], 'start > a > pause > b > end', [root('signal', 'go')]);
    const instance = await startScenario(waits(timer('PT1H')));
    await instance.press('a');
    expect(await migrated(instance, waits(signal('go')))).toEqual(['pause other-kind']);
  });

  test('waits for the events of its gateway as they are now', async () => {
    const waits = (second: string) =>
      draw(
        [...tasks('a b'), eventGateway('which'), catchEvent('soon', timer('PT1H')), catchEvent(second, timer('PT2H'))],
        `start > a > which > soon > b > end; which > ${second} > end`,
      );
    const instance = await startScenario(waits('later'));
    await instance.press('a');
    const first = instance.last.changes.wakeAt;
    expect(await migrated(instance, waits('later'))).toEqual([]);
    expect(instance.last.changes.wakeAt).toBe(first);
    expect(await migrated(instance, waits('much-later'))).toEqual([]);
    expect(instance.last.changes.events.map(({ nodeId }) => nodeId).toSorted()).toEqual(['much-later', 'soon']);
    expect(await instance.wake(3_700_000)).toEqual(['…a next b']);
  });

  test('an event sub-process that is new starts, and one that is gone does not', async () => {
    const stop = eventSubProcess(
      'stop',
      [start('hour', { content: timer('PT1H') }), ...tasks('c'), end('over')],
      'hour > c > over',
    );
    const withStop = draw([...tasks('a b'), stop], 'start > a > b > end');
    const instance = await startScenario(LINE);
    expect(await migrated(instance, withStop)).toEqual([]);
    expect(await migrated(instance, LINE)).toEqual([]);
    expect(instance.last.changes.wakeAt).toBeNull();
    expect(await migrated(instance, withStop)).toEqual([]);
    expect(await instance.wake(3_700_000)).toEqual(['a next c']);
  });

  test('an event sub-process that is in another scope now waits there, and not where it was', async () => {
    const stop = eventSubProcess(
      'stop',
      [start('hour', { content: timer('PT1H') }), ...tasks('c'), end('over')],
      'hour > c > over',
    );
    const inside = (extra: readonly BpmnNode[]) =>
      subProcess('sub', [start('s'), ...tasks('a'), ...extra, end('e')], 's > a > e');
    const drawn = (around: readonly BpmnNode[], within: readonly BpmnNode[]) =>
      draw([inside(within), ...tasks('z'), ...around], 'start > sub > z > end');
    const instance = await startScenario(drawn([stop], []));
    expect(await migrated(instance, drawn([], [stop]))).toEqual([]);
    await instance.wake(3_700_000);
    expect(instance.open).toBe('c');
    expect(await instance.press('c')).toEqual(['c next z']);
  });
});

describe('joins', () => {
  const fork = (branches: string, ids: string) =>
    draw([parallel('fork'), parallel('join'), ...tasks(ids)], `start > fork; ${branches}; join > end`);
  const TWO = fork('fork > a > join; fork > b > join', 'a b');

  test('keep the tokens that wait in front of them', async () => {
    const instance = await startScenario(TWO);
    await instance.press('a');
    expect(await migrated(instance, fork('fork > a > join; fork > b > more > join', 'a b more'))).toEqual([]);
    expect(await instance.press('b')).toEqual(['b next more']);
    expect(await instance.press('more')).toEqual(['more end']);
  });

  test('an inclusive one waits for every task that begins anew', async () => {
    const flow = (a: string, b: string) =>
      `start > fork; fork > ${a} > join; fork > ${b} > join; fork > c > join; join > d > end`;
    const xml = (a: string, b: string) =>
      draw([...tasks(`${a} ${b} c d`), inclusive('fork'), inclusive('join')], flow(a, b));
    const instance = await startScenario(xml('a', 'b'));
    await instance.press('c');
    await migrated(instance, xml('e', 'f'), { a: 'e', b: 'f' });
    expect(instance.open).toBe('e f');
    expect(await pressAll(instance)).toBe('e f | f | d');
  });

  test('a flow that is gone refuses its token', async () => {
    const instance = await startScenario(TWO);
    await instance.press('a');
    expect(await migrated(instance, fork('fork > a > more > join; fork > b > join', 'a b more'))).toEqual([
      'join join',
    ]);
  });

  test('a branch that no token can be in any more, or that is one too many, is refused', async () => {
    const instance = await startScenario(TWO);
    const three = fork('fork > a > join; fork > b > join; fork > c > join', 'a b c');
    expect(await migrated(instance, three)).toEqual(['- tokens']);
    expect(await migrated(instance, draw(tasks('a b'), 'start > a > b > end'))).toEqual(['- tokens']);
    const line = await startScenario(LINE);
    expect(await migrated(line, TWO)).toEqual(['- tokens']);
  });
});

describe('what runs in parts', () => {
  const inSub = (ids: string, extra: readonly BpmnNode[] = []) =>
    draw(
      [
        subProcess('sub', [start('s'), ...tasks(ids), end('e')], `s > ${ids.split(' ').join(' > ')} > e`),
        ...tasks('z'),
        ...extra,
      ],
      'start > sub > z > end',
    );

  test('tasks in a sub-process move within it, and not out of it', async () => {
    const instance = await startScenario(inSub('a'));
    expect(await migrated(instance, inSub('check then'), { a: 'check' })).toEqual(['a next check']);
    expect(await pressAll(instance)).toBe('check | then | z');
    const other = await startScenario(inSub('a'));
    expect(await migrated(other, draw(tasks('a z'), 'start > a > z > end'))).toEqual(
      expect.arrayContaining(['sub node-missing', 'a other-scope']),
    );
  });

  test('a countersign stays where it is the same, and is refused where it is not', async () => {
    const sign = (completion: string, more = '') => {
      const signers = { collection: '${signers}', elementVariable: 'who', condition: completion };
      return draw(
        [userTask('sign', { assignee: '${who}', multiInstance: signers }), ...(more ? tasks(more) : [])],
        `start > sign > ${more ? `${more} > ` : ''}end`,
      );
    };
    const all = '${nrOfCompletedInstances == 2}';
    const instance = await startScenario(sign(all), { signers: ['ann', 'bob'] });
    await instance.press('sign#0', undefined, {}, 'ann');
    expect(await migrated(instance, sign(all, 'z'))).toEqual([]);
    expect(instance.open).toBe('sign#1');
    expect(await migrated(instance, sign('${nrOfCompletedInstances == 1}', 'z'))).toEqual(['sign multi-instance']);
    expect(await instance.press('sign#1', undefined, {}, 'bob')).toEqual(['sign#1 next z']);
  });

  test('a call that runs goes on where the service is the same, and refuses otherwise', async () => {
    const book = (service: string, ids = '') =>
      draw([serviceTask('book', { service }), ...tasks(`a${ids}`)], 'start > book > a > end');
    const instance = await startScenario(book('room'));
    expect(await migrated(instance, book('car'))).toEqual(['book job']);
    expect(
      await migrated(
        instance,
        draw([serviceTask('book', { service: 'room' }), ...tasks('a b')], 'start > book > b > a > end'),
      ),
    ).toEqual([]);
    expect(await instance.finishJob('book')).toEqual(['start next b']);
  });
});
