/** What an operator has tried again once its cause is gone. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Bridge, createBridge } from '../../../src/index.ts';
import { type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { bpmn, end, node, process, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';

const HOUR = 3_600_000;
let center: HttpCenter;
let file: DatabaseFile;
let bridge: Bridge;
let now = Date.UTC(2026, 4, 4, 4);
let isBroken: boolean;
let calls: number;

beforeEach(async () => {
  isBroken = true;
  calls = 0;
  file = createDatabaseFile();
  center = await startHttpCenter();
  bridge = await createBridge({
    ...optionsFor(center),
    store: file.store,
    jobs: { maxAttempts: 1 },
    services: {
      book: () => {
        calls += 1;
        if (isBroken) throw new Error('the hotel does not answer');
        return {};
      },
    },
    clock: () => now,
  });
});
afterEach(async () => {
  await bridge.close();
  await center.close();
  file[Symbol.dispose]();
});

async function onlyIncident() {
  const open = await bridge.incidents.list({ open: true });
  expect(open).toHaveLength(1);
  return open[0]?.incidentId ?? '';
}

const task = userTask('check', { assignee: 'bo' });

describe('an incident', () => {
  test('of a service has it called once more each time, until it answers', async () => {
    await bridge.deploy(
      processFile([start(), serviceTask('book', { service: 'book' }), task, end()], 'start > book > check > end'),
    );
    const { instanceId } = await bridge.start('process', { initiator: 'anna' });
    await bridge.idle();
    const incidentId = await onlyIncident();
    await bridge.incidents.retry(incidentId);
    await bridge.idle();
    expect(calls).toBe(2);
    expect(await bridge.incidents.list({ open: true })).toMatchObject([{ incidentId, count: 2 }]);
    isBroken = false;
    await bridge.incidents.retry(incidentId);
    await bridge.idle();
    expect(calls).toBe(3);
    expect(await bridge.tasks.list({ instanceId })).toMatchObject([{ nodeId: 'check' }]);
    expect(await bridge.incidents.list()).toMatchObject([{ incidentId, resolvedAt: now }]);
    await expect(bridge.incidents.retry(incidentId)).rejects.toMatchObject({
      code: 'ERR_NOT_RETRIABLE',
      details: { incidentId, why: 'resolved' },
    });
  });

  test('of a message that reached nobody is over once it reaches somebody, though its thrower has ended', async () => {
    const throwing = node('endEvent', 'throw', { content: '<messageEventDefinition messageRef="paid"/>' });
    const waiting = node('receiveTask', 'wait', { attributes: { messageRef: 'paid' } });
    const roots = '<message id="paid" name="paid"/>';
    await bridge.deploy(bpmn(roots, process('payer', [start(), throwing], 'start > throw')));
    await bridge.deploy(bpmn(roots, process('order', [start(), waiting, task, end()], 'start > wait > check > end')));
    await bridge.start('payer', { initiator: 'anna', businessKey: 'o-1' });
    await bridge.idle();
    const incidentId = await onlyIncident();
    const { instanceId } = await bridge.start('order', { initiator: 'anna', businessKey: 'o-1' });
    await bridge.incidents.retry(incidentId);
    await bridge.idle();
    expect(await bridge.tasks.list({ instanceId })).toMatchObject([{ nodeId: 'check' }]);
    expect(await bridge.incidents.list({ open: true })).toEqual([]);
  });

  test('of a timer has it fire at once', async () => {
    const timer = node('intermediateCatchEvent', 'wait', {
      content: '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>',
    });
    const nobodys = userTask('check', { assignee: '$' + '{checker}' });
    await bridge.deploy(processFile([start(), timer, nobodys, end()], 'start > wait > check > end'));
    const { instanceId } = await bridge.start('process', { initiator: 'anna' });
    now += HOUR;
    await bridge.idle();
    const incidentId = await onlyIncident();
    await bridge.setVariables(instanceId, { checker: 'bo' });
    await bridge.incidents.retry(incidentId);
    await bridge.idle();
    expect(await bridge.tasks.list({ instanceId })).toMatchObject([{ nodeId: 'check', handlers: ['bo'] }]);
    expect(await bridge.incidents.list({ open: true })).toEqual([]);
  });

  test('of a press says that the person has to press again', async () => {
    const apply = userTask('apply', { assignee: 'anna' });
    const nobodys = userTask('check', { assignee: '$' + '{checker}' });
    await bridge.deploy(processFile([start(), apply, nobodys, end()], 'start > apply > check > end'));
    const { instanceId } = await bridge.start('process', { initiator: 'anna' });
    await bridge.press(`${instanceId}.1`, { action: 'handle', account: 'anna' });
    await expect(bridge.incidents.retry(await onlyIncident())).rejects.toMatchObject({
      code: 'ERR_NOT_RETRIABLE',
      details: { why: 'press' },
    });
    await expect(bridge.incidents.retry('nobody')).rejects.toMatchObject({ code: 'ERR_INCIDENT_UNKNOWN' });
  });
});
