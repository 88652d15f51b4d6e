import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'condition-in-script-language';

const inJavaScript = (xml: string) =>
  xml.replace('<conditionExpression ', '<conditionExpression language="javascript" ');

test('a condition in JavaScript needs a function for scripts', async () => {
  const xml = inJavaScript(
    processFile(
      [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
      'start > decide > g; g >[x == 1] yes; g >* no',
    ),
  );
  expect(await findProblems(xml, rule, { scripts: false })).toEqual([
    'error g-yes: The condition is a script in javascript, and no function was given that runs scripts.',
  ]);
  expect(await findProblems(xml, rule, { scripts: true })).toEqual([]);
});

test('so does one in the language of the file, but for true and false', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('never')],
    'start > decide > g; g >[return x == 1] yes; g >[return false] never; g >[${x > 1}] no',
  ).replace('<definitions ', '<definitions expressionLanguage="http://www.mvel.org/2.0" ');
  expect(await findProblems(xml, rule, { scripts: false })).toEqual([
    'error g-yes: The condition is a script in http://www.mvel.org/2.0, and no function was given that runs scripts.',
  ]);
});

test('no token waits for one behind an activity', async () => {
  const xml = inJavaScript(
    processFile(
      [start(), userTask('decide'), end('yes'), end('no')],
      'start > decide; decide >[x == 1] yes; decide >* no',
    ),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error decide-yes: The condition is a script in javascript on a flow out of "decide", and scripts are run for exclusive and inclusive gateways only.',
  ]);
});

test('a condition that names FEEL is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[=x = 1] yes; g >* no',
  ).replace('<conditionExpression ', '<conditionExpression language="https://www.omg.org/spec/DMN/20191111/FEEL/" ');
  expect(await findProblems(xml, rule)).toEqual([]);
});
