/** What drawn messages carry to people: values, channels and addresses, as they read it in the message center. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { end, message, node, processFile, start, throwEvent, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const TYPES = {
  NOTICE: { channels: ['WEBSITE', 'SUPERAPP'], template: '{{text}}' },
  TRIP: {
    channels: ['WEBSITE', 'SUPERAPP', 'MAIL'],
    templates: { WEBSITE: 'To {{city}} with {{guide}}.', SUPERAPP: 'To {{city}}!', MAIL: 'Dear {{name}}' },
  },
} as const;
const TELL =
  '<ttc:message messageTypeCode="NOTICE" title="Leave of ${days} days" toPersons="initiator, ${boss}">' +
  '<ttc:param name="text" value="VALUE"/></ttc:message>';

let world: World;
beforeEach(async () => {
  world = await createWorld({ bridge: { messageTypes: TYPES }, sandbox: { messageTypes: TYPES } });
});
afterEach(() => world[Symbol.asyncDispose]());

async function begin(xml: string, variables: Record<string, string | number> = {}): Promise<string> {
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

const read = (account: string) => world.sandbox.messages(account).map(({ title, text }) => `${title}: ${text}`);

test('a throw event and an end event send on the channels they name, each channel with its own values and address', async () => {
  const trip = (title: string) =>
    `<ttc:message messageTypeCode="TRIP" title="${title}" toPersons="initiator" sendType="WEBSITE,SUPERAPP" importantIdentity="true"` +
    ' url="https://trips.example/${city}" mobileUrl="https://m.trips.example/${city}" handleKey="trip-${city}" filesUrl="https://files.example/map">' +
    '<ttc:param name="city" value="${city}"/><ttc:param name="guide" value="${guide}" channel="WEBSITE"/></ttc:message>';
  const id = await begin(
    draw({
      id: 'travel',
      people: { book: 'bo' },
      others: [
        throwEvent('booked', message(), { extensions: trip('Booked') }),
        end('over', { content: message(), extensions: trip('Over') }),
      ],
      paths: 'start > book > booked > over',
      extensions:
        '<ttc:notify on="created" messageTypeCode="NOTICE" title="New" toPersons="handlers"><ttc:param name="text" value="to ${city}"/></ttc:notify>',
    }),
    { city: 'Rome', guide: 'Bo' },
  );
  expect(read('bo')).toEqual(['New: to Rome']);
  expect(await world.press('bo', 'book')).toBe(0);
  const common = { handleKey: 'trip-Rome', files: ['https://files.example/map'], isImportant: true };
  const pc = { ...common, text: 'To Rome with Bo.', link: 'https://trips.example/Rome' };
  const phone = { ...common, text: 'To Rome!', link: 'https://m.trips.example/Rome' };
  const [booked, over] = [{ title: 'Booked' }, { title: 'Over' }];
  expect(world.sandbox.messages('anna', 'pc')).toMatchObject([
    { ...pc, ...booked },
    { ...pc, ...over },
  ]);
  expect(world.sandbox.notifications('anna')).toMatchObject([
    { ...phone, ...booked },
    { ...phone, ...over },
  ]);
  // Numbered in the order drawn, behind the notice; no mail, since no message names that channel.
  const sent = [2, 3].map((number) => world.sandbox.sentMessage(`${id}.message.${number}`));
  expect(sent.map((each) => each?.channels)).toEqual([
    ['WEBSITE', 'SUPERAPP'],
    ['WEBSITE', 'SUPERAPP'],
  ]);
});

test('a variable without a value is no empty text: the step is an incident by the name of the variable, and goes on with it', async () => {
  const extensions = TELL.replace('VALUE', '${verdict}');
  const xml = processFile(
    [start(), userTask('check', { assignee: 'bo' }), node('sendTask', 'tell', { extensions }), end()],
    'start > check > tell > end',
    { id: 'holed' },
  );
  const id = await begin(xml, { boss: 'chen', days: 3 });
  expect(await world.press('bo', 'check')).toBe(500);
  const [incident] = await world.bridge.incidents.list({ open: true });
  expect(incident).toMatchObject({ instanceId: id, code: 'ERR_MESSAGE_INVALID', kind: 'press' });
  expect(incident?.reason).toContain('data.paramValueJson.text: the template has {{text}}');
  expect(await world.bridge.messages.list()).toEqual([]);
  await world.bridge.setVariables(id, { verdict: '' });
  expect(await world.press('bo', 'check')).toBe(0);
  expect(read('chen')).toEqual(['Leave of 3 days: ']);
});

test('whoever gives no opinion has said nothing, which is a value', async () => {
  const extensions = TELL.replace('VALUE', '${opinions}');
  const xml = processFile(
    [start(), userTask('check', { assignee: 'bo' }), node('sendTask', 'tell', { extensions }), end()],
    'start > check > tell > end',
    { id: 'silent' },
  );
  const id = await begin(xml, { boss: 'chen', days: 3 });
  await world.bridge.press(`${id}.1`, { account: 'bo' });
  await world.bridge.idle();
  expect(read('chen')).toEqual(['Leave of 3 days: ']);
});

test('a circulation that sends nothing is warned of: its button at deploy, and each time it happens', async () => {
  const extensions = '<ttc:action name="Tell" type="CIRCULARIZE" to="chen"/>';
  const { problems } = await world.bridge.deploy(
    processFile([start(), userTask('check', { assignee: 'bo', extensions }), end()], 'start > check > end', {
      id: 'silent-circulation',
    }),
  );
  expect(problems).toMatchObject([{ rule: 'circulation-without-message', elementId: 'check', severity: 'warning' }]);
  const { instanceId } = await world.bridge.start('silent-circulation', { initiator: 'anna' });
  await world.bridge.circulate(`${instanceId}.1`, { from: 'bo', to: ['chen'] });
  await world.bridge.idle();
  expect(world.log).toContainEqual({
    level: 'warn',
    message:
      'a task was circulated, but nobody is notified: add a ttc:notify to the diagram, or set the option circulation',
    fields: { event: 'circulation.unnotified', taskId: `${instanceId}.1` },
  });
  expect(world.sandbox.sentMessages()).toEqual([]);
});

const drawn = (message: string, id: string) =>
  processFile([start(), node('sendTask', 'tell', { extensions: message }), end()], 'start > tell > end', { id });

test.each([
  [
    'lacks a variable',
    '<ttc:message messageTypeCode="NOTICE" title="t" toPersons="initiator"><ttc:param name="txt" value="${a}"/></ttc:message>',
    'data.paramValueJson.text: the template has {{text}}',
  ],
  [
    'names a channel its type has not',
    '<ttc:message messageTypeCode="NOTICE" title="t" toPersons="initiator" sendType="SMS"><ttc:param name="text" value="${a}"/></ttc:message>',
    'sendType: SMS is not a channel of the message type NOTICE; it has WEBSITE, SUPERAPP',
  ],
  [
    'lacks a variable of one channel',
    '<ttc:message messageTypeCode="TRIP" title="t" toPersons="initiator" sendType="WEBSITE,SUPERAPP"><ttc:param name="city" value="${a}" channel="WEBSITE"/><ttc:param name="city" value="${a}" channel="SUPERAPP"/></ttc:message>',
    'data.paramValueJson.WEBSITE.guide: the template has {{guide}}',
  ],
])(
  'a drawn message that %s of a declared type is refused at deploy, by its element',
  async (_case, message, problem) => {
    const error = await world.bridge.deploy(drawn(message, 'mistaken')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'ERR_MODEL_REFUSED',
      details: {
        problems: expect.arrayContaining([
          expect.objectContaining({
            severity: 'error',
            elementId: 'tell',
            rule: 'message-against-type',
            reason: expect.stringContaining(problem),
          }),
        ]),
      },
    });
    expect((error as Error).message).toContain('- tell: A message cannot be sent');
  },
);

test('what nothing reads, and a type that is not declared, are warned of at deploy; a computed type is left to the step', async () => {
  const notice = (more: string) =>
    `<ttc:message messageTypeCode="NOTICE" title="t" toPersons="initiator"><ttc:param name="text" value="\${a}"/>${more}</ttc:message>`;
  const warned = async (message: string, id: string) =>
    (await world.bridge.deploy(drawn(message, id))).problems.map(({ rule, elementId }) => `${rule} ${elementId}`);
  expect(await warned(notice(''), 'right')).toEqual([]);
  expect(await warned(notice('<ttc:param name="more" value="1"/>'), 'more')).toEqual(['message-not-read tell']);
  expect(await warned(notice('').replace('NOTICE', 'OTHER'), 'other')).toEqual(['message-not-read tell']);
  expect(await warned(notice('').replace('NOTICE', '${code}'), 'computed')).toEqual([]);
});

const later = (sendTime: string) =>
  draw({
    id: 'later',
    people: { book: 'bo' },
    others: [
      node('sendTask', 'tell', {
        extensions: `<ttc:message messageTypeCode="NOTICE" title="Later" toPersons="initiator" sendTime="${sendTime}"><ttc:param name="text" value="x"/></ttc:message>`,
      }),
    ],
    paths: 'start > tell > book > end',
  });

test.each([
  ['2030-01-31', '2030-01-31 00:00:00'],
  ['${when}', '2030-01-31 18:00:00', '2030-01-31T18:00'],
  ['${when}', '2030-01-31 18:00:00', '2030-01-31T10:00:00Z'],
  ['2030-01-31 18:00:00', '2030-01-31 18:00:00'],
])('a sendTime takes what a due date takes: %s is %s', async (sendTime, written, when = '') => {
  await begin(later(sendTime), { when });
  expect((await world.bridge.messages.list()).map(({ request }) => request.sendTime)).toEqual([written]);
});

test('a sendTime may be a duration, from the step on', async () => {
  const before = Date.now();
  await begin(later('PT8H'));
  const [row] = await world.bridge.messages.list();
  const at = Date.parse(`${row?.request.sendTime?.replace(' ', 'T')}+08:00`);
  expect(at - before).toBeGreaterThanOrEqual(8 * 3_600_000 - 1000);
  expect(at - before).toBeLessThan(9 * 3_600_000);
});

test('a sendTime that cannot be read is refused at deploy, or fails the step before anything is reported', async () => {
  await expect(world.bridge.deploy(later('tomorrow'))).rejects.toMatchObject({ code: 'ERR_MODEL_REFUSED' });
  for (const when of ['tomorrow', '2030-02-31', '']) {
    const started = begin(later('at ${when}'), { when });
    await expect(started).rejects.toMatchObject({
      code: 'ERR_EXPRESSION_FAILED',
      message: expect.stringContaining('sendTime of the message of tell'),
    });
  }
  expect(await world.bridge.instances.list()).toEqual([]);
  expect(world.reports()).toEqual([]);
});
