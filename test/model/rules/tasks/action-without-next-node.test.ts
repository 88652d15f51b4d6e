import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'action-without-next-node';

test('a button that does not say which flow it takes is refused', async () => {
  const xml = processFile(
    [
      start(),
      userTask('decide', { extensions: '<ttc:action name="Go" type="HANDLE"/>' }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > decide > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error decide: The button "Go" does not say which flow it takes, but the gateway "g" after "decide" needs to know.',
  ]);
});

test('so is one that goes to something else', async () => {
  const xml = processFile(
    [
      start(),
      userTask('decide', { extensions: '<ttc:action name="Go" type="HANDLE" nextNodeKey="moon"/>' }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > decide > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error decide: The button "Go" goes to moon, which does not identify exactly one next element, but the gateway "g" after "decide" needs to know.',
  ]);
});

test('a target that two flows share is not one way on', async () => {
  const xml = processFile(
    [
      start(),
      userTask('decide', { extensions: '<ttc:action name="Go" type="HANDLE" nextNodeKey="yes"/>' }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > decide > g; g > yes; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error decide: The button "Go" goes to yes, which does not identify exactly one next element, but the gateway "g" after "decide" needs to know.',
  ]);
});

test('the id of the target or of the flow is fine', async () => {
  const xml = processFile(
    [
      start(),
      userTask('decide', {
        extensions:
          '<ttc:action name="A" type="HANDLE" nextNodeKey="yes"/><ttc:action name="B" type="HANDLE" nextNodeKey="g-no"/>',
      }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > decide > g; g > yes; g > no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('where conditions decide, a button need not say', async () => {
  const xml = processFile(
    [
      start(),
      userTask('decide', { extensions: '<ttc:action name="Go" type="HANDLE"/>' }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > decide > g; g >[${x > 1}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
