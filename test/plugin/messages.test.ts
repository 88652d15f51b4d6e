/** Messages for the message center, as they are drawn: where a token reaches them, and by notices of tasks. */
import { describe, expect, test } from 'vitest';
import { end, node, parallel, processFile, start, throwEvent, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import type { StepResult } from '../support/inner/plugin.ts';
import { startScenario } from './scenario.ts';

const HOUR_MS = 3_600_000;
const DONE = 'messageTypeCode="DONE" title="Leave of ${days} days" toPersons="initiator"';

const sent = ({ changes }: StepResult) =>
  changes.messages.map(({ nodeId, request: { toPersons, data } }) => `${nodeId} → ${toPersons}: ${data.title}`);

describe('a message that a token reaches', () => {
  const WHOLE =
    '<ttc:message messageTypeCode="DONE" title="Leave of ${days} days" toPersons="initiator, ${boss}" toGroups="hr" toPhones="5550100"' +
    ' sendType="SMS,WEBSITE" sendTime="2026-03-01 08:00:00" promise="true" importantIdentity="false" excludeUser="eve"' +
    ' signOff="HR" handleKey="leave" coverImageUrl="http://x/c" filesUrl="http://x/f" mobileUrl="http://m" url="http://x/${days}">' +
    '<ttc:param name="days" value="${days}"/><ttc:param name="short" value="${days}d" channel="SMS"/></ttc:message>';

  test('on a send task is sent with the step, every field of it, and the token goes on at once', async () => {
    const run = await startScenario(
      processFile(
        [start(), node('sendTask', 'tell', { extensions: WHOLE }), userTask('file'), end()],
        'start > tell > file > end',
      ),
      { days: 3, boss: 'bob' },
    );
    expect(run.open).toBe('file');
    expect(run.jobs).toEqual([]);
    expect(run.last.changes.messages).toEqual([
      {
        nodeId: 'tell',
        request: {
          appId: 'app',
          messageTypeCode: 'DONE',
          sendId: 'i.message.1',
          sendTime: '2026-03-01 08:00:00',
          sendType: ['SMS', 'WEBSITE'],
          promise: true,
          importantIdentity: false,
          toPersons: 'ann,bob',
          toGroups: 'hr',
          toPhones: '5550100',
          excludeUser: 'eve',
          signOff: 'HR',
          data: {
            title: 'Leave of 3 days',
            paramValueJson: { SMS: { days: 3, short: '3d' }, WEBSITE: { days: 3 } },
            handleKey: 'leave',
            coverImageUrl: 'http://x/c',
            filesUrl: 'http://x/f',
            mobileUrl: 'http://m',
            url: 'http://x/3',
          },
        },
      },
    ]);
  });

  test('on a throw event and on an end event; each has a sendId of its own', async () => {
    const extensions = `<ttc:message ${DONE}/>`;
    const run = await startScenario(
      processFile(
        [
          start(),
          userTask('ask'),
          throwEvent('tell', '<messageEventDefinition id="d1"/>', { extensions }),
          end('over', { content: '<messageEventDefinition id="d2"/>', extensions }),
        ],
        'start > ask > tell > over',
      ),
      { days: 2 },
    );
    expect(await run.press('ask')).toEqual(['ask end']);
    expect(sent(run.last)).toEqual(['tell → ann: Leave of 2 days', 'over → ann: Leave of 2 days']);
    expect(run.last.changes.messages.map(({ request }) => request.sendId)).toEqual(['i.message.1', 'i.message.2']);
    expect(run.last.changes.unmatched).toEqual([]);
  });

  test('with an expression that fails leaves the instance as it was', async () => {
    const extensions = '<ttc:message messageTypeCode="DONE" title="Done" toPersons="initiator" sendTime="${when}"/>';
    const run = await startScenario(
      draw({ tasks: 'ask', others: [node('sendTask', 'tell', { extensions })], paths: 'start > ask > tell > end' }),
      { when: 'soon' },
    );
    await expect(run.press('ask')).rejects.toMatchObject({ code: 'ERR_EXPRESSION_FAILED' });
    expect(run.open).toBe('ask');
  });

  test('"handled" are all who handled a task, "handlers" those of the open ones', async () => {
    const extensions = '<ttc:message messageTypeCode="DONE" title="Done" toPersons="handled, handlers"/>';
    const run = await startScenario(
      processFile(
        [
          start(),
          parallel('fork'),
          userTask('a'),
          userTask('b', { users: 'bob,cy' }),
          node('sendTask', 'tell', { extensions }),
          end('told'),
          end('done'),
        ],
        'start > fork > a > tell > told; fork > b > done',
      ),
    );
    await run.press('a', undefined, {}, 'ann');
    expect(sent(run.last)).toEqual(['tell → ann,bob,cy: Done']);
  });

  test('"handlers" get the tasks that the same step creates; at the end there are none, and nothing is sent', async () => {
    const extensions = '<ttc:message messageTypeCode="DONE" title="Done" toPersons="handlers"/>';
    const handled = '<ttc:notify on="handled" messageTypeCode="DONE" title="Next" toPersons="handlers"/>';
    const over = { content: '<messageEventDefinition id="d"/>', extensions };
    const run = await startScenario(
      draw({
        others: [
          userTask('ask', { extensions: handled }),
          node('sendTask', 'tell', { extensions }),
          userTask('file', { assignee: 'bob' }),
          end('over', over),
        ],
        paths: 'start > ask > tell > file > over',
      }),
    );
    await run.press('ask', undefined, {}, 'ann');
    expect(sent(run.last)).toEqual(['tell → bob: Done', 'ask → bob: Next']);
    await run.press('file', undefined, {}, 'bob');
    expect(sent(run.last)).toEqual([]);
  });
});

describe('a notice', () => {
  const notify = (on: string, toPersons: string) =>
    `<ttc:notify on="${on}" messageTypeCode="TASK" title="${on} \${days}" toPersons="${toPersons}"/>`;

  test('of a task that was created and handled, and of the end of the process', async () => {
    const run = await startScenario(
      processFile(
        [
          start(),
          userTask('ask', {
            assignee: 'bob',
            extensions: notify('created', 'handlers') + notify('handled', 'initiator,handled'),
          }),
          end(),
        ],
        'start > ask > end',
        { id: 'leave', extensions: notify('end', 'initiator') },
      ),
      { days: 1 },
    );
    expect(sent(run.last)).toEqual(['ask → bob: created 1']);
    await run.press('ask', undefined, {}, 'bob');
    expect(sent(run.last)).toEqual(['ask → ann,bob: handled 1', 'leave → ann: end 1']);
  });

  test('of the process is sent by every task that has none of its own', async () => {
    const run = await startScenario(
      draw({
        people: { a: 'bob' },
        others: [userTask('b', { assignee: 'cy', extensions: notify('created', 'initiator') })],
        paths: 'start > a > b > end',
        extensions: notify('created', 'handlers'),
      }),
      { days: 1 },
    );
    expect(sent(run.last)).toEqual(['a → bob: created 1']);
    await run.press('a');
    expect(sent(run.last)).toEqual(['b → ann: created 1']);
  });

  test('of a group goes to the group', async () => {
    const run = await startScenario(
      processFile(
        [start(), userTask('ask', { groups: 'legal', extensions: notify('created', 'handlers') }), end()],
        'start > ask > end',
      ),
      { days: 1 },
    );
    expect(run.last.changes.messages[0]?.request).toMatchObject({ toGroups: 'legal' });
    expect(run.last.changes.messages[0]?.request).not.toHaveProperty('toPersons');
  });

  test('of the time-out comes once, when the hours of the task are over, and not after it was handled', async () => {
    const xml = draw({
      tasks: 'file',
      others: [
        userTask('ask', {
          assignee: 'bob',
          attributes: { 'ttc:timeOut': '4' },
          extensions: notify('timeout', 'handlers'),
        }),
      ],
      paths: 'start > ask > file > end',
    });
    const late = await startScenario(xml, { days: 1 });
    expect(sent(late.last)).toEqual([]);
    await late.wake(4 * HOUR_MS - 1_000 - 1);
    expect(sent(late.last)).toEqual([]);
    await late.wake(1);
    expect(sent(late.last)).toEqual(['ask → bob: timeout 1']);
    await late.wake(100 * HOUR_MS);
    expect(sent(late.last)).toEqual([]);

    const quick = await startScenario(xml, { days: 1 });
    await quick.press('ask');
    expect(quick.last.changes.wakeAt).toBeNull();
    await quick.wake(5 * HOUR_MS);
    expect(sent(quick.last)).toEqual([]);
  });

  test('for people there are none of is not sent, and keeps nothing from going on', async () => {
    const run = await startScenario(
      processFile([start(), userTask('ask'), end()], 'start > ask > end', { extensions: notify('created', 'handled') }),
      { days: 1 },
    );
    expect(run.open).toBe('ask');
    expect(sent(run.last)).toEqual([]);
  });

  test('leaves out those whom a word stands for, and is for nobody where these are all', async () => {
    const leavingOut = (excludeUser: string) =>
      notify('handled', 'initiator').replace(' toPersons', ` excludeUser="${excludeUser}" toPersons`);
    const task = (extensions: string) =>
      processFile([start(), userTask('ask', { extensions }), end()], 'start > ask > end');
    const run = await startScenario(task(leavingOut('handled, eve')), { days: 1 });
    await run.press('ask', undefined, {}, 'bob');
    expect(run.last.changes.messages[0]?.request).toMatchObject({ toPersons: 'ann', excludeUser: 'bob,eve' });

    const own = await startScenario(task(leavingOut('handled')), { days: 1 });
    await own.press('ask', undefined, {}, 'ann');
    expect(sent(own.last)).toEqual([]);
  });
});
