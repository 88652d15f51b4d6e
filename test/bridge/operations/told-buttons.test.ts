/** Buttons and calls that tell the process something, and complete nothing. */
import { describe, expect, it } from 'vitest';
import {
  boundary,
  end,
  eventSubProcess,
  message,
  processFile,
  root,
  signal,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { stageOfEachTest, TWO_STEPS } from './stage.ts';

const stage = stageOfEachTest();

describe('a button that completes nothing', () => {
  const URGED = draw(
    {
      id: 'urging',
      people: { answer: 'chen' },
      others: [
        userTask('check', { assignee: 'bo', extensions: '<ttc:action name="Note it" key="note" type="DEAL"/>' }),
        boundary('urged', 'check', message('urge'), { interrupting: false }),
        end('answered'),
      ],
      paths: 'start > check > end; urged > answer > answered',
      extensions: '<ttc:action name="Urge" key="urge" type="PROMOTER"/>',
    },
    root('message', 'urge', { name: 'urge' }),
  );

  it('reaches what listens to its key, as a message or a signal', async () => {
    const actions: unknown[] = [];
    stage.world.bridge.on('action', ({ key, matched, account }) => actions.push([key, account, matched]));
    const id = await stage.begin(URGED);
    const { body } = await stage.world.sandbox.press(`${id}.1`, { action: 'Urge', account: 'anna', opinions: 'hurry' });
    expect(body).toMatchObject({ code: 0 });
    await stage.world.bridge.idle();
    expect(stage.world.pending().toSorted()).toEqual(['bo:check', 'chen:answer']);
    expect(actions).toEqual([['urge', 'anna', true]]);
  });

  it('changes nothing where nothing listens, and is told to the host all the same', async () => {
    const actions: unknown[] = [];
    stage.world.bridge.on('action', (event) => actions.push(event));
    const id = await stage.begin(URGED);
    expect(await stage.world.press('bo', 'check', 'Note it')).toBe(0);
    expect(actions).toMatchObject([
      { instanceId: id, taskId: `${id}.1`, nodeId: 'check', key: 'note', type: 'DEAL', account: 'bo', matched: false },
    ]);
    expect(stage.world.pending()).toEqual(['bo:check']);
  });

  it('says so where nothing listens, also to a repeat, and is not used up by it', async () => {
    const TWICE = processFile(
      [
        start(),
        userTask('check', {
          assignee: 'bo',
          extensions: '<ttc:previousAction name="Take back" key="back" type="HANDLEDR" times="1"/>',
        }),
        userTask('file', { assignee: 'chen' }),
        userTask('sign', { assignee: 'emil' }),
        boundary('taken', 'sign', message('back')),
        end(),
        end('over'),
      ],
      'start > check > file > sign > end; taken > over',
      { id: 'twice', roots: root('message', 'back', { name: 'back' }) },
    );
    const { world } = stage;
    const id = await stage.begin(TWICE);
    expect(await world.press('bo', 'check')).toBe(0);
    const back = async (uuid: string) => {
      const call = { action: 'Take back', account: 'bo', time: '2026-03-01 10:00:00', raw: true, uuid };
      const { body } = await world.sandbox.press(`${id}.1`, call);
      await world.bridge.idle();
      return body;
    };
    const unmatched = { code: 2005, message: 'Take back: no effect, because the process does not wait for it' };
    expect(await back('u-1')).toMatchObject(unmatched);
    expect(await back('u-2')).toMatchObject(unmatched);
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({ actionUses: {} });
    expect(await world.press('chen', 'file')).toBe(0);
    expect(await back('u-2')).toMatchObject(unmatched);
    expect(await back('u-3')).toMatchObject({ code: 0, message: 'Take back: done' });
    expect(world.pending()).toEqual([]);
  });

  it('says so of a button of the process too, which is not used up by it', async () => {
    const id = await stage.begin(
      draw(
        {
          id: 'counted',
          people: { check: 'bo', sign: 'emil' },
          others: [boundary('urged', 'sign', message('urge'), { interrupting: false }), end('answered')],
          paths: 'start > check > sign > end; urged > answered',
          extensions: '<ttc:action name="Urge" key="urge" type="PROMOTER" times="2"/>',
        },
        root('message', 'urge', { name: 'urge' }),
      ),
    );
    const { world } = stage;
    const urge = async (number: number) => {
      const { body } = await world.sandbox.press(`${id}.${number}`, { action: 'Urge', account: 'anna' });
      await world.bridge.idle();
      return body;
    };
    const unmatched = { code: 2005, message: 'Urge: no effect, because the process does not wait for it' };
    for (let count = 0; count < 3; count += 1) expect(await urge(1)).toMatchObject(unmatched);
    expect(await world.bridge.tasks.get(`${id}.1`)).toMatchObject({ actionUses: {} });
    expect(await world.press('bo', 'check')).toBe(0);
    expect(await urge(2)).toMatchObject({ code: 0, message: 'Urge: done' });
    expect(await urge(2)).toMatchObject({ code: 0, message: 'Urge: done' });
    expect(await urge(2)).toMatchObject({ code: 2005, message: 'this button cannot be used any more' });
    expect(await world.bridge.tasks.get(`${id}.2`)).toMatchObject({ actionUses: { urge: 2 } });
  });

  it('says so of one without a limit too, which is taken, and is done where the host listens', async () => {
    const id = await stage.begin(URGED);
    const { world } = stage;
    const note = async () => (await world.sandbox.press(`${id}.1`, { action: 'Note it', account: 'bo' })).body;
    expect(await note()).toMatchObject({
      code: 0,
      message: 'Note it: no effect, because the process does not wait for it',
    });
    world.bridge.on('action', () => {});
    expect(await note()).toMatchObject({ code: 0, message: 'Note it: done' });
  });

  it('starts an event sub-process by a signal of its key', async () => {
    await stage.begin(
      processFile(
        [
          start(),
          userTask('check', { assignee: 'bo', extensions: '<ttc:action name="Help" key="help" type="ALL"/>' }),
          end(),
          eventSubProcess(
            'helping',
            [
              start('asked', { content: signal('help'), attributes: { isInterrupting: false } }),
              userTask('aid', { assignee: 'emil' }),
              end('aided'),
            ],
            'asked > aid > aided',
          ),
        ],
        'start > check > end',
        { id: 'helped', roots: root('signal', 'help', { name: 'help' }) },
      ),
    );
    expect(await stage.world.press('bo', 'check', 'Help')).toBe(0);
    expect(stage.world.pending().toSorted()).toEqual(['bo:check', 'emil:aid']);
  });
});

it('variables set from code are what the next condition reads', async () => {
  const id = await stage.begin(TWO_STEPS);
  expect(await stage.world.bridge.setVariables(id, { amount: 5 })).toMatchObject({ kind: 'applied' });
  await expect(stage.world.bridge.setVariables('nowhere', {})).rejects.toMatchObject({ code: 'ERR_INSTANCE_UNKNOWN' });
  await stage.world.bridge.terminate(id);
  expect(await stage.world.bridge.setVariables(id, {})).toMatchObject({ kind: 'stale' });
});
