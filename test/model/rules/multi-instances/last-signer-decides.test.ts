import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'last-signer-decides';

test('signers that overwrite each other get a warning', async () => {
  const xml = processFile(
    [
      start(),
      userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > sign > g; g >[${ok}] yes; g >[${!ok}] no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning sign: Each signer of "sign" sets ok, so the gateway "g" follows the last press.',
  ]);
});

test('one person who decides is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${ok}] yes; g >[${!ok}] no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
