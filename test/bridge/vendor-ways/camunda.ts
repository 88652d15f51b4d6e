import { BpmnError } from '../../../src/index.ts';
import { extensionElements, flows } from '../../support/bpmn-xml.ts';
import { drawCalled, drawFile, type Refusal, START, type Way } from './way.ts';

const way = (
  title: string,
  reads: string,
  content: string,
  rest: Omit<Way, 'of' | 'title' | 'reads' | 'xml'>,
): Way => ({
  ...{ title, of: 'camunda', reads, ...rest },
  xml: drawFile('camunda', content),
});
const task = (id: string, assignee: string, more = '') =>
  `<userTask id="${id}" v:assignee="${assignee}">${more}</userTask>`;

const CALLED = drawCalled(`<startEvent id="cs"/>${task('sign', '${who}')}${flows('cs > sign')}`, 'v:versionTag="v1"');
const call = (attributes: string) =>
  `<callActivity id="call" calledElement="called" ${attributes}>${extensionElements('<v:in source="boss" target="who"/><v:out source="outcome" target="signed"/>')}</callActivity>`;
const calling = (attributes: string) => START + call(attributes) + flows('s > call');

export const CAMUNDA: readonly Way[] = [
  way(
    'people, a due date and a page',
    'initiator assignee candidateUsers candidateGroups dueDate formKey',
    `<startEvent id="s" v:initiator="applicant"/>
     <userTask id="a" v:assignee="\${applicant}" v:dueDate="\${due}" v:formKey="https://pages.example/a"/>
     <userTask id="b" v:candidateUsers="bo, cy"/><userTask id="c" v:candidateGroups="directors"/>${flows('s > a > b > c')}`,
    {
      variables: { due: 'P2D' },
      happens: ['anna a', 'cy b', 'dara c'],
      told: [
        'start next a (anna in 48 h at https://pages.example/a)',
        'a next b (bo,cy)',
        'b next c (group directors)',
        'c end',
      ],
    },
  ),
  way(
    'services by class, bean, type and topic, with fields',
    'class delegateExpression expression type topic <field>',
    `${START}<serviceTask id="a" v:class="org.example.Pay"/><serviceTask id="b" v:delegateExpression="\${payer}"/>
     <serviceTask id="c" v:expression="\${books.enter(execution)}"/>
     <sendTask id="d" v:type="mail">${extensionElements('<v:field name="to" stringValue="${x}"/><v:field name="from"><v:expression>${clerk}</v:expression></v:field>')}</sendTask>
     <serviceTask id="e" v:type="external" v:topic="to-\${clerk}"/>${task('look', 'bo')}${flows('s > a > b > c > d > e > look')}`,
    {
      variables: { clerk: 'bo' },
      services: { 'org.example.Pay': {}, payer: {}, books: {}, mail: {}, 'to-bo': {} },
      warned: ['service-name-computed', 'service-replaces-built-in'],
      happens: ['bo look'],
      told: [
        ...['org.example.Pay {}', 'payer {}', 'books {}', 'mail {"to":"${x}","from":"bo"}', 'to-bo {}'],
        ...['start next look (bo)', 'look end'],
      ],
    },
  ),
  way(
    'inputs and outputs in their order, of a task around those of its connector',
    '<inputOutput> <connector> <connectorId>',
    `${START}<serviceTask id="a">${extensionElements(`<v:connector><v:connectorId>http-connector</v:connectorId><v:inputOutput>
       <v:inputParameter name="q">\${url}?x</v:inputParameter><v:outputParameter name="answer">\${response}</v:outputParameter></v:inputOutput></v:connector>
       <v:inputOutput><v:inputParameter name="host">\${clerk}.example</v:inputParameter><v:inputParameter name="url">https://\${host}</v:inputParameter>
       <v:outputParameter name="who">\${answer}</v:outputParameter><v:outputParameter name="asked">\${url}</v:outputParameter></v:inputOutput>`)}</serviceTask>
     ${task('look', '${who}')}<userTask id="sign" v:assignee="\${asked == 'https://bo.example' ? 'ann' : 'chen'}"/>${flows('s > a > look > sign')}`,
    {
      variables: { clerk: 'bo' },
      services: { 'http-connector': { response: 'dora' } },
      warned: ['service-replaces-built-in'],
      happens: ['dora look', 'ann sign'],
      told: [
        'http-connector {"host":"bo.example","url":"https://bo.example","q":"https://bo.example?x"}',
        ...['start next look (dora)', 'look next sign (ann)', 'sign end'],
      ],
    },
  ),
  way(
    'a parameter without a content, which gives null',
    '<inputOutput>',
    `${START}<serviceTask id="a" v:delegateExpression="\${ask}">${extensionElements('<v:inputOutput><v:inputParameter name="boss"/><v:outputParameter name="answer"/></v:inputOutput>')}</serviceTask>
     ${task('look', "${answer == null ? 'bo' : 'chen'}")}${flows('s > a > look')}`,
    {
      variables: { boss: 'ann', answer: 'old' },
      services: { ask: {} },
      happens: ['bo look'],
      told: ['ask {"boss":null}', 'start next look (bo)', 'look end'],
    },
  ),
  way(
    'what an external task gives beside its outputs',
    'topic <inputOutput>',
    `${START}<serviceTask id="a" v:type="external" v:topic="ask">${extensionElements('<v:inputOutput><v:inputParameter name="boss">${clerk}</v:inputParameter><v:outputParameter name="asked">${answer}</v:outputParameter></v:inputOutput>')}</serviceTask>
     ${task('b', '${asked}')}${task('c', '${answer}')}${task('d', '${boss}')}${flows('s > a > b > c > d')}`,
    {
      variables: { clerk: 'bo', boss: 'ann' },
      services: { ask: { answer: 'chen', boss: 'nobody' } },
      happens: ['chen b', 'chen c', 'ann d'],
      told: ['ask {"boss":"bo"}', 'start next b (chen)', 'b next c (chen)', 'c next d (ann)', 'd end'],
    },
  ),
  way(
    'a decision, an expression that names no bean and a script in a file, each with its result',
    'decisionRef resultVariable expression resource',
    `${START}<businessRuleTask id="a" v:decisionRef="rating" v:resultVariable="rate"/>
     <serviceTask id="b" v:expression="\${rate[0].who == 'bo' ? 'look-bo' : 'x'}" v:resultVariable="file"/>
     <scriptTask id="c" scriptFormat="groovy" v:resource="deployment://look.groovy" v:resultVariable="clerk"/>
     ${task('look', '${clerk}')}${flows('s > a > b > c > look')}`,
    {
      services: { dmn: [{ who: 'bo' }] },
      scripts: ({ resource, variables }) => (resource === 'deployment://look.groovy' ? variables.file : 'chen'),
      warned: ['service-replaces-built-in', 'script-invalid'],
      happens: ['look-bo look'],
      told: ['dmn {"decisionRef":"rating"}', 'start next look (look-bo)', 'look end'],
    },
  ),
  way(
    'signers by a collection',
    'collection elementVariable',
    `${START}<userTask id="sign" v:assignee="\${who}"><multiInstanceLoopCharacteristics v:collection="signers" v:elementVariable="who"/></userTask>${flows('s > sign')}`,
    {
      variables: { signers: ['ann', 'bo'] },
      happens: ['ann sign', 'bo sign'],
      told: ['start next sign,sign (ann) (bo)', 'sign none', 'sign end'],
    },
  ),
  way(
    'the codes of an error and of an escalation that were caught',
    'errorCodeVariable escalationCodeVariable',
    `${START}<serviceTask id="pay" v:class="Pay"/><boundaryEvent id="broke" attachedToRef="pay"><errorEventDefinition v:errorCodeVariable="why"/></boundaryEvent>
     <subProcess id="sub"><startEvent id="in"/><endEvent id="out"><escalationEventDefinition escalationRef="\${x}"/></endEvent>${flows('in > out')}</subProcess>
     <boundaryEvent id="up" attachedToRef="sub"><escalationEventDefinition v:escalationCodeVariable="code"/></boundaryEvent>
     <userTask id="look" v:assignee="\${why}-\${code}"/>${flows('s > pay; broke > sub; up > look')}`.replace(
      '${x}',
      'BOSS',
    ),
    {
      services: { Pay: new BpmnError('LATE') },
      warned: ['reference-is-name'],
      happens: ['LATE-BOSS look'],
      told: ['Pay {}', 'start next look (LATE-BOSS)', 'look end'],
    },
  ),
  way(
    'a condition that listens to one variable and to updates alone',
    'variableName variableEvents',
    `${START}<intermediateCatchEvent id="wait"><conditionalEventDefinition v:variableName="stock" v:variableEvents="update"><condition>\${stock + extra &gt; 10}</condition></conditionalEventDefinition></intermediateCatchEvent>
     ${task('look', 'bo')}${flows('s > wait > look')}`,
    {
      variables: { stock: 1, extra: 0 },
      happens: [{ set: { extra: 20 } }, { set: { stock: 2 } }, 'bo look'],
      told: ['start next look (bo)', 'look end'],
    },
  ),
  way(
    'a condition of an event and a completion condition of services that are scripts',
    'variableName',
    `${START}<intermediateCatchEvent id="wait"><conditionalEventDefinition v:variableName="stock"><condition xsi:type="tFormalExpression" language="javascript">stock &gt; 10</condition></conditionalEventDefinition></intermediateCatchEvent>
     <serviceTask id="count" v:type="external" v:topic="count"><multiInstanceLoopCharacteristics isSequential="true"><loopCardinality>3</loopCardinality><completionCondition xsi:type="tFormalExpression" language="javascript">enough</completionCondition></multiInstanceLoopCharacteristics></serviceTask>
     ${task('look', 'bo')}${flows('s > wait > count > look')}`,
    {
      variables: { stock: 1, extra: 0 },
      services: { count: {} },
      scripts: ({ script, variables: { stock, nrOfCompletedInstances } }) =>
        script === 'enough' ? nrOfCompletedInstances === 2 : Number(stock) > 10,
      happens: [{ set: { extra: 20 } }, { set: { stock: 11 } }, 'bo look'],
      told: ['count {}', 'count {}', 'start next look (bo)', 'look end'],
    },
  ),
  ...(
    [
      'v:calledElementBinding="deployment"',
      'v:calledElementBinding="versionTag" v:calledElementVersionTag="v1"',
    ] as const
  ).map(
    (binding): Way => ({
      ...{ title: `a call with ${binding}`, of: 'camunda', xml: drawFile('camunda', calling(binding), CALLED) },
      reads: binding.includes('Tag')
        ? 'calledElementBinding calledElementVersionTag <in> <out>'
        : 'calledElementBinding',
      variables: { boss: 'bo' },
      happens: ['bo call.sign'],
      told: ['start next call.sign (bo)', 'call.sign end'],
    }),
  ),
  {
    ...{
      title: 'a call whose escalation is caught, which gives its outputs and goes on',
      of: 'camunda',
      reads: '<out>',
    },
    xml: drawFile(
      'camunda',
      `${START}<callActivity id="call" calledElement="called">${extensionElements('<v:in source="boss" target="who"/><v:out source="handler" target="signer"/>')}</callActivity>
       <boundaryEvent id="up" attachedToRef="call" cancelActivity="false"><escalationEventDefinition escalationRef="e"/></boundaryEvent>${task('look', '${signer}')}${flows('s > call; up > look')}`,
      `<escalation id="e" escalationCode="LATE"/>${drawCalled(`<startEvent id="cs"/>${task('sign', '${who}')}<intermediateThrowEvent id="late"><escalationEventDefinition escalationRef="e"/></intermediateThrowEvent>${task('last', 'ann')}${flows('cs > sign > late > last')}`)}`,
    ),
    variables: { boss: 'bo' },
    happens: ['bo call.sign', 'bo look', 'ann call.last'],
    told: ['start next call.sign (bo)', 'call.sign next look,call.last (bo) (ann)', 'look none', 'call.last end'],
  },
  {
    ...{
      title: 'a message by the business key, and what waits first behind an event-based gateway',
      of: 'camunda',
      reads: '',
    },
    xml: drawFile(
      'camunda',
      `${START}${task('ask', 'ann')}<eventBasedGateway id="g"/><intermediateCatchEvent id="paid"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
       <intermediateCatchEvent id="gone"><signalEventDefinition signalRef="sg"/></intermediateCatchEvent>${task('look', 'bo')}${task('drop', 'chen')}${flows('s > ask > g > paid > look; g > gone > drop')}`,
      '<message id="m" name="paid"/><signal id="sg" name="gone"/>',
    ),
    happens: [
      ...['ann ask', { message: { name: 'paid', businessKey: 'k-2' }, isTaken: false }],
      ...[{ message: { name: 'paid', businessKey: 'k-1' } }, { signal: { name: 'gone' } }, 'bo look'],
    ] as const,
    told: ['start next ask (ann)', 'ask next g (system)', 'g next look (bo)', 'look end'],
  },
  way(
    'defaults of a form at the start and of a task',
    '<formData> <formField> <formProperty>',
    `<startEvent id="s">${extensionElements('<v:formData><v:formField id="clerk" type="string" defaultValue="bo"/></v:formData>')}</startEvent>
     ${task('look', '${clerk}', extensionElements('<v:formProperty id="boss" type="string" default="ann"/>'))}${task('sign', '${boss}')}${flows('s > look > sign')}`,
    {
      warned: ['vendor-feature-not-run', 'vendor-feature-not-run'],
      happens: ['bo look', 'ann sign'],
      told: ['start next look (bo)', 'look next sign (ann)', 'sign end'],
    },
  ),
  way(
    'handlers in its list of properties',
    '<properties> <property>',
    `${START}<userTask id="look">${extensionElements('<v:properties><v:property name="ttc:handlers" value="bo"/></v:properties>')}</userTask>${flows('s > look')}`,
    { happens: ['bo look'], told: ['start next look (bo)', 'look end'] },
  ),
];

export const CAMUNDA_REFUSALS: readonly Refusal[] = [
  {
    ...{ title: 'a call of a version by its number', of: 'camunda', reads: 'calledElementVersion' },
    xml: drawFile('camunda', calling('v:calledElementBinding="version" v:calledElementVersion="3"'), CALLED),
    refusedBy: 'call-version-unknown',
  },
];
