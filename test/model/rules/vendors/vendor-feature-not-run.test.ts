import { expect, test } from 'vitest';
import {
  type Attributes,
  type BpmnNode,
  boundary,
  bpmn,
  callActivity,
  end,
  fileWith,
  type NodeOptions,
  node,
  process,
  processFile,
  root,
  scriptTask,
  serviceTask,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { draw } from '../../../support/draw.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';
import { findPrepared } from '../../prepare/prepare.ts';
import { findsIn } from '../cases.ts';

const rule = 'vendor-feature-not-run';

const MAIL = '<zeebe:taskDefinition type="mail"/>';

const calling = (options: NodeOptions) =>
  bpmn(
    process('main', [start(), callActivity('call', 'part', options), end()], 'start > call > end'),
    process('part', [start('s'), userTask('a'), end('e')], 's > a > e', { isExecutable: false }),
  );

const saidOfCall = async (options: NodeOptions) =>
  (await findPrepared(calling(options))).filter((text) => text.startsWith(rule));

const ofCall = (features: string) => [
  `${rule} call: "call" has ${features}: that belongs to the engine it was drawn for and is not run.`,
];

findsIn(rule, [
  [
    'listeners are named',
    fileWith(
      userTask('a', { extensions: '<camunda:taskListener event="create"/><camunda:executionListener event="start"/>' }),
    ),
    'warning a: "a" has a task listener, an execution listener: that belongs to the engine it was drawn for and is not run.',
  ],
  [
    'a form that only its own engine shows is named',
    fileWith(userTask('a', { attributes: { 'camunda:formKey': 'embedded:app:form.html' } })),
    'warning a: "a" has the form embedded:app:form.html: that belongs to the engine it was drawn for and is not run.',
  ],
  [
    'asynchronous continuations are named, where they are on',
    fileWith(userTask('a', { attributes: { 'camunda:asyncBefore': 'true', 'camunda:asyncAfter': 'false' } })),
    'warning a: "a" has asynchronous continuation: that belongs to the engine it was drawn for and is not run.',
  ],
  ['a form that is a page is not', fileWith(userTask('a', { attributes: { 'camunda:formKey': 'https://x/form' } }))],
  [
    'defaults of a form are not among what is not run',
    fileWith(userTask('a', { extensions: '<flowable:formProperty id="x" default="3"/>' })),
    expect.stringContaining('has form fields (except the defaults, which are read): '),
  ],
]);

test('that nothing depends on what decides who, which way or how often is a guess', async () => {
  const guesses = async (attributes: Attributes) => {
    const { problems } = await readXml(fileWith(userTask('a', { attributes })));
    return problems.map(({ guess }) => guess ?? false);
  };
  expect(await guesses({ 'flowable:skipExpression': '${done}', 'flowable:priority': '50' })).toEqual([true]);
  expect(await guesses({ 'flowable:priority': '50' })).toEqual([false]);
});

test('a call of jBPM that outlives its interruption is named, where something interrupts it', async () => {
  const called = (hangs: readonly BpmnNode[]) =>
    draw({
      others: [
        subProcess('call', [start('s'), userTask('u')], 's > u', { attributes: { 'drools:independent': 'true' } }),
        ...hangs,
      ],
      paths: `start > call > end${hangs.length > 0 ? '; late > end' : ''}`,
    }).replace('<definitions', '<definitions xmlns:drools="http://www.jboss.org/drools"');
  expect(await findProblems(called([boundary('late', 'call', timer('PT1H'))]), rule)).toEqual([
    'warning call: "call" has a called process that outlives its call (independent): that belongs to the engine it was drawn for and is not run.',
  ]);
  expect(await findProblems(called([]), rule)).toEqual([]);
});

test('an output collection is named on a sub-process, whose instances share their variables', async () => {
  const content = (attributes: string) =>
    `<extensionElements><zeebe:loopCharacteristics inputCollection="=people"${attributes}/></extensionElements>`;
  const OUTPUT = ' outputCollection="votes" outputElement="=vote"';
  const round = (attributes: string) =>
    fileWith(
      subProcess('a', [start('as'), userTask('at')], 'as > at', { multiInstance: { content: content(attributes) } }),
    );
  const task = fileWith(userTask('a', { multiInstance: { content: content(OUTPUT) } }));
  expect(await findProblems(round(OUTPUT), rule)).toEqual([
    'warning a: "a" has an output collection: that belongs to the engine it was drawn for and is not run.',
  ]);
  expect(await findProblems(round(''), rule)).toEqual([]);
  expect(await findProblems(task, rule)).toEqual([]);
});

test('form fields and fields of what is no service are named', async () => {
  const extensions = '<flowable:field name="x"/><flowable:formProperty id="y"/>';
  const xml = fileWith(userTask('a', { extensions }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has an injected field, form fields: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('retries of Camunda 8 are named, and task headers where no service is given them', async () => {
  const belongs = 'that belongs to the engine it was drawn for and is not run.';
  const xml = fileWith(
    node('serviceTask', 'a', { extensions: '<zeebe:taskDefinition type="t" retries="5"/><zeebe:taskHeaders/>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([`warning a: "a" has a number of retries: ${belongs}`]);
  expect(await findProblems(fileWith(userTask('a', { extensions: '<zeebe:taskHeaders/>' })), rule)).toEqual([
    `warning a: "a" has task headers: ${belongs}`,
  ]);
});

test('a priority of a flow in jBPM is named, but for the one that its modelers write everywhere', async () => {
  const withPriority = (priority: string) =>
    fileWith(userTask('a')).replace(
      '<sequenceFlow',
      `$& xmlns:tns="http://www.jboss.org/drools" tns:priority="${priority}"`,
    );
  expect(await findProblems(withPriority('1'), rule)).toEqual([]);
  expect(await findProblems(withPriority('2'), rule)).toEqual([
    expect.stringContaining('has a priority among the flows of a gateway'),
  ]);
});

test('scripts of jBPM around an activity are named', async () => {
  const script = (name: string) =>
    `<tns:${name} xmlns:tns="http://www.jboss.org/drools" scriptFormat="x"><tns:script>y</tns:script></tns:${name}>`;
  const xml = fileWith(userTask('a', { extensions: script('onEntry-script') + script('onExit-script') }));
  expect(await findProblems(xml, rule)).toEqual([
    'warning a: "a" has a script at its beginning, a script at its end: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('of the mappings of a user task those that cannot be computed are named', async () => {
  const mapped = (parameters: string) =>
    fileWith(userTask('a', { extensions: `<camunda:inputOutput>${parameters}</camunda:inputOutput>` }));
  const fine = '<camunda:inputParameter name="x">${y}</camunda:inputParameter>';
  expect(await findProblems(mapped(fine), rule)).toEqual([]);
  const others =
    '<camunda:inputParameter name="b">${bean.ask(y)}</camunda:inputParameter><camunda:outputParameter name="z"><camunda:script scriptFormat="js">1</camunda:script></camunda:outputParameter>';
  const said = (names: string) => [
    `warning a: "a" has an input or output mapping (${names}): that belongs to the engine it was drawn for and is not run.`,
  ];
  expect(await findProblems(mapped(fine + others), rule)).toEqual(said('camunda:inputParameter "b"'));
  expect(await findProblems(mapped(fine + others), rule, { scripts: false })).toEqual(
    said('camunda:inputParameter "b", camunda:outputParameter "z"'),
  );
});

test('names what a start event has in vain: a page, and within a sub-process an initiator', async () => {
  const inner = [start('in', { attributes: { 'camunda:initiator': 'who' } }), userTask('a'), end('out')];
  const xml = processFile(
    [
      start('s', { attributes: { 'camunda:initiator': 'who', 'camunda:formKey': 'https://x/form' } }),
      subProcess('part', inner, 'in > a > out'),
      end(),
    ],
    's > part > end',
  );
  const belongs = 'that belongs to the engine it was drawn for and is not run.';
  expect(await findProblems(xml, rule)).toEqual([
    `warning s: "s" has the start form https://x/form: ${belongs}`,
    `warning in: "in" has a variable for its initiator: ${belongs}`,
  ]);
});

test.each([
  ['camunda', throwEvent('t', '<messageEventDefinition messageRef="m" camunda:topic="mail"/>'), []],
  ['zeebe', { ...throwEvent('t', '<messageEventDefinition messageRef="m"/>'), extensions: MAIL }, []],
  [
    'a signal',
    { ...throwEvent('t', '<signalEventDefinition signalRef="s"/>'), extensions: MAIL },
    [
      'warning t: "t" has a service that sends the message: that belongs to the engine it was drawn for and is not run.',
    ],
  ],
])('the service of a message event that throws is run, that of others named: %s', async (_what, thrown, problems) => {
  const roots = root('message', 'm') + root('signal', 's');
  expect(await findProblems(processFile([start(), thrown, end()], 'start > t > end', { roots }), rule)).toEqual(
    problems,
  );
});

test('settings of a call are named in one warning, where they are not what happens anyway', async () => {
  const zeebe = (attributes: string) => ({ extensions: `<zeebe:calledElement processId="part" ${attributes}/>` });
  expect(await saidOfCall(zeebe('businessId="x"'))).toEqual(ofCall('a business key of a call (businessId)'));
  expect(await saidOfCall(zeebe('propagateAllChildVariables="false" bindingType="latest"'))).toEqual([]);
});

test('a class that maps the variables of a call is named', async () => {
  for (const name of ['variableMappingClass', 'variableMappingDelegateExpression']) {
    expect(await saidOfCall({ attributes: { [`camunda:${name}`]: 'x' } })).toEqual(
      ofCall('a class that maps the variables of a call'),
    );
  }
});

test('linked resources, form handlers and mappings of decisions are named', async () => {
  const named = async (options: NodeOptions) => (await findProblems(fileWith(serviceTask('a', options)), rule)).join();
  expect(await named({ extensions: '<zeebe:linkedResources/>' })).toContain('"a" has linked resources:');
  expect(await named({ attributes: { 'camunda:formHandlerClass': 'x' } })).toContain('a form handler');
  expect(await named({ attributes: { 'camunda:mapDecisionResult': 'singleEntry' } })).toContain('(mapDecisionResult)');
  expect(await named({ attributes: { 'camunda:mapDecisionResult': 'resultList' } })).toBe('');
});

test.each(['flowable', 'activiti'])('attributes that only %s has are named, where they are on', async (vendor) => {
  const attributes = {
    [`${vendor}:jobCategory`]: 'slow',
    [`${vendor}:storeResultVariableAsTransient`]: 'true',
    [`${vendor}:doNotIncludeVariables`]: 'false',
    [`${vendor}:exclusive`]: 'false',
  };
  expect(await findProblems(fileWith(serviceTask('a', { attributes })), rule)).toEqual([
    'warning a: "a" has a job category, a transient result variable: that belongs to the engine it was drawn for and is not run.',
  ]);
});

test('a start by the change of a variable is named, which is none here', async () => {
  const extensions = '<flowable:variableListenerEventDefinition variableName="x"/>';
  const xml = processFile([start('s', { extensions }), userTask('u'), end()], 's > u > end');
  expect((await findProblems(xml, rule)).join()).toContain('"s" has an event for the change of a variable:');
});

test('each feature has a remedy of its own', async () => {
  const xml = fileWith(
    userTask('a', {
      extensions: '<camunda:taskListener event="create"/><camunda:executionListener event="start"/>',
      attributes: { 'camunda:asyncBefore': 'true' },
    }),
  );
  const { problems } = await readXml(xml);
  expect(problems.map(({ remedy, guess }) => [remedy, guess])).toEqual([
    [
      'For a task listener, an execution listener: let a service task before or after it do the work of the listener, or let the host do it with bridge.on. For asynchronous continuation: nothing to do: each step is stored as a whole, and services run as separate jobs.',
      true,
    ],
  ]);
});

test('what would make its own engine go another way is a guess', async () => {
  const { problems } = await readXml(fileWith(userTask('a', { attributes: { 'flowable:skipExpression': '${x}' } })));
  expect(problems).toMatchObject([
    { rule, guess: true, remedy: 'Draw an exclusive gateway before it, with a way around it that has the condition.' },
  ]);
});

test.each([
  ['a form key', { attributes: { 'flowable:formKey': 'leave' } }],
  ['fields', { extensions: '<flowable:formProperty id="x"/>' }],
  ['generated fields', { extensions: '<camunda:formData><camunda:formField id="x"/></camunda:formData>' }],
])('%s of a start event: the remedy says where its values come from', async (_name, form) => {
  const xml = processFile([start('s', form), userTask('a'), end()], 's > a > end');
  expect((await readXml(xml)).problems).toMatchObject([
    {
      rule,
      elementId: 's',
      remedy: expect.stringMatching(/^Pass the values of the form as variables to bridge\.start/),
    },
  ]);
});

test('a script that stores its variables has a remedy of its own', async () => {
  const xml = fileWith(scriptTask('a', 'x', { attributes: { 'flowable:autoStoreVariables': 'true' } }));
  expect((await readXml(xml)).problems).toMatchObject([
    { rule, remedy: 'Let the script return the values that it sets, as its result.' },
  ]);
});
