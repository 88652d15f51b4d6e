/** The start event with which an engine of the host begins. */
import { expect, test } from 'vitest';
import { start, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createHost, recoverFrom } from '../../support/live-host.ts';
import { startOn } from '../../support/named-events.ts';

const form = '<camunda:formData><camunda:formField id="days" type="long" defaultValue="3" /></camunda:formData>';
/** A person or a timer starts it; the form of the person has a default. */
const SOURCE = draw({
  others: [
    start('asked', { extensions: form }),
    startOn('due', timer('PT1H')),
    ...['ask', 'look'].map((id) => userTask(id, { assignee: '${initiator}' })),
  ],
  paths: 'asked > ask > end; due > look > end-round',
});

test.each([
  ['by default the plain one, with the defaults of its form', {}, 'ask', 'ann', { days: 3 }],
  ['the plain one by its id', { startNodeId: 'asked' }, 'ask', 'ann', { days: 3 }],
  ['a timer, in the name of the system, without a form', { startNodeId: 'due' }, 'look', 'sys', {}],
])('%s', async (_, chosen, nodeId, initiator, form) => {
  const who = initiator === 'sys' ? { initiator: undefined } : {};
  const options = { ...chosen, ...who, defaults: { systemHandler: 'sys' } } as object;
  const host = createHost(SOURCE, options);
  await host.engine.execute({ listener: host.plugin.listener, variables: {} });
  await host.plugin.idle();
  expect(host.said()).toEqual([`order-1.start next ${nodeId}=order-1.1`]);
  expect(host.plugin.variables).toEqual({ initiator, ...form });
  // What it began with is in the snapshot; the option means nothing any more.
  const next = await recoverFrom(host, SOURCE, { defaults: { systemHandler: 'sys' } });
  await next.plugin.press('order-1.1', { account: initiator });
  expect(next.said()).toEqual(['order-1.1 end']);
});

test('a start event that the process does not have is refused before anything runs', async () => {
  const host = createHost(SOURCE, { startNodeId: 'look' });
  await expect(host.engine.execute({ listener: host.plugin.listener })).rejects.toMatchObject({
    code: 'ERR_INPUT_INVALID',
    message: 'process has no start event look: choose one of asked, due.',
  });
  expect(host.said()).toEqual([]);
});
