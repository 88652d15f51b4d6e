/** A token that nothing can move any more is an incident, at once: nobody finds out after weeks. */
import { expect, test } from 'vitest';
import { BpmnError } from '../../../src/index.ts';
import {
  boundary,
  end,
  error,
  eventSubProcess,
  exclusive,
  message,
  parallel,
  processFile,
  root,
  serviceTask,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { HOUR_MS, stageOfEachTest } from '../operations/stage.ts';

const stage = stageOfEachTest();

/** What data decides lets one of two branches go to the join, and the other end. */
const NODES = [
  start(),
  userTask('file', { assignee: 'anna' }),
  parallel('fork'),
  exclusive('one'),
  exclusive('two'),
  parallel('both', { name: 'Both' }),
  end(),
];
const WAYS = `start > file > fork > one >[\${first}] both; fork > two >[\${second}] both;
  one >* end-one; two >* end-two; both > end`;
const ENDS = [end('end-one'), end('end-two')];
const ONLY_ONE = { first: true, second: false };

test('a join that only one branch reaches: the press is applied, and the incident names it and what it waits for', async () => {
  await stage.world.bridge.deploy(processFile([...NODES, ...ENDS], WAYS, { id: 'stuck' }));
  const { instanceId } = await stage.world.bridge.start('stuck', { initiator: 'anna', variables: ONLY_ONE });
  await stage.world.bridge.idle();
  expect(await stage.world.press('anna', 'file')).toBe(0);
  const [incident, ...others] = await stage.world.bridge.incidents.list();
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ code: 'ERR_DEADLOCK', kind: 'deadlock', instanceId, subject: instanceId });
  expect(incident?.reason).toContain('the join "Both" (both)');
  expect(incident?.reason).toContain('a token from two');
  expect(await stage.world.bridge.health()).toMatchObject({ incidents: 1 });
  await expect(stage.world.bridge.incidents.retry(incident?.incidentId ?? '')).rejects.toMatchObject({
    code: 'ERR_NOT_RETRIABLE',
    details: { incidentId: incident?.incidentId, why: 'deadlock' },
    message: expect.stringContaining('terminate it'),
  });
  await stage.world.reopen();
  expect(await stage.world.bridge.incidents.list()).toMatchObject([{ code: 'ERR_DEADLOCK' }]);
  expect(await stage.world.bridge.terminate(instanceId)).toMatchObject({ kind: 'applied' });
  expect(await stage.world.bridge.incidents.list()).toMatchObject([{ resolvedAt: expect.any(Number) }]);
});

test('at the start: the instance is there, and with it the incident', async () => {
  const nodes = [...NODES.filter(({ id }) => id !== 'file'), ...ENDS];
  await stage.world.bridge.deploy(processFile(nodes, WAYS.replace('file > ', ''), { id: 'stuck' }));
  const { instanceId } = await stage.world.bridge.start('stuck', { initiator: 'anna', variables: ONLY_ONE });
  expect(await stage.world.bridge.incidents.list()).toMatchObject([{ code: 'ERR_DEADLOCK', instanceId }]);
});

test('what is done to it later does not tell the incident again', async () => {
  const told: string[] = [];
  stage.world.bridge.on('incident', ({ code }) => void told.push(code));
  await stage.world.bridge.deploy(processFile([...NODES, ...ENDS], WAYS, { id: 'stuck' }));
  const { instanceId } = await stage.world.bridge.start('stuck', { initiator: 'anna', variables: ONLY_ONE });
  await stage.world.bridge.idle();
  expect(await stage.world.press('anna', 'file')).toBe(0);
  // The report that is held for what may follow goes, too.
  await stage.pass(HOUR_MS);
  await stage.world.bridge.setVariables(instanceId, { second: true });
  await stage.world.bridge.idle();
  expect(told).toEqual(['ERR_DEADLOCK']);
  expect(await stage.world.bridge.incidents.list({ open: true })).toMatchObject([{ code: 'ERR_DEADLOCK' }]);
});

test('where a message can still come it is none', async () => {
  const late = eventSubProcess(
    'late',
    [start('called', { content: message('call') }), end('over')],
    'called > over',
    {},
  );
  const source = processFile([...NODES, ...ENDS, late], WAYS, {
    id: 'stuck',
    roots: root('message', 'call', { name: 'call' }),
  });
  await stage.world.bridge.deploy(source);
  await stage.world.bridge.start('stuck', { initiator: 'anna', variables: ONLY_ONE });
  await stage.world.bridge.idle();
  expect(await stage.world.press('anna', 'file')).toBe(0);
  expect(await stage.world.bridge.incidents.list()).toEqual([]);
});

test('where the error of a service leads past the join: deploy warns, and the incident comes once it is so', async () => {
  await stage.world.reopen({
    services: {
      book: () => {
        throw new BpmnError('full');
      },
    },
  });
  const xml = processFile(
    [
      ...[start(), parallel('fork'), serviceTask('book'), boundary('failed', 'book', error()), end('past')],
      ...[userTask('check', { assignee: 'bo' }), parallel('both', { name: 'Both' }), end()],
    ],
    'start > fork > book > both > end; fork > check > both; failed > past',
    { id: 'past-join' },
  );
  const { problems } = await stage.world.bridge.deploy(xml);
  expect(problems.filter(({ rule }) => rule === 'join-may-wait-forever')).toMatchObject([
    { severity: 'warning', elementId: 'both', reason: expect.stringContaining('"failed", "check"') },
  ]);
  const { instanceId } = await stage.world.bridge.start('past-join', { initiator: 'anna' });
  await stage.world.bridge.idle();
  expect(await stage.world.bridge.incidents.list()).toEqual([]);
  expect(await stage.world.press('bo', 'check')).toBe(0);
  expect(await stage.world.bridge.incidents.list()).toMatchObject([
    { code: 'ERR_DEADLOCK', instanceId, reason: expect.stringContaining('the join "Both" (both)') },
  ]);
});
