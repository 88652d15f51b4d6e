import { describe, expect, test } from 'vitest';
import {
  end,
  exclusive,
  inclusive,
  parallel,
  processFile,
  serviceTask,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { findPrepared } from '../prepare/prepare.ts';
import { decides, findsIn } from './cases.ts';

findsIn('gateway-without-conditions', [
  [
    'a gateway behind a service with nothing to decide it takes its first flow',
    processFile(
      [start(), serviceTask('decide'), exclusive('g'), end('yes'), end('no')],
      'start > decide > g; g > yes; g > no',
    ),
    'warning g: No flow out of the gateway "g" has a condition. As in Camunda 7, Flowable and Activiti, the first one in the file is always taken: g-yes.',
  ],
  [
    'so does one that a user task reaches beside another way on',
    processFile(
      [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('log')],
      'start > decide > g; decide > log; g > yes; g > no',
    ),
    'warning g: No flow out of the gateway "g" has a condition. As in Camunda 7, Flowable and Activiti, the first one in the file is always taken: g-yes.',
  ],
  [
    'one that a user task and a service lead to has buttons for the one and its first flow for the other',
    processFile(
      [start(), userTask('decide'), serviceTask('check'), exclusive('which'), exclusive('g'), end('yes'), end('no')],
      'start > which; which >[${x}] decide > g; which >* check > g; g > yes; g > no',
    ),
    'warning g: No flow out of the gateway "g" has a condition, and more than user tasks, whose buttons choose, leads to it. From any other element, the first one in the file is always taken: g-yes.',
  ],
  ['behind a user task the buttons choose', decides('g > yes; g > no')],
]);

findsIn('flow-without-condition', [
  [
    'the last flow without a condition stands for the rest',
    decides('g >[${x > 1}] yes; g >"else" no'),
    'warning g-no: The flow "else" out of the gateway "g" has no condition. It is taken if none of the flows before it in the file is taken.',
  ],
  [
    'of one before others it says that they are never taken',
    processFile(
      [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('other')],
      'start > decide > g; g >"always" yes; g >[${x > 1}] no; g >* other',
    ),
    'warning g-yes: The flow "always" out of the gateway "g" has no condition. It is taken if none of the flows before it in the file is taken, and g-no, g-other after it never.',
  ],
  ['as the default flow it is fine', decides('g >[${x > 1}] yes; g >* no')],
]);

describe('gateway-may-get-stuck', () => {
  const rule = 'gateway-may-get-stuck';

  findsIn(rule, [
    [
      'conditions without a default flow get a warning',
      decides('g >[${x > 1}] yes; g >[${x < 1}] no'),
      'warning g: Every flow out of the gateway "g" has a condition; if none is true, the step fails.',
    ],
    [
      'so does an inclusive gateway',
      processFile(
        [start(), userTask('a'), inclusive('g'), end('yes'), end('no')],
        'start > a > g; g >[${x}] yes; g >[${y}] no',
      ),
      'warning g: Every flow out of the gateway "g" has a condition; if none is true, the step fails.',
    ],
    [
      'a condition and its opposite are enough',
      processFile(
        [start(), serviceTask('decide'), exclusive('g'), end('yes'), end('no')],
        'start > decide > g; g >[${x}] yes; g >[${!x}] no',
      ),
    ],
    ['so are buttons that set what is tested', decides('g >[=d = "a"] yes; g >[=d = "b"] no')],
  ]);

  test('one with a condition that is always true does not, nor is it said of conditions that cannot be read', async () => {
    const xml = (first: string, second: string) =>
      processFile(
        [start(), userTask('a'), exclusive('g'), end('yes'), end('no')],
        `start > a > g; g >[${first}] yes; g >[${second}] no`,
      );
    expect(await findProblems(xml('${x > 3}', 'true'), rule)).toEqual([]);
    for (const always of ['${true}', '#{ true }', '=true'])
      expect(await findProblems(xml('${x > 3}', always), rule)).toEqual([]);
    expect(await findProblems(xml('${x > 3}', '${false}'), rule)).toHaveLength(1);
    expect(await findProblems(xml('${x > 3}', 'x <= 3'), rule)).toEqual([]);
    expect(await findProblems(xml('${x > 3}', '${x < 2}'), rule)).toHaveLength(1);
  });
});

findsIn('inclusive-takes-all', [
  [
    'an inclusive gateway without conditions gets a warning',
    processFile([start(), userTask('a'), inclusive('g'), end('x'), end('y')], 'start > a > g; g > x; g > y'),
    'warning g: No flow out of the inclusive gateway "g" has a condition, so all of them are taken.',
  ],
  [
    'with conditions it is fine',
    processFile([start(), userTask('a'), inclusive('g'), end('x'), end('y')], 'start > a > g; g >[${x}] x; g >* y'),
  ],
]);

describe('condition-in-script-language', () => {
  const rule = 'condition-in-script-language';

  const inJavaScript = (xml: string) =>
    xml.replace('<conditionExpression ', '<conditionExpression language="javascript" ');

  test('a condition in JavaScript needs a function for scripts', async () => {
    const xml = inJavaScript(decides('g >[x == 1] yes; g >* no'));
    expect(await findProblems(xml, rule, { scripts: false })).toEqual([
      'error g-yes: The condition is a script in javascript, but the host has no function that runs scripts.',
    ]);
    expect(await findProblems(xml, rule, { scripts: true })).toEqual([]);
  });

  findsIn(rule, [
    [
      'so does one in the language of the file, but for true and false',
      processFile(
        [start(), userTask('decide'), exclusive('g'), end('yes'), end('no'), end('never')],
        'start > decide > g; g >[return x == 1] yes; g >[return false] never; g >[${x > 1}] no',
      ).replace('<definitions ', '<definitions expressionLanguage="http://www.mvel.org/2.0" '),
      'error g-yes: The condition is a script in http://www.mvel.org/2.0, but the host has no function that runs scripts.',
      { scripts: false },
    ],
    [
      'a condition that names FEEL is fine',
      decides('g >[=x = 1] yes; g >* no').replace(
        '<conditionExpression ',
        '<conditionExpression language="https://www.omg.org/spec/DMN/20191111/FEEL/" ',
      ),
    ],
  ]);

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
});

findsIn('condition-is-plain-text', [
  [
    'a condition without ${} or = is refused',
    decides('g >[approved] yes; g >* no'),
    'error g-yes: The condition "approved" is plain text, which is neither true nor false: neither the condition nor the file names a language.',
  ],
  [
    'true and false are taken for the constants',
    decides('g >[true] yes; g >* no'),
    'warning g-yes: The condition is plain text and is treated as the constant true.',
  ],
  [
    'FEEL may leave out its sign where the condition names it',
    decides('g >[amount.value > 25] yes; g >* no').replace(
      '<conditionExpression ',
      '<conditionExpression language="feel" ',
    ),
  ],
  ['an expression is fine', decides('g >[${approved}] yes; g >* no')],
  [
    'one without text is none, also where a modeler names the language of expressions for every flow',
    decides('g >[${x}] yes; g >[${x}] no').replaceAll(
      /<conditionExpression ([^>]*)>.*?<\/conditionExpression>/g,
      '<conditionExpression $1 language="http://www.w3.org/1999/XPath"></conditionExpression>',
    ),
  ],
]);

findsIn('condition-ignored', [
  [
    'a parallel gateway takes a flow with a condition all the same',
    draw({ tasks: 'a b', parallel: 'fork', paths: 'start > fork; fork >[${x > 1}] a > end; fork > b > end' }),
    'warning fork-a: The flow has a condition, but the gateway "fork" ignores it: a parallel gateway takes all its flows.',
  ],
  [
    'behind an activity and an event it is asked',
    draw({ tasks: 'a b', paths: 'start >[${x > 1}] a; start >[${x < 2}] b; a >[${x > 1}] end; b > end' }),
  ],
]);
