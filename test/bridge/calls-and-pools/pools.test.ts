import { describe, expect, test } from 'vitest';
import { bpmn, element, end, node, process, start, userTask } from '../../support/bpmn-xml.ts';
import { drawProcess } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

const order = element('message', { id: 'order', name: 'order' });
const answer = element('message', { id: 'answer', name: 'answer' });
const event = (tag: string, id: string, messageRef: string, extra: Record<string, string> = {}) =>
  node(tag, id, { attributes: extra, content: element('messageEventDefinition', { messageRef }) });

/** A customer pool that sends an order and waits for the answer, and a shop pool that the order starts. */
const twoPools = bpmn(
  element(
    'collaboration',
    { id: 'both' },
    element('participant', { id: 'c', name: 'Customer', processRef: 'customer' }) +
      element('participant', { id: 's', name: 'Shop', processRef: 'shop' }) +
      element('messageFlow', { id: 'm1', sourceRef: 'send-order', targetRef: 'order-came' }) +
      element('messageFlow', { id: 'm2', sourceRef: 'send-answer', targetRef: 'answer-came' }),
  ),
  order,
  answer,
  process(
    'customer',
    [
      start('wish'),
      userTask('choose', { assignee: 'anna' }),
      event('intermediateThrowEvent', 'send-order', 'order'),
      event('intermediateCatchEvent', 'answer-came', 'answer'),
      userTask('read', { assignee: 'anna' }),
      end('satisfied'),
    ],
    'wish > choose > send-order > answer-came > read > satisfied',
  ),
  drawProcess({
    id: 'shop',
    people: { pack: 'bo' },
    others: [event('startEvent', 'order-came', 'order'), event('endEvent', 'send-answer', 'answer')],
    paths: 'order-came > pack > send-answer',
  }),
);

describe('two pools with message flows', () => {
  test('are refused with the problems of both', async () => {
    await using world = await createWorld();
    const faulty = twoPools.replace(/ \w+:assignee="\w+"/g, '');
    const refusal = await world.bridge.deploy(faulty).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'ERR_MODEL_REFUSED' });
    const { details } = refusal as { details: { problems: { elementId: string; severity: string }[] } };
    const errors = details.problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ elementId }) => elementId)).toEqual(['choose', 'read', 'pack']);
  });

  test('run as two instances that know each other by the business key', async () => {
    await using world = await createWorld();
    const { processId, otherPools } = await world.bridge.deploy(twoPools);
    expect([processId, ...otherPools.map((pool) => pool.processId)]).toEqual(['customer', 'shop']);
    await world.bridge.start('customer', { initiator: 'anna', businessKey: 'order-1' });
    await world.bridge.start('customer', { initiator: 'anna', businessKey: 'order-2' });
    await world.bridge.idle();
    await world.press('anna', 'choose');
    expect(world.pending().toSorted()).toEqual(['anna:choose', 'bo:pack']);
    await world.press('bo', 'pack');
    expect(world.pending().toSorted()).toEqual(['anna:choose', 'anna:read']);
    await world.press('anna', 'read');
    const instances = await world.bridge.instances.list();
    expect(
      instances.map(({ processId, businessKey, status }) => `${processId} ${businessKey} ${status}`).toSorted(),
    ).toEqual(['customer order-1 ended', 'customer order-2 running', 'shop order-1 ended']);
    expect(await world.bridge.incidents.list()).toEqual([]);
  });

  test('a message that nothing ever waits for is tried again, and then stands as an incident', async () => {
    await using world = await createWorld({ bridge: { jobs: { maxAttempts: 3, retryMinMs: 1, retryMaxMs: 1 } } });
    const { instanceId } = await world.begin(
      bpmn(
        order,
        drawProcess({
          id: 'customer',
          people: { choose: 'anna', read: 'anna' },
          others: [event('intermediateThrowEvent', 'send', 'order')],
          paths: 'start > choose > send > read > end',
        }),
      ),
      { businessKey: 'order-1' },
    );
    await world.press('anna', 'choose');
    // The sender does not wait for its message.
    expect(world.pending()).toEqual(['anna:read']);
    await expect
      .poll(() => world.bridge.incidents.list())
      .toEqual([expect.objectContaining({ instanceId, code: 'ERR_MESSAGE_UNMATCHED', resolvedAt: null })]);
    // The end of its sender does not deliver it.
    await world.press('anna', 'read');
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
    expect(await world.bridge.incidents.list({ open: true })).toHaveLength(1);
  });

  test('a message that starts a process is taken once, also when the disk fails as its job is closed', async () => {
    using file = createDatabaseFile();
    const jobs = { maxAttempts: 1000, retryMinMs: 20, retryMaxMs: 20 };
    await using world = await createWorld({ bridge: { store: file.store, jobs } });
    await world.bridge.deploy(
      bpmn(
        order,
        drawProcess({
          id: 'shop',
          people: { pack: 'bo', refuse: 'bo' },
          others: [
            event('startEvent', 'order-came', 'order'),
            event('boundaryEvent', 'another', 'order', { attachedToRef: 'pack' }),
            end('refused'),
          ],
          paths: 'order-came > pack > end; another > refuse > refused',
        }),
      ),
    );
    await world.bridge.deploy(
      bpmn(order, process('customer', [start(), event('endEvent', 'send', 'order')], 'start > send')),
    );
    file.run(`create trigger full before update on jobs when new.state = 'done'
      begin select raise(abort, 'the disk is full'); end`);
    await world.bridge.start('customer', { initiator: 'anna', businessKey: 'order-1' });
    await expect.poll(() => Number(file.dump().jobs?.[0]?.attempts)).toBeGreaterThan(2);
    file.run('drop trigger full');
    await expect.poll(() => file.dump().jobs?.[0]?.state).toBe('done');
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:pack']);
    expect(await world.bridge.instances.list({ processId: 'shop' })).toHaveLength(1);
  });

  test('a correlation key tells instances of one name apart', async () => {
    await using world = await createWorld();
    await world.bridge.deploy(
      bpmn(
        element('message', { id: 'paid', name: 'paid' }),
        drawProcess({
          id: 'bill',
          people: { thank: '${who}' },
          others: [event('intermediateCatchEvent', 'wait', 'paid', { 'ttc:correlationKey': '${bill}' })],
          paths: 'start > wait > thank > end',
        }),
      ),
    );
    await world.bridge.start('bill', { initiator: 'anna', variables: { bill: 'B1', who: 'bo' } });
    await world.bridge.start('bill', { initiator: 'anna', variables: { bill: 'B2', who: 'chen' } });
    expect(await world.bridge.message({ name: 'paid', correlationKey: 'B3' })).toMatchObject({ matched: false });
    expect(await world.bridge.message({ name: 'paid', correlationKey: 'B2' })).toMatchObject({ matched: true });
    await world.bridge.idle();
    expect(world.pending()).toEqual(['chen:thank']);
    expect(await world.bridge.message({ name: 'paid', correlationKey: 'B2' })).toMatchObject({ matched: false });
  });
});

test('a called process that is deployed runs as a part of its caller, in one transaction', async () => {
  await using world = await createWorld();
  await world.bridge.deploy(
    bpmn(process('check', [start('cs'), userTask('look', { assignee: 'bo' }), end('ce')], 'cs > look > ce')),
  );
  await world.begin(
    bpmn(
      drawProcess({
        id: 'main',
        people: { sign: 'dara' },
        others: [node('callActivity', 'ask', { attributes: { calledElement: 'check' } })],
        paths: 'start > ask > sign > end',
      }),
    ),
  );
  await world.press('bo', 'ask.look');
  await world.press('dara', 'sign');
  expect(world.reports()).toEqual(['start next ask.look', 'ask.look next sign', 'sign end']);
  expect(world.sandbox.transactions()).toHaveLength(1);
});
