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
import { stageOfEachTest, TWO_STEPS } from './stage.ts';

const stage = stageOfEachTest();

describe('a button that completes nothing', () => {
  const URGED = processFile(
    [
      start(),
      userTask('check', { assignee: 'bo', extensions: '<ttc:action name="Note it" key="note" type="DEAL"/>' }),
      boundary('urged', 'check', message('urge'), { interrupting: false }),
      userTask('answer', { assignee: 'chen' }),
      end(),
      end('answered'),
    ],
    'start > check > end; urged > answer > answered',
    {
      id: 'urging',
      roots: root('message', 'urge', { name: 'urge' }),
      extensions: '<ttc:action name="Urge" key="urge" type="PROMOTER"/>',
    },
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
