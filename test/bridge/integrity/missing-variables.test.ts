/** What is missing is not "no": a condition over a variable that nobody set fails the step, and says which. */
import { describe, expect, test } from 'vitest';
import type { StartOptions } from '../../../src/index.ts';
import {
  type BpmnNode,
  end,
  exclusive,
  inclusive,
  type MultiInstanceOptions,
  processFile,
  serviceTask,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { stageOfEachTest } from '../operations/stage.ts';
import { createWorld } from '../world.ts';

const stage = stageOfEachTest();

const file = userTask('file', { assignee: 'anna' });
const others = [userTask('approve', { assignee: 'bo' }), userTask('book', { assignee: 'chen' }), end()];
const behind = (gateway: BpmnNode | undefined, ways: string) =>
  processFile([start(), file, ...(gateway ? [gateway] : []), ...others], ways, { id: 'expense' });
const twice = (condition: string): MultiInstanceOptions => ({ cardinality: 2, condition });
const loop =
  '<standardLoopCharacteristics><loopCondition>${amount > 1000}</loopCondition></standardLoopCharacteristics>';

/** Anna files it; that she did is what reaches the condition. */
const PLACES: Readonly<Record<string, { readonly xml: string; readonly says: string; readonly leadsTo: string[] }>> = {
  'an exclusive gateway': {
    xml: behind(exclusive('size'), 'start > file > size >"Large"[${amount > 1000}] approve > book > end; size >* book'),
    says: 'condition of flow "Large" (size-approve), `${amount > 1000}`',
    leadsTo: ['bo:approve'],
  },
  'an exclusive gateway, in FEEL': {
    xml: behind(exclusive('size'), 'start > file > size >[=amount > 1000] approve > book > end; size >* book'),
    says: 'condition of flow size-approve, `=amount > 1000`',
    leadsTo: ['bo:approve'],
  },
  'an inclusive gateway': {
    xml: behind(inclusive('size'), 'start > file > size >[${amount > 1000}] approve > book > end; size >* book'),
    says: 'condition of flow size-approve',
    leadsTo: ['bo:approve'],
  },
  'the flows of a task': {
    xml: behind(undefined, 'start > file >[${amount > 1000}] approve > end; file >[${amount <= 1000}] book > end'),
    says: 'condition of flow file-approve',
    leadsTo: ['bo:approve'],
  },
  'a completion condition': {
    xml: processFile(
      [start(), userTask('file', { assignee: 'anna', multiInstance: twice('${amount > 1000}') }), ...others],
      'start > file > approve > book > end',
      { id: 'expense' },
    ),
    says: 'completion condition of file, `${amount > 1000}`',
    leadsTo: ['bo:approve'],
  },
  'the completion condition of a sub-process': {
    xml: processFile(
      [
        start(),
        subProcess('each', [start('in'), file, end('out')], 'in > file > out', {
          name: 'Each of them',
          multiInstance: { ...twice('=amount > 1000'), sequential: true },
        }),
        ...others,
      ],
      'start > each > approve > book > end',
      { id: 'expense' },
    ),
    says: 'completion condition of "Each of them" (each), `=amount > 1000`',
    leadsTo: ['bo:approve'],
  },
  'a standard loop': {
    xml: processFile(
      [start(), userTask('file', { assignee: 'anna', content: loop }), ...others],
      'start > file > approve > book > end',
      { id: 'expense' },
    ),
    says: 'loop condition of file, `${amount > 1000}`',
    leadsTo: ['anna:file'],
  },
};

/** Anna presses in the center. @returns what she reads there */
async function pressFile(): Promise<{ readonly code: number; readonly message: string }> {
  const taskId = stage.world.taskOf('anna', 'file');
  const { body } = await stage.world.sandbox.press(taskId, { action: 'Handle', account: 'anna' });
  await stage.world.bridge.idle();
  return body as { code: number; message: string };
}

async function begin(xml: string, variables: StartOptions['variables'] = {}): Promise<string> {
  await stage.world.bridge.deploy(xml);
  const { instanceId } = await stage.world.bridge.start('expense', { initiator: 'anna', variables });
  await stage.world.bridge.idle();
  return instanceId;
}

describe.each(Object.keys(PLACES))('%s over a variable that was never set', (place) => {
  const { xml, says, leadsTo } = PLACES[place] ?? { xml: '', says: '', leadsTo: [] };

  test.each([false, true])(
    'fails the press, says why, and goes on once it is set (restarted: %s)',
    async (restarted) => {
      const instanceId = await begin(xml);
      const pending = stage.world.pending();
      const reports = stage.world.reports();
      if (restarted) await stage.world.reopen();
      const { code, message } = await pressFile();
      expect(code).toBe(500);
      expect(message).toContain(`${says.split(',')[0]}`);
      expect(message).toContain('`amount` was never set');
      expect(await stage.world.bridge.incidents.list({ instanceId })).toMatchObject([
        { code: 'ERR_EXPRESSION_FAILED', kind: 'press', reason: expect.stringContaining(says) },
      ]);
      expect(stage.world.pending()).toEqual(pending);
      expect(stage.world.reports()).toEqual(reports);
      if (restarted) await stage.world.reopen();
      await stage.world.bridge.setVariables(instanceId, { amount: 5000 });
      expect(await pressFile()).toMatchObject({ code: 0 });
      expect(stage.world.pending()).toEqual(leadsTo);
      expect(await stage.world.bridge.incidents.list({ open: true })).toEqual([]);
    },
  );
});

test('at the start: it is refused, and nothing is there', async () => {
  const xml = processFile(
    [start(), exclusive('size'), ...others],
    'start > size >[${amount > 1000}] approve > book > end; size >* book',
    { id: 'expense' },
  );
  const started = begin(xml);
  await expect(started).rejects.toMatchObject({
    code: 'ERR_EXPRESSION_FAILED',
    message: expect.stringContaining('`amount` was never set'),
    details: { variables: ['amount'] },
  });
  expect(await stage.world.bridge.instances.list()).toEqual([]);
  await stage.world.bridge.start('expense', { initiator: 'anna', variables: { amount: 5000 } });
  await stage.world.bridge.idle();
  expect(stage.world.pending()).toEqual(['bo:approve']);
});

test('behind a service whose result lacks it: the incident goes on by retry', async () => {
  await using world = await createWorld({
    bridge: { services: { look: () => ({ total: 5000 }) }, jobs: { maxAttempts: 1 } },
  });
  const xml = processFile(
    [start(), serviceTask('look'), exclusive('size'), ...others],
    'start > look > size >[${amount > 1000}] approve > book > end; size >* book',
    { id: 'expense' },
  );
  await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start('expense', { initiator: 'anna' });
  await world.bridge.idle();
  const [incident, ...more] = await world.bridge.incidents.list();
  expect(more).toEqual([]);
  expect(incident).toMatchObject({ code: 'ERR_EXPRESSION_FAILED', instanceId });
  expect(incident?.reason).toContain('`amount` was never set');
  expect(world.pending()).toEqual([]);
  await world.bridge.setVariables(instanceId, { amount: 5000 });
  await world.bridge.incidents.retry(incident?.incidentId ?? '');
  await world.bridge.idle();
  expect(world.pending()).toEqual(['bo:approve']);
});
