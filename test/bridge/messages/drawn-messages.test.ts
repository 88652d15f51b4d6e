/** Messages that a diagram sends, from the step that reaches them to what people read in the message center. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { end, node, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const HOUR_MS = 3_600_000;
const TELL =
  '<ttc:message messageTypeCode="NOTICE" title="Leave of ${days} days" toPersons="initiator, ${boss}">' +
  '<ttc:param name="text" value="${handler} has checked it"/></ttc:message>';

let now: number;
let file: DatabaseFile;
let world: World;
beforeEach(async () => {
  now = Date.UTC(2026, 2, 1, 4);
  file = createDatabaseFile();
  world = await createWorld({
    bridge: {
      store: file.store,
      clock: () => now,
      messageTypes: { NOTICE: { channels: ['WEBSITE', 'SUPERAPP'], template: '{{text}}' } },
      circulation: {
        messageTypeCode: 'NOTICE',
        parameters: { text: '${from} asks you to read ${nodeName}: ${opinions}' },
      },
    },
    sandbox: { clock: () => now },
  });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

async function begin(xml: string, variables: Record<string, string | number> = {}): Promise<string> {
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

const read = (account: string) => world.sandbox.messages(account).map(({ title, text }) => `${title}: ${text}`);

const TOLD = draw({
  id: 'told',
  people: { check: 'bo', file: 'anna' },
  others: [node('sendTask', 'tell', { extensions: TELL })],
  paths: 'start > check > tell > file > end',
});

test('a send task sends in the step that reaches it, and the token goes on', async () => {
  const id = await begin(TOLD, { days: 3, boss: 'chen' });
  expect(await world.press('bo', 'check')).toBe(0);
  expect(world.pending()).toEqual(['anna:file']);
  expect(read('anna')).toEqual(['Leave of 3 days: bo has checked it']);
  expect(read('chen')).toEqual(['Leave of 3 days: bo has checked it']);
  expect(await world.bridge.messages.get(`${id}.message.1`)).toMatchObject({
    state: 'sent',
    instanceId: id,
    nodeId: 'tell',
  });
});

test('it is sent once although the press that sent it comes twice, and after a restart', async () => {
  const id = await begin(TOLD, { days: 3, boss: 'chen' });
  await world.press('bo', 'check');
  expect(await world.bridge.press(`${id}.1`, { account: 'bo' })).toMatchObject({ kind: 'stale' });
  await world.reopen();
  await world.bridge.idle();
  expect(read('anna')).toHaveLength(1);
});

test('a message that lacks what its template needs fails the step: an incident, and the press can be made again', async () => {
  await begin(
    draw({
      id: 'lacking',
      people: { check: 'bo' },
      others: [
        node('sendTask', 'tell', {
          extensions:
            '<ttc:message messageTypeCode="NOTICE" title="Done" toPersons="${nobody}"><ttc:param name="text" value="done"/></ttc:message>',
        }),
      ],
      paths: 'start > check > tell > end',
    }),
  );
  expect(await world.press('bo', 'check')).toBe(500);
  const [incident] = await world.bridge.incidents.list();
  expect(incident).toMatchObject({ code: 'ERR_MESSAGE_INVALID', kind: 'press' });
  expect(incident?.reason).toContain('tell');
  expect(world.pending()).toEqual(['bo:check']);
  expect(await world.bridge.messages.list()).toEqual([]);
});

test('a message with an expression that fails is an incident and not lost: it goes out once that can be evaluated', async () => {
  const extensions = TELL.replace('title=', 'sendTime="${when}" title=');
  const xml = processFile(
    [start(), userTask('check', { assignee: 'bo' }), node('sendTask', 'tell', { extensions }), end()],
    'start > check > tell > end',
    { id: 'failing' },
  );
  const id = await begin(xml, { boss: 'chen', days: 3, when: 'soon' });
  expect(await world.press('bo', 'check')).toBe(500);
  expect(await world.bridge.incidents.list({ open: true })).toMatchObject([
    { instanceId: id, code: 'ERR_EXPRESSION_FAILED', kind: 'press' },
  ]);
  expect(await world.bridge.messages.list()).toEqual([]);
  await world.bridge.setVariables(id, { when: '2026-01-01T08:00:00Z' });
  expect(await world.press('bo', 'check')).toBe(0);
  expect(read('chen')).toEqual(['Leave of 3 days: bo has checked it']);
  expect(await world.bridge.incidents.list({ open: true })).toEqual([]);
});

test('a value that its template does not read is warned of once the message is stored, by its name alone', async () => {
  const extensions = TELL.replace('<ttc:param', '<ttc:param name="hours" value="${days}"/><ttc:param');
  const xml = processFile([start(), node('sendTask', 'tell', { extensions }), end()], 'start > tell > end', {
    id: 'extra',
  });
  const id = await begin(xml, { days: 3, boss: 'chen', handler: 'bo' });
  expect(world.log.filter(({ level }) => level === 'warn')).toContainEqual({
    level: 'warn',
    message: 'a message has values that are not used',
    fields: {
      event: 'message.values-unused',
      sendId: `${id}.message.1`,
      nodeId: 'tell',
      warnings: ['data.paramValueJson.hours: the template has no {{hours}}, so nothing reads it'],
    },
  });
  expect(read('chen')).toHaveLength(1);
});

describe('a notice', () => {
  const notify = (on: string, toPersons: string) =>
    `<ttc:notify on="${on}" messageTypeCode="NOTICE" title="${on}" toPersons="${toPersons}"><ttc:param name="text" value="check"/></ttc:notify>`;

  test('tells handlers of a new task, the initiator that it was handled, and of the end', async () => {
    await begin(
      processFile(
        [
          start(),
          userTask('check', {
            assignee: 'bo',
            extensions: notify('created', 'handlers') + notify('handled', 'initiator'),
          }),
          end(),
        ],
        'start > check > end',
        { id: 'noticed', extensions: notify('end', 'initiator,handled') },
      ),
    );
    expect(read('bo')).toEqual(['created: check']);
    await world.press('bo', 'check');
    expect(read('anna').toSorted()).toEqual(['end: check', 'handled: check']);
    expect(read('bo').toSorted()).toEqual(['created: check', 'end: check']);
  });

  test('comes when the time of a task is over, also when the bridge was away then, and once', async () => {
    await begin(
      draw({
        id: 'late',
        others: [
          userTask('check', {
            assignee: 'bo',
            attributes: { 'ttc:timeOut': '4' },
            extensions: notify('timeout', 'handlers'),
          }),
        ],
        paths: 'start > check > end',
      }),
    );
    now += 3 * HOUR_MS;
    await world.bridge.idle();
    expect(read('bo')).toEqual([]);
    now += 2 * HOUR_MS;
    await world.reopen();
    await world.bridge.idle();
    now += 50 * HOUR_MS;
    await world.bridge.idle();
    expect(read('bo')).toEqual(['timeout: check']);
    expect(world.pending()).toEqual(['bo:check']);
  });

  test('of a suspended task waits as long as the task', async () => {
    const id = await begin(
      draw({
        id: 'held',
        others: [
          userTask('check', {
            assignee: 'bo',
            attributes: { 'ttc:timeOut': '4' },
            extensions: notify('timeout', 'handlers'),
          }),
        ],
        paths: 'start > check > end',
      }),
    );
    now += 3 * HOUR_MS;
    await world.bridge.suspend(id);
    now += 10 * HOUR_MS;
    await world.bridge.activate(id);
    await world.bridge.idle();
    expect(read('bo')).toEqual([]);
    now += HOUR_MS;
    await world.bridge.idle();
    expect(read('bo')).toEqual(['timeout: check']);
  });
});

test('a circulated task is told by the option of the host, or by a notice that is drawn', async () => {
  const id = await begin(TOLD, { days: 3, boss: 'chen' });
  await world.bridge.circulate(`${id}.1`, { from: 'bo', to: ['chen', 'dara'], opinions: 'by Friday' });
  await world.bridge.idle();
  expect(read('chen')).toEqual(['check: bo asks you to read check: by Friday']);
  expect(read('dara')).toEqual(read('chen'));
  expect(world.pending()).toEqual(['bo:check']);

  const drawn = await begin(
    draw({
      id: 'drawn',
      others: [
        userTask('check', {
          assignee: 'bo',
          extensions:
            '<ttc:notify on="circulated" messageTypeCode="NOTICE" title="Drawn" toPersons="circulated"><ttc:param name="text" value="${from}"/></ttc:notify>',
        }),
      ],
      paths: 'start > check > end',
    }),
  );
  await world.bridge.circulate(`${drawn}.1`, { from: 'bo', to: ['emil'] });
  await world.bridge.idle();
  expect(read('emil')).toEqual(['Drawn: bo']);
});
