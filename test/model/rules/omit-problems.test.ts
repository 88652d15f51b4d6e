import { expect, test } from 'vitest';
import {
  boundary,
  element,
  end,
  error,
  exclusive,
  fileWith,
  message,
  node,
  processFile,
  root,
  scriptTask,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { readXml } from '../../support/inner/model.ts';

test.each([
  ['an element that is skipped, and its flows', fileWith(node('wonder', 'w')), ['file-part-skipped definitions']],
  [
    'a host that is not there, and its event',
    processFile([start(), boundary('b', 'gone', message('late')), userTask('a'), end()], 'start > a > end; b > end', {
      roots: root('message', 'late'),
    }),
    ['reference-unresolved b'],
  ],
  [
    'a slip, and the name of the service that it should give',
    fileWith(node('serviceTask', 'a', { attributes: { 'camunda:topc': 'pay' } })),
    ['service-without-name a'],
  ],
  [
    'a slip, and the end of the flow that it should give',
    fileWith(userTask('a')).replace('targetRef="end"', 'target="end"'),
    ['flow-without-ends a-end'],
  ],
  [
    'a default flow that is not there, and the gateway that has none',
    processFile(
      [start(), userTask('a'), exclusive('g', { attributes: { default: 'gone' } }), end('yes'), end('no')],
      'start > a > g; g >[${x > 1}] yes; g >[${y > 1}] no',
    ),
    ['reference-unresolved g'],
  ],
  [
    'a transaction, and the event that it is cancelled by',
    processFile(
      [start(), node('transaction', 't'), boundary('b', 't', '<cancelEventDefinition/>'), end()],
      'start > t > end; b > end',
    ),
    ['element-not-supported t'],
  ],
  [
    'a mark that is neither true nor false, and the process that is not executable',
    fileWith(userTask('a'), { attributes: { isExecutable: 'yes' } }),
    ['boolean-invalid process'],
  ],
  [
    'conditions that cannot be read, and the gateway behind which none may be true',
    processFile(
      [start(), userTask('a'), exclusive('g'), end('yes'), end('no')],
      'start > a > g; g >[${x >}] yes; g >[${!!}] no',
    ),
    ['expression-invalid g-yes', 'expression-invalid g-no'],
  ],
  [
    'a flow between two events that it cannot connect',
    fileWith(userTask('a')).replace('</process>', '<sequenceFlow id="f" sourceRef="end" targetRef="start"/></process>'),
    ['flow-not-allowed f'],
  ],
  [
    'a boundary event on what is computed at once, which never fires',
    draw({
      others: [
        { ...scriptTask('a', ''), content: '', extensions: '<zeebe:script expression="=1" resultVariable="r"/>' },
        boundary('b', 'a', error()),
      ],
      paths: 'start > a > end; b > end',
    }),
    ['boundary-on-wrong-host b'],
  ],
  [
    'a kind of event that no engine has',
    draw({
      tasks: 'a',
      others: [boundary('b', 'a', element('extensionElements', {}, '<flowable:myEventDefinition/>'))],
      paths: 'start > a > end; b > end',
    }),
    ['element-not-supported b'],
  ],
  [
    'a collection that its engine parses',
    fileWith(
      userTask('a', {
        content:
          '<multiInstanceLoopCharacteristics><extensionElements><flowable:collection flowable:class="x.Y"/></extensionElements></multiInstanceLoopCharacteristics>',
      }),
    ),
    ['multi-instance-without-number a'],
  ],
  [
    'the decision of another engine, and the service that it should name',
    fileWith(node('businessRuleTask', 'a', { attributes: { 'activiti:decisionRef': 'rates' } })),
    ['service-without-name a'],
  ],
])('%s are one problem', async (_what, xml, expected) => {
  const { problems } = await readXml(xml);
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(expected);
});
