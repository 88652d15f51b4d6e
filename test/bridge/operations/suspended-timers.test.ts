/** While a process is suspended no time passes for it: each of its timers fires after exactly the time it had left. */
import { describe, expect, it } from 'vitest';
import { boundary, catchEvent, end, processFile, serviceTask, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { HOUR_MS, stageOfEachTest } from './stage.ts';
import { suspensionOn } from './suspension-on.ts';

const stage = stageOfEachTest();
const { openTasks, suspend, activate, expectAfter } = suspensionOn(stage);

const DAY_MS = 24 * HOUR_MS;

const REMINDER = draw({
  id: 'reminder',
  people: { check: 'bo', remind: 'chen' },
  others: [boundary('due', 'check', timer('PT4H')), end('reminded')],
  paths: 'start > check > end; due > remind > reminded',
});

it('that is suspended a second time keeps what the first time left', async () => {
  const id = await stage.begin(REMINDER);
  for (const ranMs of [HOUR_MS, HOUR_MS / 2]) {
    await stage.pass(ranMs);
    await suspend(id);
    await stage.pass(DAY_MS);
    await activate(id);
  }
  await suspend(id);
  await activate(id);
  await expectAfter(id, 2.5 * HOUR_MS, ['bo:check'], ['chen:remind']);
});

it('that was due when it was suspended fires as soon as it is activated', async () => {
  const id = await stage.begin(REMINDER);
  stage.now += 4 * HOUR_MS;
  await suspend(id);
  await stage.pass(DAY_MS);
  expect(await openTasks(id)).toEqual(['bo:check']);
  await activate(id);
  expect(await openTasks(id)).toEqual(['chen:remind']);
});

it('keeps its time where the clock was set back meanwhile', async () => {
  const id = await stage.begin(REMINDER);
  await stage.pass(HOUR_MS);
  await suspend(id);
  stage.now -= 10 * HOUR_MS;
  await activate(id);
  await expectAfter(id, 3 * HOUR_MS, ['bo:check'], ['chen:remind']);
});

it('of a process that is not suspended runs on', async () => {
  const held = await stage.begin(REMINDER);
  const running = await stage.begin(REMINDER);
  await suspend(held);
  await expectAfter(running, 4 * HOUR_MS, ['bo:check'], ['chen:remind']);
  expect(await openTasks(held)).toEqual(['bo:check']);
});

it('that starts processes is not theirs, and goes on starting them', async () => {
  const { bridge } = stage.world;
  await bridge.deploy(
    processFile(
      [start('hourly', { content: timer('R/PT1H') }), userTask('check', { assignee: 'bo' }), end()],
      'hourly > check > end',
      { id: 'rounds' },
    ),
  );
  const countOf = async () => (await bridge.instances.list({ processId: 'rounds' })).length;
  await stage.pass(HOUR_MS);
  const [first] = await bridge.instances.list({ processId: 'rounds' });
  await suspend(first?.instanceId ?? '');
  await stage.pass(HOUR_MS - 1);
  expect(await countOf()).toBe(1);
  await stage.pass(1);
  expect(await countOf()).toBe(2);
  await activate(first?.instanceId ?? '');
  await stage.pass(HOUR_MS - 1);
  expect(await countOf()).toBe(2);
  await stage.pass(1);
  expect(await countOf()).toBe(3);
});

it('of the time that tasks have is told with its notices, each at its own time', async () => {
  const notify =
    '<ttc:notify on="timeout" messageTypeCode="NOTICE" title="late" toPersons="handlers"><ttc:param name="text" value="late"/></ttc:notify>';
  const timed = (id: string, assignee: string, hours: string) =>
    userTask(id, { assignee, attributes: { 'ttc:timeOut': hours }, extensions: notify });
  const id = await stage.begin(
    processFile(
      [start(), timed('check', 'bo', '4'), timed('file', 'anna', '6'), end('checked'), end('filed')],
      'start > check > checked; start > file > filed',
      { id: 'timed' },
    ),
  );
  const told = () => ['bo', 'anna'].map((account) => stage.world.sandbox.messages(account).map(({ text }) => text));
  await stage.pass(HOUR_MS);
  await suspend(id);
  await stage.pass(2 * DAY_MS);
  await stage.world.reopen();
  await stage.pass(DAY_MS);
  await activate(id);
  await stage.pass(3 * HOUR_MS - 1);
  expect(told()).toEqual([[], []]);
  await stage.pass(1);
  expect(told()).toEqual([['late'], []]);
  await suspend(id);
  await stage.pass(DAY_MS);
  // A step of a suspended process does not tell what its time would have brought.
  await stage.world.bridge.setVariables(id, { note: 'hold' });
  await stage.world.bridge.idle();
  expect(told()).toEqual([['late'], []]);
  await activate(id);
  await stage.pass(2 * HOUR_MS - 1);
  expect(told()).toEqual([['late'], []]);
  await stage.pass(1);
  expect(told()).toEqual([['late'], ['late']]);
});

describe('a report that is held back for a service', () => {
  const SERVED = processFile(
    [
      ...[start(), userTask('check', { assignee: 'bo' }), serviceTask('pay'), catchEvent('pause', timer('PT2H'))],
      ...[userTask('file', { assignee: 'anna' }), end()],
    ],
    'start > check > pay > pause > file > end',
    { id: 'served' },
  );

  /** A service that answers once it is let; until then it says when it was called. */
  async function openWithService() {
    let call = () => {};
    const called = new Promise<void>((resolve) => {
      call = resolve;
    });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const pay = () => {
      call();
      return answered;
    };
    await stage.world.reopen({ services: { pay }, reportHoldMs: HOUR_MS });
    return { called, answer };
  }

  it('goes out when the process is suspended, and what follows is reported about the task at the service', async () => {
    const service = await openWithService();
    const id = await stage.begin(SERVED);
    await stage.world.sandbox.press(`${id}.1`, { action: 'Handle', account: 'bo' });
    await service.called;
    expect(stage.world.reports()).toEqual(['start next check']);
    await suspend(id);
    service.answer();
    await stage.world.bridge.idle();
    await stage.pass(2 * DAY_MS);
    expect(stage.world.reports()).toEqual(['start next check', 'check next pay']);

    await activate(id);
    await stage.pass(2 * HOUR_MS - 1);
    expect(stage.world.reports()).toEqual(['start next check', 'check next pay', 'pay next pause']);
    await stage.pass(1);
    expect(stage.world.reports()).toEqual(['start next check', 'check next pay', 'pay next pause', 'pause next file']);
    expect(await stage.parked()).toEqual([]);
  });
});
