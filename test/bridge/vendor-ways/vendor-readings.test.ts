/** Files as the modelers of Flowable, Activiti, Camunda and jBPM save them, each run to its end. */
import { describe } from 'vitest';
import { BpmnError } from '../../../src/index.ts';
import { element, fileOf, flows, VENDOR_NAMESPACES } from '../../support/bpmn-xml.ts';
import { runs } from './vendor-run.ts';

type Vendor = keyof typeof VENDOR_NAMESPACES;

const fileBy = (vendor: Vendor | 'any', content: string) =>
  fileOf(
    vendor === 'any' ? {} : { [vendor]: VENDOR_NAMESPACES[vendor] },
    element('process', { id: 'p', isExecutable: true }, content),
  );

/** `start > apply > (what stands here) > check > end`, between tasks of anna and bo. */
const around = (vendor: Vendor | 'any', first: string, last: string, content: string) =>
  fileBy(
    vendor,
    `<startEvent id="start"/>${first}${content}${last}<endEvent id="end"/>${flows('start > apply > it > check > end')}`,
  );

const BETWEEN = ['anna apply', 'bo check'];
const toldBetween = (...services: readonly string[]) => [
  'start next apply (anna)',
  ...services,
  'apply next check (bo)',
  'check end',
];

describe('Flowable', () => {
  const flowable = (content: string) =>
    around(
      'flowable',
      '<userTask id="apply" flowable:assignee="$INITIATOR"/>',
      '<userTask id="check" flowable:candidateUsers="${clerk}"/>',
      content,
    );

  runs('a mail task, an http task with its fields, and a worker with a topic', {
    xml: flowable(`
      <serviceTask id="it" flowable:type="mail"><extensionElements>
        <flowable:field name="to"><flowable:expression>\${clerk}@example.com</flowable:expression></flowable:field>
        <flowable:field name="subject"><flowable:string><![CDATA[Your \${x}]]></flowable:string></flowable:field>
      </extensionElements></serviceTask><sequenceFlow id="g1" sourceRef="it" targetRef="http"/>
      <serviceTask id="http" flowable:type="http"><extensionElements>
        <flowable:field name="requestMethod" stringValue="GET"/>
        <flowable:field name="requestUrl" expression="https://\${clerk}.example"/>
      </extensionElements></serviceTask><sequenceFlow id="g2" sourceRef="http" targetRef="worker"/>
      <serviceTask id="worker" flowable:type="external-worker" flowable:topic="orders-\${clerk}"/>
      `).replace('sourceRef="it" targetRef="check"', 'sourceRef="worker" targetRef="check"'),
    variables: { clerk: 'bo' },
    warned: ['service-name-computed', 'service-replaces-built-in', 'service-replaces-built-in'],
    services: { mail: {}, http: {}, 'orders-bo': {} },
    happens: BETWEEN,
    told: toldBetween(
      'mail {"to":"bo@example.com","subject":"Your ${x}"}',
      'http {"requestMethod":"GET","requestUrl":"https://bo.example"}',
      'orders-bo {}',
    ),
  });

  runs('an expression that is computed at once', {
    xml: flowable('<serviceTask id="it" flowable:expression="${names[1]}" flowable:resultVariableName="clerk"/>'),
    variables: { names: ['anna', 'bo'] },
    happens: BETWEEN,
    told: toldBetween(),
  });

  runs('a start at eight on the first of January, by a cron pattern', {
    xml: fileBy(
      'flowable',
      `<startEvent id="start"><timerEventDefinition><timeCycle>0 0 8 1 1 ?</timeCycle></timerEventDefinition></startEvent>
      <sequenceFlow sourceRef="start" targetRef="look"/><userTask id="look" flowable:assignee="bo"/>`,
    ),
    starts: 0,
    happens: ['1 hour', 'bo look'],
    told: ['start next look (bo)', 'look end'],
  });
});

describe('Activiti', () => {
  const activiti = (content: string) =>
    around(
      'activiti',
      '<userTask id="apply" activiti:assignee="anna"/>',
      '<userTask id="check" activiti:assignee="bo"/>',
      content,
    );

  runs('an error by its code, which no element defines', {
    xml: activiti(`
      <serviceTask id="it" activiti:delegateExpression="\${payer}"/>
      <boundaryEvent id="broke" attachedToRef="it"><errorEventDefinition errorRef="NO_MONEY"/></boundaryEvent>
      <sequenceFlow id="g1" sourceRef="broke" targetRef="beg"/><userTask id="beg" activiti:assignee="chen"/>`),
    warned: ['reference-is-name'],
    services: { payer: new BpmnError('NO_MONEY') },
    happens: ['anna apply', 'chen beg'],
    told: ['start next apply (anna)', 'payer {}', 'apply next beg (chen)', 'beg end'],
  });

  const LARGE = `<sequenceFlow id="g1" sourceRef="it" targetRef="large">
      <conditionExpression xsi:type="tFormalExpression"><![CDATA[\${sum > 10}]]></conditionExpression></sequenceFlow>`;
  const decided = (flows: string) =>
    activiti(`<exclusiveGateway id="it"/>${flows}<userTask id="large" activiti:candidateGroups="directors"/>`);

  runs('a flow without a condition behind one that has one', {
    xml: decided(LARGE),
    variables: { sum: 11 },
    warned: ['flow-without-condition'],
    happens: ['anna apply', 'dara large'],
    told: ['start next apply (anna)', 'apply next large (group directors)', 'large end'],
  });

  runs('a flow without a condition before one that has one: it is taken', {
    xml: decided('').replace('</process>', `${LARGE}</process>`),
    variables: { sum: 11 },
    warned: ['flow-without-condition'],
    happens: BETWEEN,
    told: toldBetween(),
  });

  runs('a time-out with an expression', {
    xml: activiti(`
      <userTask id="it" activiti:assignee="chen"/>
      <boundaryEvent id="late" attachedToRef="it"><timerEventDefinition><timeDuration>PT\${days * 24}H</timeDuration></timerEventDefinition></boundaryEvent>
      <sequenceFlow id="g1" sourceRef="late" targetRef="check"/>`),
    variables: { days: 2 },
    happens: ['anna apply', '47 hours', '1 hour', 'bo check'],
    told: ['start next apply (anna)', 'apply next it (chen)', 'it next check (bo)', 'check end'],
  });

  runs('a wait for a local date, and data objects', {
    xml: activiti(`
      <dataObject id="d" name="D" itemSubjectRef="xsd:string"><extensionElements><activiti:value>x</activiti:value></extensionElements></dataObject>
      <dataObjectReference id="r" dataObjectRef="d"/><dataStoreReference id="s" name="Store"/>
      <intermediateCatchEvent id="it"><timerEventDefinition><timeDate>2026-01-01T09:00:00</timeDate></timerEventDefinition></intermediateCatchEvent>`),
    happens: ['anna apply', '1 hour', '1 hour', 'bo check'],
    told: ['start next apply (anna)', 'apply none', 'apply next check (bo)', 'check end'],
  });
});

describe('Camunda 7', () => {
  const camunda = (content: string) =>
    around(
      'camunda',
      '<userTask id="apply" camunda:assignee="anna"/>',
      '<userTask id="check" camunda:assignee="${clerk}"/>',
      content,
    );
  const CLERK = { clerk: 'bo' };

  runs('a connector, and an external task with parameters', {
    xml: camunda(`
      <serviceTask id="it"><extensionElements><camunda:connector><camunda:connectorId>http-connector</camunda:connectorId>
        <camunda:inputOutput><camunda:inputParameter name="url">https://\${clerk}.example</camunda:inputParameter>
        <camunda:outputParameter name="answer">\${response}</camunda:outputParameter></camunda:inputOutput>
      </camunda:connector></extensionElements></serviceTask><sequenceFlow id="g1" sourceRef="it" targetRef="worker"/>
      <serviceTask id="worker" camunda:type="external" camunda:topic="store"><extensionElements>
        <camunda:inputOutput><camunda:inputParameter name="text">\${answer}</camunda:inputParameter></camunda:inputOutput>
      </extensionElements></serviceTask>`).replace(
      'sourceRef="it" targetRef="check"',
      'sourceRef="worker" targetRef="check"',
    ),
    variables: CLERK,
    warned: ['service-replaces-built-in'],
    services: { 'http-connector': { response: 'yes' }, store: {} },
    happens: BETWEEN,
    told: toldBetween('http-connector {"url":"https://bo.example"}', 'store {"text":"yes"}'),
  });

  runs('the code of an error that was caught, as a variable', {
    xml: camunda(`
      <serviceTask id="it" camunda:class="org.example.Pay"/>
      <boundaryEvent id="broke" attachedToRef="it"><errorEventDefinition camunda:errorCodeVariable="code"/></boundaryEvent>
      <sequenceFlow id="g1" sourceRef="broke" targetRef="tell"/>
      <serviceTask id="tell" camunda:topic="told-\${code}" camunda:type="external"/><sequenceFlow id="g2" sourceRef="tell" targetRef="check"/>`),
    variables: CLERK,
    warned: ['service-name-computed'],
    services: { 'org.example.Pay': new BpmnError('LATE'), 'told-LATE': {} },
    happens: BETWEEN,
    told: toldBetween('org.example.Pay {}', 'told-LATE {}'),
  });
});

describe('Camunda 8', () => {
  runs('headers, a computed type, a result in an object, and people by FEEL', {
    xml: around(
      'zeebe',
      '<userTask id="apply"><extensionElements><zeebe:userTask/><zeebe:assignmentDefinition assignee="=initiator"/></extensionElements></userTask>',
      '<userTask id="check"><extensionElements><zeebe:assignmentDefinition candidateUsers="=[order.by]"/></extensionElements></userTask>',
      `<serviceTask id="it"><extensionElements><zeebe:taskDefinition type="=&quot;pay-&quot; + order.kind"/>
        <zeebe:taskHeaders><zeebe:header key="url" value="=x"/></zeebe:taskHeaders>
        <zeebe:ioMapping><zeebe:input source="=order.kind" target="a.b"/><zeebe:output source="=who" target="order.by"/></zeebe:ioMapping>
      </extensionElements></serviceTask>`,
    ),
    variables: { order: { kind: 'card' } },
    warned: ['service-name-computed'],
    services: { 'pay-card': { who: 'bo' } },
    happens: BETWEEN,
    told: toldBetween('pay-card {"url":"=x","a":{"b":"card"}}'),
  });
});

describe('jBPM', () => {
  const owner = (text: string) =>
    `<potentialOwner><resourceAssignmentExpression><formalExpression>${text}</formalExpression></resourceAssignmentExpression></potentialOwner>`;
  /** The data inputs of a node. */
  const given = (id: string, inputs: Readonly<Record<string, string>>) => {
    const drawn = Object.keys(inputs).map((name) => `<dataInput id="${id}_${name}" name="${name}"/>`);
    const filled = Object.entries(inputs).map(
      ([name, text]) =>
        `<dataInputAssociation><targetRef>${id}_${name}</targetRef><assignment><from xsi:type="tFormalExpression">${text}</from><to xsi:type="tFormalExpression">${id}_${name}</to></assignment></dataInputAssociation>`,
    );
    return `<ioSpecification>${drawn.join('')}<inputSet/><outputSet/></ioSpecification>${filled.join('')}`;
  };

  runs('people by potentialOwner, ActorId and GroupId, and a work item of a plain task', {
    xml: around(
      'drools',
      `<property id="clerk" itemSubjectRef="text"/>
       <userTask id="apply">${given('apply', { TaskName: 'Apply' })}${owner('anna')}</userTask>`,
      `<userTask id="check">${given('check', { ActorId: '#{clerk}', Skippable: 'false' })}</userTask>`,
      `<task id="it" drools:taskName="Email">${given('it', { To: '#{clerk}', TaskName: 'Email' })}</task>
       <sequenceFlow id="g1" sourceRef="it" targetRef="rules"/><businessRuleTask id="rules" drools:ruleFlowGroup="rates"/>
       <sequenceFlow id="g2" sourceRef="rules" targetRef="direct"/>
       <userTask id="direct">${given('direct', { GroupId: 'directors' })}</userTask>`,
    )
      .replace('sourceRef="it" targetRef="check"', 'sourceRef="direct" targetRef="check"')
      .replace('<process', '<itemDefinition id="text" structureRef="String"/><process'),
    variables: { clerk: 'bo' },
    warned: ['service-replaces-built-in'],
    services: { Email: {}, rules: {} },
    happens: ['anna apply', 'dara direct', 'bo check'],
    told: [
      'start next apply (anna)',
      'Email {"To":"bo","TaskName":"Email"}',
      'rules {"ruleFlowGroup":"rates"}',
      'apply next direct (group directors)',
      'direct next check (bo)',
      'check end',
    ],
  });
});

describe('Any tool', () => {
  runs('resources, correlation, empty lanes, and an owner by the resource alone, who is nobody', {
    xml: around(
      'any',
      '<laneSet id="lanes"/><userTask id="apply"><potentialOwner><resourceRef>anna</resourceRef></potentialOwner></userTask>',
      '<userTask id="check"><humanPerformer><resourceAssignmentExpression><formalExpression>bo</formalExpression></resourceAssignmentExpression></humanPerformer></userTask>',
      '<manualTask id="it"/>',
    ).replace(
      '<process',
      `<resource id="anna" name="managers"/><itemDefinition id="i" itemKind="Information" structureRef="x:y"/>
       <message id="m" name="paid" itemRef="i"/><correlationProperty id="c" type="x:y"><correlationPropertyRetrievalExpression messageRef="m"><messagePath>a</messagePath></correlationPropertyRetrievalExpression></correlationProperty><process`,
    ),
    warned: ['user-task-without-handler'],
    happens: ['emil apply', 'bo check'],
    told: ['start next apply (emil)', 'apply next check (bo)', 'check end'],
  });
});

describe('ids', () => {
  runs('that name something of every object', {
    xml: around(
      'camunda',
      '<userTask id="apply" camunda:assignee="anna"/>',
      '<userTask id="check" camunda:assignee="bo"/>',
      `<exclusiveGateway id="it" default="isPrototypeOf"/>
      <sequenceFlow id="isPrototypeOf" sourceRef="it" targetRef="constructor"/>
      <serviceTask id="constructor" camunda:topic="toString"/>
      <sequenceFlow id="hasOwnProperty" sourceRef="constructor" targetRef="valueOf"/>
      <subProcess id="valueOf"><userTask id="toString" camunda:assignee="chen"/></subProcess>`,
    ).replace('sourceRef="it" targetRef="check"', 'sourceRef="valueOf" targetRef="check"'),
    services: { toString: {} },
    happens: ['anna apply', 'chen toString', 'bo check'],
    told: [
      'start next apply (anna)',
      'toString {}',
      'apply next toString (chen)',
      'toString next check (bo)',
      'check end',
    ],
  });
});
