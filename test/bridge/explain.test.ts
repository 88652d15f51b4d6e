import { describe, expect, test } from 'vitest';
import { end, exclusive, parallel, processFile, serviceTask, start, userTask } from '../support/bpmn-xml.ts';
import { createWorld, type World } from './world.ts';

/** The sentences, with the instance's id left out. */
async function explain(world: World): Promise<string[]> {
  const [instance] = await world.bridge.instances.list();
  const reports = await world.bridge.explain(instance?.instanceId ?? '');
  return reports.map(({ status, reason }) => `${status}: ${reason.replaceAll(`${instance?.instanceId}.`, '')}`);
}

const branches = (first: string, second: string) =>
  processFile(
    [
      start(),
      parallel('fork'),
      userTask('legal', { assignee: 'emil' }),
      userTask('finance', { assignee: 'fatima' }),
      parallel('join'),
      userTask('sign', { assignee: 'bo' }),
      end(),
    ],
    `start > fork > ${first} > join; fork > ${second} > join; join > sign > end`,
  );

describe('why a report says what it says', () => {
  test('a join names the branch it waits for, and the last one what it led to; with the presses swapped the sentences swap', async () => {
    await using world = await createWorld();
    await world.bridge.deploy(branches('legal', 'finance'));
    await world.bridge.start('process', { initiator: 'anna' });
    await world.bridge.idle();
    await world.press('emil', 'legal');
    await world.press('fatima', 'finance');
    await world.press('bo', 'sign');
    expect(await explain(world)).toEqual([
      'next: The start led to legal (task 1) and finance (task 2).',
      'none: legal (task 1) was handled, and its token waits at the join join for what comes from finance.',
      'next: finance (task 2) was handled, and its token led to sign (task 3).',
      'end: sign (task 3) was handled, its token ended at end, and with it the instance ended.',
    ]);

    await using swapped = await createWorld();
    await swapped.bridge.deploy(branches('legal', 'finance'));
    await swapped.bridge.start('process', { initiator: 'anna' });
    await swapped.bridge.idle();
    await swapped.press('fatima', 'finance');
    await swapped.press('emil', 'legal');
    expect((await explain(swapped)).slice(1)).toEqual([
      'none: finance (task 2) was handled, and its token waits at the join join for what comes from legal.',
      'next: legal (task 1) was handled, and its token led to sign (task 3).',
    ]);
  });

  test('a countersign counts its signers, a branch that ends names its end', async () => {
    await using world = await createWorld();
    await world.bridge.deploy(
      processFile(
        [
          start(),
          parallel('fork'),
          userTask('sign', { assignee: '${who}', multiInstance: { collection: '${signers}', elementVariable: 'who' } }),
          userTask('note', { assignee: 'gu' }),
          end('signed'),
          end('noted'),
        ],
        'start > fork > sign > signed; fork > note > noted',
      ),
    );
    await world.bridge.start('process', { initiator: 'anna', variables: { signers: ['bo', 'chen'] } });
    await world.bridge.idle();
    await world.press('bo', 'sign');
    await world.press('gu', 'note');
    expect((await explain(world)).slice(1)).toEqual([
      'none: sign (task 1) was handled, and its token is one of 2 at the countersign sign, of which 1 are open.',
      'none: note (task 3) was handled, and its token ended at noted.',
    ]);
  });

  test('a slow service is named, and what follows it says so', async () => {
    let release: (() => void) | undefined;
    const pay = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    await using world = await createWorld({ bridge: { services: { pay }, reportHoldMs: 0 } });
    await world.bridge.deploy(
      processFile(
        [
          start(),
          userTask('apply', { assignee: 'anna' }),
          serviceTask('pay'),
          exclusive('m'),
          userTask('check', { assignee: 'bo' }),
          end(),
        ],
        'start > apply > pay > m > check > end',
      ),
    );
    await world.bridge.start('process', { initiator: 'anna' });
    await expect.poll(() => world.pending()).toEqual(['anna:apply']);
    await world.sandbox.press(world.taskOf('anna', 'apply'), { account: 'anna', action: 'Handle' });
    await expect.poll(() => release).toBeDefined();
    release?.();
    await world.bridge.idle();
    expect((await explain(world)).slice(1)).toEqual([
      'none: apply (task 1) was handled, and its token waits for the service at pay.',
      'next: apply (task 1) was reported before; what it had set off led to check (task 2) only now.',
    ]);
  });

  test('an instance nobody knows is refused', async () => {
    await using world = await createWorld();
    await expect(world.bridge.explain('none')).rejects.toMatchObject({ code: 'ERR_INSTANCE_UNKNOWN' });
  });
});
