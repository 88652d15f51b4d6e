/** Buttons and messages that are written part by part in a modeler's own property list, or as attributes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundary, end, message, node, properties, root, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeEach(async () => {
  const channels = ['WEBSITE', 'SUPERAPP'] as const;
  const templates = { WEBSITE: '{{text}}', SUPERAPP: '{{text}}' };
  const messageTypes = { NOTICE: { channels, template: '{{text}}' }, EACH: { channels, templates } };
  world = await createWorld({ bridge: { messageTypes }, sandbox: { messageTypes } });
});
afterEach(() => world[Symbol.asyncDispose]());

const CHECK = properties(
  {
    'ttc:action.note.name': 'Note it',
    'ttc:action.note.type': 'DEAL',
    'ttc:previousAction.back.name': 'Take back',
    'ttc:previousAction.back.type': 'HANDLEDR',
    'ttc:previousAction.back.times': '2',
    'ttc:notify.created.messageTypeCode': 'NOTICE',
    'ttc:notify.created.title': 'For you',
    'ttc:notify.created.toPersons': 'handlers',
    'ttc:notify.created.param.text': '${days} days',
    'ttc:notify.created.2.messageTypeCode': 'NOTICE',
    'ttc:notify.created.2.title': 'Begun',
    'ttc:notify.created.2.toPersons': 'initiator',
    'ttc:notify.created.2.param.text': 'begun',
  },
  'zeebe',
);
const TELL = properties({
  'ttc:message.messageTypeCode': 'EACH',
  'ttc:message.title': 'Checked',
  'ttc:message.toPersons': 'initiator',
  'ttc:message.param.text.WEBSITE': 'by ${handler}',
  'ttc:message.param.text.SUPERAPP': 'checked',
});
const DRAWN = draw(
  {
    id: 'drawn',
    people: { read: 'chen', file: 'bo' },
    others: [
      userTask('check', { assignee: 'bo', extensions: CHECK }),
      boundary('noted', 'check', message('note'), { interrupting: false }),
      boundary('taken', 'check', message('back'), { interrupting: false }),
      node('sendTask', 'tell', { extensions: TELL }),
      end('over'),
    ],
    paths: 'start > check > tell > file > end; noted > read > over; taken > over',
    attributes: { 'ttc:action.stop.type': 'BREAK_UP' },
    extensions: properties({ 'ttc:action.stop.name': 'Stop' }),
  },
  `${root('message', 'note', { name: 'note' })}${root('message', 'back', { name: 'back' })}`,
);

const read = (account: string) => world.sandbox.messages(account).map(({ title, text }) => `${title}: ${text}`);

test('are the same as those of elements, to the end of the process', async () => {
  const { instanceId } = await world.begin(DRAWN, { variables: { days: 3 } });
  expect(world.sandbox.task(`${instanceId}.1`)?.buttons.map(({ name, type }) => `${type} ${name}`)).toEqual([
    'HANDLE Handle',
    'DEAL Note it',
    'BREAK_UP Stop',
  ]);
  expect(read('bo')).toEqual(['For you: 3 days']);
  expect(read('anna')).toEqual(['Begun: begun']);

  expect(await world.press('bo', 'check', 'Note it')).toBe(0);
  expect(world.pending().toSorted()).toEqual(['bo:check', 'chen:read']);
  expect(await world.press('bo', 'check')).toBe(0);
  expect(read('anna')).toContain('Checked: by bo');
  const back = world.sandbox.task(`${instanceId}.1`)?.buttons.find(({ name }) => name === 'Take back');
  expect(back).toMatchObject({ type: 'HANDLEDR', times: 2 });
  expect(await world.press('chen', 'read')).toBe(0);
  expect(await world.press('bo', 'file')).toBe(0);
  expect(world.reports().at(-1)).toBe('file end');
});
