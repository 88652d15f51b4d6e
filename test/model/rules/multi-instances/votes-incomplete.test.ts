import { expect, test } from 'vitest';
import { end, exclusive, fileWith, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'votes-incomplete';

test('a missing side is refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >{ttc:vote=approve} yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g: The votes behind "sign" are not complete: no flow is for reject; no vote leads to g-no.',
  ]);
});

test('a third flow is refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
      end('else'),
    ],
    'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no; g > else',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g: The votes behind "sign" are not complete: no vote leads to g-else.',
  ]);
});

test('two flows for one side are refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=approve} no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g: The votes behind "sign" are not complete: 2 flows are for approve; no flow is for reject.',
  ]);
});

test('a vote where one person decides is refused', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g-yes: The flow is marked as a vote, but no user task with a multi-instance marker stands right before its gateway.',
    'error g-no: The flow is marked as a vote, but no user task with a multi-instance marker stands right before its gateway.',
  ]);
});

test('buttons that offer one side only are refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', {
        assignee: '${p}',
        extensions: '<ttc:action name="Yes" type="HANDLE" nextNodeKey="yes"/>',
        multiInstance: { collection: '${people}', elementVariable: 'p' },
      }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error g: The votes behind "sign" are not complete: no button of the task is for reject.',
  ]);
});

test('a voting button without a gateway is refused', async () => {
  const xml = fileWith(
    userTask('sign', {
      assignee: '${p}',
      extensions: '<ttc:action name="Yes" type="HANDLE" vote="approve"/>',
      multiInstance: { collection: '${people}', elementVariable: 'p' },
    }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error sign: A button of "sign" is a vote, but the task does not have an exclusive gateway right behind it, so the votes decide nothing.',
  ]);
});

test('one flow for each side is fine', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >{ttc:vote=approve} yes; g >{ttc:vote=reject} no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
