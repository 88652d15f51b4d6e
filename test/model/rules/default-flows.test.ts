import { describe, expect, test } from 'vitest';
import { end, exclusive, fileWith, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';
import { decides, findsIn } from './cases.ts';

describe('default-flow-elsewhere', () => {
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

  findsIn(rule, [
    [
      'it is a warning, where nothing is chosen',
      fileWith(userTask('a', { attributes: { default: 'start-a' } })),
      'warning a: "a" names start-a as its default flow, which is not one of its own flows; it comes out of "start".',
    ],
  ]);
});

findsIn('default-flow-with-condition', [
  [
    'a condition on the default flow gets a warning',
    decides('g >[${x > 1}] yes; g >[${x < 1}]* no'),
    'warning g-no: The default flow out of "g" has a condition, which is never evaluated.',
  ],
  ['a default flow without one is fine', decides('g >[${x > 1}] yes; g >* no')],
]);

findsIn('default-flow-without-button', [
  [
    'a default flow with nothing left to stand for is said',
    processFile(
      [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('else')],
      'start > decide > g; g >[${ok}] yes; g >[${!ok}] no; g >* else',
    ),
    'warning g-else: The default flow out of "g" gets no button: the other flows test ok for true and for false, so nothing is left for it.',
  ],
  ['a default flow beside one condition has a button', decides('g >[${ok}] yes; g >* no')],
]);
