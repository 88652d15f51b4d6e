import { expect, test } from 'vitest';
import { end, exclusive, fileWith, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'default-flow-elsewhere';

test('a default flow that comes out of something else is refused, where a gateway chooses', async () => {
  const xml = (id: string) =>
    processFile(
      [start(), userTask('decide'), exclusive('g', { attributes: { default: id } }), end('yes'), end('no')],
      'start > decide > g; g >[${x}] yes; g >[${y}] no',
    );
  expect(await findProblems(xml('start-decide'), rule)).toEqual([
    'error g: "g" names start-decide as its default flow, which is not one of its own flows; it comes out of "start".',
  ]);
  expect(await findProblems(xml('start-decide'), 'gateway-may-get-stuck')).toEqual([]);
  expect(await findProblems(xml('g-no'), rule)).toEqual([]);
});

test('it is a warning, where nothing is chosen', async () => {
  const xml = fileWith(userTask('a', { attributes: { default: 'start-a' } }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" names start-a as its default flow, which is not one of its own flows; it comes out of "start".',
  ]);
});
