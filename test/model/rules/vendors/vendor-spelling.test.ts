import { describe, expect, test } from 'vitest';
import {
  bareTask,
  bpmn,
  callActivity,
  catchEvent,
  end,
  exclusive,
  fileWith,
  message,
  process,
  root,
  scriptTask,
  serviceTask,
  start,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';
import { findPrepared } from '../../prepare/prepare.ts';
import { findsIn } from '../cases.ts';

describe('unknown-vendor-name', () => {
  const rule = 'unknown-vendor-name';

  const slip = (id: string, names: string) => [`warning ${id}: No engine knows ${names}, so it is not read.`];

  test.each(['camunda', 'flowable', 'activiti'])('a slip in an attribute of %s is named', async (vendor) => {
    const xml = fileWith(
      userTask('a', { attributes: { [`${vendor}:canditateUsers`]: 'bo', [`${vendor}:asignee`]: 'x' } }),
    );
    expect(await findProblems(xml, rule)).toEqual(slip('a', `${vendor}:canditateUsers, ${vendor}:asignee`));
  });

  test('slips in elements and in their attributes are, in one warning', async () => {
    const extensions =
      '<zeebe:asignmentDefinition assignee="bo"/><zeebe:assignmentDefinition asignee="bo"/><flowable:fild/>' +
      '<camunda:inputOutput><camunda:inputParametr name="x"/></camunda:inputOutput>';
    expect(await findProblems(fileWith(userTask('a', { extensions })), rule)).toEqual(
      slip(
        'a',
        'zeebe:asignmentDefinition, asignee of zeebe:assignmentDefinition, flowable:fild, camunda:inputParametr',
      ),
    );
  });

  findsIn(rule, [
    [
      'what belongs elsewhere is named: Camunda 8 has no attribute for an assignee',
      fileWith(userTask('a', { attributes: { 'zeebe:assignee': 'bo' } })),
      slip('a', 'zeebe:assignee'),
    ],
  ]);

  test('a slip on a marker, a process or a message is named there', async () => {
    const attributes = { 'camunda:elementVar': 'x' };
    const marked = fileWith(userTask('a', { multiInstance: { cardinality: 2, attributes } }));
    expect(await findProblems(marked, rule)).toEqual(slip('a', 'camunda:elementVar'));
    const onProcess = fileWith(userTask('a'), { attributes: { 'camunda:historyTtl': 'P1D' } });
    expect(await findProblems(onProcess, rule)).toEqual(slip('process', 'camunda:historyTtl'));
    const roots = root('message', 'm', { name: 'm' }, '<zeebe:subscription corelationKey="=x"/>');
    const catching = fileWith(catchEvent('c', message('m')), { roots });
    expect(await findProblems(catching, rule)).toEqual(slip('m', 'corelationKey of zeebe:subscription'));
  });

  test('names that engines have, and those of other namespaces, are not', async () => {
    const extensions =
      '<camunda:executionListener event="start"/><zeebe:taskHeaders/><other:thing xmlns:other="http://o"/>';
    const xml = fileWith(
      serviceTask('a', { extensions, attributes: { 'camunda:type': 'external', 'ttc:taskName': 'x' } }),
    );
    expect(await findProblems(xml, rule)).toEqual([]);
  });

  test('what was most likely meant is said, and is a guess', async () => {
    const xml = fileWith(
      userTask('a', { attributes: { 'camunda:priorty': '3', 'zeebe:candidateUsers': 'bo', 'flowable:zzz': '' } }),
    );
    const { problems } = await readXml(xml);
    expect(problems).toMatchObject([
      {
        rule,
        guess: true,
        remedy:
          'Write camunda:priority for camunda:priorty, candidateUsers of <zeebe:assignmentDefinition> for zeebe:candidateUsers, if that is what you mean; otherwise remove it.',
      },
    ]);
  });

  test('a slip that leaves a user task without handlers is said once, with what is meant', async () => {
    const xml = fileWith(bareTask('a', { attributes: { 'camunda:assigne': 'bo' } }));
    const { problems } = await readXml(xml);
    expect(problems).toMatchObject([
      {
        rule: 'user-task-without-handler',
        severity: 'error',
        reason: 'Nobody can handle the user task "a": no engine knows its camunda:assigne.',
        remedy: expect.stringMatching(/^Write camunda:assignee for camunda:assigne; or set the option/),
      },
    ]);
  });

  test('what the editor of RuoYi keeps for itself is read past', async () => {
    const attributes = { 'flowable:dataType': 'USERS', 'flowable:userType': 'assignee', 'flowable:text': 'Anna' };
    const xml = fileWith(userTask('a', { attributes: { 'flowable:assignee': '1', ...attributes } }), {
      attributes: { 'flowable:processCategory': 'leave' },
    });
    expect((await readXml(xml)).problems).toEqual([]);
  });

  test.each(['activiti', 'flowable'])(
    'fields in the form data of %s, whose defaults are read, are known',
    async (vendor) => {
      const field = `<${vendor}:formField id="days" type="long" defaultValue="3"/>`;
      const form = fileWith(userTask('a', { extensions: `<${vendor}:formData>${field}</${vendor}:formData>` }));
      expect((await readXml(form)).problems.map((problem) => problem.rule)).toEqual(['vendor-feature-not-run']);
      const alone = fileWith(userTask('a', { extensions: field }));
      expect((await readXml(alone)).problems.map((problem) => problem.rule)).toEqual(['vendor-name-misplaced']);
    },
  );
});

describe('vendor-name-misplaced', () => {
  const rule = 'vendor-name-misplaced';

  const inVain = (id: string, names: string) => [
    `warning ${id}: Has no meaning in this place, so it is not read: ${names}.`,
  ];

  findsIn(rule, [
    [
      'a service on a user task is named',
      fileWith(userTask('a', { attributes: { 'camunda:topic': 'mail', 'flowable:class': 'org.Mail' } })),
      inVain('a', 'camunda:topic of userTask, flowable:class of userTask'),
    ],
    [
      'what stands where it belongs is not, nor what is blank',
      [
        fileWith(
          userTask('a', {
            users: 'bo',
            extensions: '<camunda:formData/><zeebe:userTask/><camunda:properties/><zeebe:properties/>',
            attributes: { 'camunda:topic': ' ' },
          }),
        ),
        fileWith(exclusive('x', { attributes: { 'camunda:asyncBefore': true, 'zeebe:modelerTemplate': 't' } })),
      ],
    ],
    [
      'nor what is read where its engine has none: the topic of a script task',
      fileWith(scriptTask('a', 'x', { attributes: { 'camunda:type': 'external', 'camunda:topic': 'work' } })),
    ],
  ]);

  test.each(['camunda', 'flowable', 'activiti'])('an assignee of %s on a service task is', async (vendor) => {
    const xml = fileWith(serviceTask('a', { attributes: { [`${vendor}:assignee`]: 'bo' } }));
    expect(await findProblems(xml, rule)).toEqual(inVain('a', `${vendor}:assignee of serviceTask`));
  });

  test('elements are, on the wrong element and outside of the one they belong in', async () => {
    const extensions = '<zeebe:assignmentDefinition assignee="bo"/><zeebe:input source="=x" target="y"/>';
    expect(await findProblems(fileWith(serviceTask('a', { extensions })), rule)).toEqual(
      inVain('a', 'zeebe:assignmentDefinition of serviceTask, zeebe:input of serviceTask'),
    );
  });

  test('what belongs on the message is named on the event that waits for it', async () => {
    const extensions = '<zeebe:subscription correlationKey="=order"/>';
    const waiting = (onMessage: string, onEvent: string) =>
      fileWith(catchEvent('c', message('m'), { extensions: onEvent }), {
        roots: root('message', 'm', { name: 'm' }, onMessage),
      });
    expect(await findProblems(waiting('', extensions), rule)).toEqual(
      inVain('c', 'zeebe:subscription of intermediateCatchEvent'),
    );
    expect(await findProblems(waiting(extensions, ''), rule)).toEqual([]);
  });

  test('a collection on the task instead of its marker is named; on a marker, a service is', async () => {
    const onTask = fileWith(userTask('a', { attributes: { 'camunda:collection': '${people}' } }));
    expect(await findProblems(onTask, rule)).toEqual(inVain('a', 'camunda:collection of userTask'));
    const marked = { cardinality: 2, attributes: { 'camunda:class': 'x' } };
    expect(await findProblems(fileWith(userTask('a', { multiInstance: marked })), rule)).toEqual(
      inVain('a', 'camunda:class of multiInstanceLoopCharacteristics'),
    );
  });

  test('nor what a call and the process it calls had, once that is drawn in', async () => {
    const extensions = '<zeebe:calledElement processId="part" propagateAllChildVariables="false"/>';
    const part = process('part', [start('s'), userTask('t'), end('e')], 's > t > e', {
      isExecutable: false,
      extensions: '<zeebe:versionTag value="v1"/>',
    });
    const main = process(
      'main',
      [start(), callActivity('call', undefined, { extensions }), end()],
      'start > call > end',
    );
    const found = await findPrepared(bpmn(main, part));
    expect(found.filter((text) => text.startsWith(rule))).toEqual([]);
  });
});
