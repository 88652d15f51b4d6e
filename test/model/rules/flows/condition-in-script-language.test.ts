import { expect, test } from 'vitest';
import { end, exclusive, parallel, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';
import { findPrepared } from '../../prepare/prepare.ts';

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
    'error g-yes: The condition is a script in javascript, but the host has no function that runs scripts.',
  ]);
  expect(await findProblems(xml, rule, { scripts: true })).toEqual([]);
});

test('so does one in the language of the file, but for true and false', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('never')],
    'start > decide > g; g >[return x == 1] yes; g >[return false] never; g >[${x > 1}] no',
  ).replace('<definitions ', '<definitions expressionLanguage="http://www.mvel.org/2.0" ');
  expect(await findProblems(xml, rule, { scripts: false })).toEqual([
    'error g-yes: The condition is a script in http://www.mvel.org/2.0, but the host has no function that runs scripts.',
  ]);
});

test('one behind an activity runs in a file that was deployed', async () => {
  const xml = inJavaScript(
    processFile(
      [start(), userTask('decide'), end('yes'), end('no')],
      'start > decide; decide >[x == 1] yes; decide >* no',
    ),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error decide-yes: The condition is a script in javascript on a flow out of "decide", which runs only in a deployed file.',
  ]);
  expect(await findPrepared(xml, {}, { scripts: false })).toContain(
    'condition-in-script-language decide-yes: The condition is a script in javascript, but the host has no function that runs scripts.',
  );
});

test('nobody runs one behind a parallel gateway, which ignores it', async () => {
  const xml = inJavaScript(
    processFile(
      [start(), userTask('decide'), parallel('g'), end('yes'), end('no')],
      'start > decide > g; g >[x == 1] yes; g > no',
    ),
  );
  const { model, problems } = await readXml(xml, { scripts: true });
  expect(problems.map(({ rule: name }) => name)).toContain('condition-ignored');
  expect(model?.services.size).toBe(0);
});

test('a condition that names FEEL is fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[=x = 1] yes; g >* no',
  ).replace('<conditionExpression ', '<conditionExpression language="https://www.omg.org/spec/DMN/20191111/FEEL/" ');
  expect(await findProblems(xml, rule)).toEqual([]);
});
