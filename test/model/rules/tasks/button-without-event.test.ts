import { expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  end,
  message,
  processFile,
  root,
  signal,
  start,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'button-without-event';
const urge = (attributes = 'key="urge" type="PROMOTER"') => `<ttc:action name="Urge" ${attributes}/>`;
const check = userTask('check', { extensions: '<ttc:previousAction name="Back" key="back" type="HANDLEDR"/>' });
const WARNING = (element: string, name: string, key: string) =>
  `warning ${element}: The button "${name}" sends ${key} to the process, but no event of the process waits for a message or signal of that name.`;

const drawn = (content: string, extensions = urge()) =>
  processFile(
    [start(), check, boundary('heard', 'check', content, { interrupting: false }), end(), end('over')],
    'start > check > end; heard > over',
    {
      id: 'p',
      extensions,
      roots: `${root('message', 'm', { name: 'urge' })}${root('message', 'computed', { name: 'urge ${x}' })}${root('signal', 's', { name: 'back' })}`,
    },
  );

test('a button whose key no event has is warned of, that of a handled task too', async () => {
  expect(await findProblems(drawn(message('m')), rule)).toEqual([WARNING('check', 'Back', 'back')]);
  expect(await findProblems(drawn(signal('s')), rule)).toEqual([WARNING('p', 'Urge', 'urge')]);
});

test('without a key its type is the key, and a page or another type tells nothing', async () => {
  const page = urge('key="look" type="ALL" optType="1" url="https://x"');
  const extensions = `${urge('type="PROMOTER"')}${page}${urge('key="stop" type="BREAK_UP"')}`;
  expect(await findProblems(drawn(signal('s'), extensions), rule)).toEqual([WARNING('p', 'Urge', 'promoter')]);
});

test('what a thrown or a starting event is called helps nobody', async () => {
  const roots = root('message', 'm', { name: 'back' });
  const begun = processFile([start('begun', { content: message('m') }), check, end()], 'begun > check > end', {
    roots,
  });
  expect(await findProblems(begun, rule)).toEqual([WARNING('check', 'Back', 'back')]);
});

test('nothing is said where a name is computed', async () => {
  expect(await findProblems(drawn(message('computed')), rule)).toEqual([]);
});

test('a caught message anywhere listens', async () => {
  const roots = root('message', 'm', { name: 'back' });
  const xml = processFile([start(), check, catchEvent('wait', message('m')), end()], 'start > check > wait > end', {
    roots,
  });
  expect(await findProblems(xml, rule)).toEqual([]);
});
