import { describe, expect, test } from 'vitest';
import {
  callActivity,
  catchEvent,
  element,
  end,
  fileWith,
  node,
  processFile,
  root,
  scriptTask,
  serviceTask,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { readXml } from '../../support/inner/model.ts';
import { findProblems } from '../find-problems.ts';
import { prepareAccepted } from '../prepare/prepare.ts';
import { findsIn } from './cases.ts';

describe('service-without-name', () => {
  const rule = 'service-without-name';

  test('a service task that names nothing is called by its id: a guess', async () => {
    const xml = fileWith(node('serviceTask', 'a', { attributes: { implementation: '##WebService' } }));
    const { model, problems } = await readXml(xml);
    expect(model?.services.get('a')?.service).toBe('a');
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        rule,
        elementId: 'a',
        reason: `"a" calls a service, but it does not say which: the host's services['a'] is called.`,
        guess: true,
      },
    ]);
  });

  findsIn(rule, [
    [
      'so is one with an expression that is not understood',
      fileWith(node('serviceTask', 'a', { attributes: { 'camunda:expression': '${execution.end(1)}' } })),
      `warning a: "a" calls a service, but its expression \${execution.end(1)} cannot be computed here: the host's services['a'] is called.`,
    ],
  ]);

  test('in a called process it is the id that the task has there', async () => {
    const called = processFile([start(), node('serviceTask', 'book'), end()], 'start > book > end', { id: 'called' });
    const xml = processFile([start(), callActivity('call', 'called'), end()], 'start > call > end');
    const { model } = await prepareAccepted(xml, { called });
    expect(model.services.get('call.book')?.service).toBe('book');
  });

  test.each([
    ['names a service', { 'camunda:decisionRef': 'risk', 'ttc:service': 'risk' }],
    ['is an expression', { 'camunda:expression': '${amount * 2}' }],
  ])('one that %s is fine', async (_, attributes) => {
    expect(await findProblems(fileWith(node('businessRuleTask', 'a', { attributes })), rule)).toEqual([]);
  });
});

describe('service-name-computed', () => {
  test('a name that is an expression is named', async () => {
    const xml = fileWith(node('serviceTask', 'a', { extensions: '<zeebe:taskDefinition type="=kind"/>' }));
    expect(await findProblems(xml, 'service-name-computed', { services: new Set() })).toEqual([
      'warning a: "a" computes the name of its service when a token reaches it (=kind), so nobody can check in advance whether the host has it.',
    ]);
    expect(await findProblems(xml, 'service-missing', { services: new Set() })).toEqual([]);
  });

  test('a type of Camunda 8 is an expression only behind =', async () => {
    const xml = fileWith(node('serviceTask', 'a', { extensions: '<zeebe:taskDefinition type="${kind}"/>' }));
    expect(await findProblems(xml, 'service-name-computed')).toEqual([]);
    expect(await findProblems(xml, 'service-missing', { services: new Set() })).toHaveLength(1);
  });
});

describe('service-replaces-built-in', () => {
  const dmn = 'http://www.jboss.org/drools/dmn';

  test.each([
    ['flowable:type="mail"', 'mail', { 'flowable:type': 'mail' }],
    ['activiti:type="shell"', 'shell', { 'activiti:type': 'shell' }],
    ['camunda:decisionRef="risk"', 'dmn', { 'camunda:decisionRef': 'risk' }],
    [`implementation="${dmn}"`, 'dmn', { implementation: dmn }],
    ['the rules prices', 'rules', { 'activiti:rules': 'prices' }],
    [
      'drools:ruleFlowGroup="prices"',
      'rules',
      { 'xmlns:drools': 'http://www.jboss.org/drools', 'drools:ruleFlowGroup': 'prices' },
    ],
  ])('%s is said to be the service %s', async (thing, service, attributes) => {
    const xml = fileWith(node('businessRuleTask', 'a', { attributes }));
    expect(await findProblems(xml, 'service-replaces-built-in')).toEqual([
      `warning a: "a" is ${thing}, which only the engine it was drawn for has: the host's services['${service}'] is called instead.`,
    ]);
  });

  test('an own name says enough', async () => {
    const xml = fileWith(node('serviceTask', 'a', { attributes: { 'flowable:type': 'mail', 'ttc:service': 'tell' } }));
    expect(await findProblems(xml, 'service-replaces-built-in')).toEqual([]);
    expect(
      await findProblems(
        fileWith(node('sendTask', 'a', { attributes: { messageRef: 'm' } }), { roots: root('message', 'm') }),
        'service-replaces-built-in',
      ),
    ).toEqual([]);
  });
});

describe('service-missing', () => {
  const rule = 'service-missing';

  const xml = processFile([start(), serviceTask('book'), serviceTask('pay'), end()], 'start > book > pay > end');

  findsIn(rule, [
    [
      'each service that the host has not is named',
      xml,
      'error pay: "pay" calls the service pay, which was not passed to the bridge.',
      { services: new Set(['book']) },
    ],
    ['nothing is said where it is not known which services there are', xml],
  ]);

  test('a service without a name is said once', async () => {
    const xml = fileWith(node('serviceTask', 'a'));
    const { problems } = await readXml(xml, { services: new Set() });
    expect(problems.map(({ rule: each, reason }) => `${each}: ${reason}`)).toEqual([
      'service-missing: "a" calls the service a, which was not passed to the bridge; the diagram names no service, so the id of the element is used.',
    ]);
  });
});

describe('script-invalid', () => {
  const rule = 'script-invalid';

  findsIn(rule, [
    [
      'a script task without a script is passed through',
      fileWith(node('scriptTask', 'a', { attributes: { scriptFormat: 'javascript' } })),
      'warning a: The script task "a" has no script, so a token passes straight through it.',
    ],
  ]);

  test('a script whose language is not said has that of its vendor, and is not quoted', async () => {
    const xml = fileWith(node('scriptTask', 'a', { content: '<script>secret()</script>' }));
    expect(await findProblems(xml, rule)).toEqual([
      'warning a: The script task "a" does not say which language its script is in: it is treated as juel, as in its own engine.',
    ]);
    const nobodys = xml.replaceAll(/xmlns:(camunda|flowable|activiti)="[^"]*"/g, '');
    expect(await findProblems(nobodys, rule)).toEqual([
      'warning a: The script task "a" does not say which language its script is in: it is passed to the function for scripts without a language.',
    ]);
  });

  test('a script in another file is warned of by the name of that file', async () => {
    const attributes = { scriptFormat: 'groovy', 'camunda:resource': 'deployment://sum.groovy' };
    expect(await findProblems(fileWith(node('scriptTask', 'a', { attributes })), rule)).toEqual([
      'warning a: The script task "a" has its script in another file, deployment://sum.groovy, which is not deployed with the diagram.',
    ]);
  });

  test('a script in the diagram, an expression and a named service are fine', async () => {
    const expression = node('scriptTask', 'a', {
      extensions: '<zeebe:script expression="=1 + 1" resultVariable="sum"/>',
    });
    const worker = node('scriptTask', 'a', { extensions: '<zeebe:taskDefinition type="script"/>' });
    for (const each of [scriptTask('a', '1 + 1'), expression, worker]) {
      expect(await findProblems(fileWith(each), rule)).toEqual([]);
      expect(await findProblems(fileWith(each), 'service-without-name')).toEqual([]);
      expect(await findProblems(fileWith(each), 'vendor-feature-not-run')).toEqual([]);
    }
  });
});

describe('script-not-run', () => {
  const rule = 'script-not-run';

  test('a script is refused where the host has no function that runs scripts', async () => {
    const xml = fileWith(scriptTask('a', 'secret()'));
    expect(await findProblems(xml, rule, { scripts: false })).toEqual([
      'error a: "a" runs a script, but the host has no function that runs scripts.',
    ]);
    expect(await findProblems(xml, rule, { scripts: true })).toEqual([]);
  });

  test('so is one that is a completion condition, unless ttc:completion is given as well', async () => {
    const withCondition = (attributes: Readonly<Record<string, string>>) =>
      fileWith(userTask('a', { attributes, multiInstance: { cardinality: 2, condition: 'done > 1' } })).replace(
        '<completionCondition',
        '<completionCondition language="groovy"',
      );
    expect(await findProblems(withCondition({}), rule, { scripts: false })).toEqual([
      'error a: "a" has a script in groovy as its completion condition, but the host has no function that runs scripts.',
    ]);
    expect(await findProblems(withCondition({}), rule)).toEqual([]);
    expect(await findProblems(withCondition({ 'ttc:completion': 'any' }), rule, { scripts: false })).toEqual([]);
  });

  test('so is one that is the condition of an event', async () => {
    const condition = element('condition', { 'xsi:type': 'tFormalExpression', language: 'groovy' }, 'amount &gt; 1000');
    const xml = fileWith(catchEvent('c', element('conditionalEventDefinition', {}, condition)));
    expect(await findProblems(xml, rule, { scripts: false })).toEqual([
      'error c: "c" has a script in groovy as its condition, but the host has no function that runs scripts.',
    ]);
    expect(await findProblems(xml, rule)).toEqual([]);
  });

  findsIn(rule, [
    [
      'an expression and a named service need no such function',
      ['<zeebe:script expression="=1 + 1"/>', '<zeebe:taskDefinition type="sum"/>'].map((extensions) =>
        fileWith(node('scriptTask', 'a', { extensions })),
      ),
      [],
      { scripts: false },
    ],
  ]);
});

describe('mapping-not-supported', () => {
  const rule = 'mapping-not-supported';

  const WHAT =
    'a mapping of "a" must have the name of a variable, and texts, expressions, or lists and maps of them as its value; on a service that calls a function of the host, scripts too.';

  const mapped = (parameters: string) =>
    fileWith(serviceTask('a', { extensions: `<camunda:inputOutput>${parameters}</camunda:inputOutput>` }));

  test('scripts as inputs and outputs need a function for scripts', async () => {
    const script = '<camunda:script scriptFormat="groovy">1</camunda:script>';
    const output = mapped(`<camunda:outputParameter name="x">${script}</camunda:outputParameter>`);
    expect(await findProblems(output, rule)).toEqual([]);
    expect(await findProblems(output, 'script-not-run', { scripts: false })).toEqual([
      'error a: "a" has an output that is a script, x, but the host has no function that runs scripts.',
    ]);
    const input = mapped(`<camunda:inputParameter name="x">${script}</camunda:inputParameter>`);
    expect(await findProblems(input, rule)).toEqual([]);
    expect(await findProblems(input, 'script-not-run', { scripts: false })).toEqual([
      'error a: "a" has an input that is a script, x, but the host has no function that runs scripts.',
    ]);
  });

  test('a task that is computed at once has no scripts in its mappings', async () => {
    const extensions =
      '<camunda:inputOutput><camunda:inputParameter name="x"><camunda:script scriptFormat="js">1</camunda:script></camunda:inputParameter><camunda:outputParameter name="y"><camunda:script scriptFormat="js">2</camunda:script></camunda:outputParameter></camunda:inputOutput>';
    const xml = fileWith(node('serviceTask', 'a', { extensions, attributes: { 'camunda:expression': '${1 + 1}' } }));
    expect(await findProblems(xml, rule)).toEqual([
      `error a: the input "x" is a script, but the task is computed within the step, which cannot wait for a script; ${WHAT}`,
      `error a: the output "y" is a script, but the task is computed within the step, which cannot wait for a script; ${WHAT}`,
    ]);
  });

  test('a name that is none is refused', async () => {
    expect(await findProblems(mapped('<camunda:inputParameter>1</camunda:inputParameter>'), rule)).toEqual([
      `error a: camunda:inputParameter has no name for its value; ${WHAT}`,
    ]);
    const extensions = '<zeebe:ioMapping><zeebe:output source="=x" target="order.__proto__"/></zeebe:ioMapping>';
    expect(await findProblems(fileWith(serviceTask('a', { extensions })), rule)).toEqual([
      `error a: zeebe:output "order.__proto__" is not the name of a variable; ${WHAT}`,
    ]);
  });

  findsIn(rule, [
    [
      'the key of an entry that is computed is refused',
      mapped(
        '<camunda:inputParameter name="x"><camunda:map><camunda:entry key="${y}">1</camunda:entry></camunda:map></camunda:inputParameter>',
      ),
      `error a: an entry of camunda:inputParameter "x" has the key "\${y}", which must not be an expression; ${WHAT}`,
    ],
    [
      'texts, expressions, lists and maps are fine',
      mapped(
        '<camunda:inputParameter name="x">${y}</camunda:inputParameter><camunda:inputParameter name="z"><camunda:list><camunda:value>1</camunda:value></camunda:list></camunda:inputParameter><camunda:outputParameter name="w"><camunda:map/></camunda:outputParameter>',
      ),
    ],
  ]);
});
