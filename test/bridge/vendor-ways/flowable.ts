import { BpmnError } from '../../../src/index.ts';
import { extensionElements, flows } from '../../support/bpmn-xml.ts';
import { FLOWABLE_ALONE } from './flowable-alone.ts';
import { drawCalled, drawFile, START, type Way } from './way.ts';

type Told = Omit<Way, 'of' | 'title' | 'reads' | 'xml'> & { readonly roots?: string };
type Vendor = 'flowable' | 'activiti';
type Make = (vendor: Vendor) => Way;

const way =
  (title: string, reads: string, content: string, { roots = '', ...rest }: Told): Make =>
  (of) => ({ ...{ title, of, reads, ...rest }, xml: drawFile(of, content, roots) });
const task = (id: string, assignee: string, more = '') =>
  `<userTask id="${id}" v:assignee="${assignee}">${more}</userTask>`;
const called = (who: string) => drawCalled(`<startEvent id="cs"/>${task('sign', who)}${flows('cs > sign')}`);
const TERMINATE = '<terminateEventDefinition v:terminateAll="true"/>';
const EVENT = '<signalEventDefinition signalRef="sg"/>';

const OTHER = drawFile('flowable', START + task('other', 'chen') + flows('s > other')).replace('id="p"', 'id="called"');

const BOTH: readonly Make[] = [
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
    'services by class, bean, type and rules, with fields',
    'class delegateExpression expression type rules <field>',
    `${START}<serviceTask id="a" v:class="org.example.Pay"/><serviceTask id="b" v:delegateExpression="\${payer}"/>
     <serviceTask id="c" v:expression="\${books.enter(execution)}"/>
     <sendTask id="d" v:type="mail">${extensionElements('<v:field name="to"><v:string>${x}</v:string></v:field><v:field name="from" expression="${clerk}"/>')}</sendTask>
     <businessRuleTask id="e" v:rules="rates"/>${task('look', 'bo')}${flows('s > a > b > c > d > e > look')}`,
    {
      variables: { clerk: 'bo' },
      services: { 'org.example.Pay': {}, payer: {}, books: {}, mail: {}, rules: {} },
      warned: ['service-replaces-built-in', 'service-replaces-built-in'],
      happens: ['bo look'],
      told: [
        ...['org.example.Pay {}', 'payer {}', 'books {}', 'mail {"to":"${x}","from":"bo"}', 'rules {"rules":"rates"}'],
        ...['start next look (bo)', 'look end'],
      ],
    },
  ),
  ...['resultVariable', 'resultVariableName'].map((name) =>
    way(
      `an expression that is computed at once into its ${name}`,
      `expression ${name}`,
      `${START}<serviceTask id="a" v:expression="\${names[1]}" v:${name}="clerk"/>${task('look', '${clerk}')}${flows('s > a > look')}`,
      { variables: { names: ['ann', 'bo'] }, happens: ['bo look'], told: ['start next look (bo)', 'look end'] },
    ),
  ),
  way(
    'signers by a collection, and their numbers',
    'collection elementVariable elementIndexVariable',
    `${START}<userTask id="sign" v:assignee="\${who}\${number}"><multiInstanceLoopCharacteristics v:collection="signers" v:elementVariable="who" v:elementIndexVariable="number"/></userTask>${flows('s > sign')}`,
    {
      variables: { signers: ['ann', 'bo'] },
      happens: ['ann0 sign', 'bo1 sign'],
      told: ['start next sign,sign (ann0) (bo1)', 'sign none', 'sign end'],
    },
  ),
  way(
    'a message and a signal whose names are computed',
    'messageExpression signalExpression',
    `${START}<intermediateCatchEvent id="m"><messageEventDefinition v:messageExpression="paid-\${order}"/></intermediateCatchEvent>
     <intermediateCatchEvent id="g"><signalEventDefinition v:signalExpression="sent-\${order}"/></intermediateCatchEvent>${task('look', 'bo')}${flows('s > m > g > look')}`,
    {
      variables: { order: '7' },
      happens: [
        { message: { name: 'paid-7', businessKey: 'other' }, isTaken: false },
        { message: { name: 'paid-7', businessKey: 'k-1' } },
        { signal: { name: 'sent-7' } },
        'bo look',
      ],
      told: ['start next look (bo)', 'look end'],
    },
  ),
  way(
    'a signal of one instance alone, and one that all hear',
    'scope',
    `${START}<parallelGateway id="f"/>${task('head', 'bo')}<intermediateThrowEvent id="tell">${EVENT}</intermediateThrowEvent>
     <intermediateCatchEvent id="hear">${EVENT}</intermediateCatchEvent>${task('pay', 'pat')}${flows('s > f > head > tell; f > hear > pay')}`,
    {
      roots: '<signal id="sg" name="approved" v:scope="processInstance"/>',
      starts: 2,
      happens: ['bo head', 'pat pay', 'bo head', 'pat pay'],
      told: [
        ...['start next head (bo)', 'start next head (bo)', 'head next pay (pat)', 'pay end'],
        ...['head next pay (pat)', 'pay end'],
      ],
    },
  ),
  way(
    'an event-based gateway: what happens first, and nothing after it',
    '',
    `${START}${task('ask', 'ann')}<eventBasedGateway id="g"/><intermediateCatchEvent id="hear">${EVENT}</intermediateCatchEvent>
     <intermediateCatchEvent id="late"><timerEventDefinition><timeDuration>PT2H</timeDuration></timerEventDefinition></intermediateCatchEvent>
     ${task('look', 'bo')}${task('remind', 'chen')}${flows('s > ask > g > hear > look; g > late > remind')}`,
    {
      roots: '<signal id="sg" name="approved"/>',
      happens: ['ann ask', { signal: { name: 'approved' } }, '3 hours', 'bo look'],
      told: ['start next ask (ann)', 'ask next g (system)', 'g next look (bo)', 'look end'],
    },
  ),
  way(
    'a timer cycle that has an end',
    'endDate',
    `${START}${task('sign', 'ann')}<boundaryEvent id="again" attachedToRef="sign" cancelActivity="false"><timerEventDefinition>
     <timeCycle v:endDate="2026-01-01T08:30:00Z">R5/PT1H</timeCycle></timerEventDefinition></boundaryEvent>${task('remind', 'bo')}${flows('s > sign; again > remind')}`,
    {
      warned: ['opened-for-each-token'],
      happens: ['1 hour', '1 hour', 'bo remind', 'ann sign'],
      told: ['start next sign (ann)', 'start next remind (bo)', 'remind none', 'sign end'],
    },
  ),
  way(
    'the code of an error that was caught, which no element defines',
    'errorVariableName',
    `${START}<serviceTask id="pay" v:delegateExpression="\${payer}"/>
     <boundaryEvent id="broke" attachedToRef="pay"><errorEventDefinition errorRef="NO" v:errorVariableName="why"/></boundaryEvent>${task('look', '${why}')}${flows('s > pay; broke > look')}`,
    {
      services: { payer: new BpmnError('NO') },
      warned: ['reference-is-name'],
      happens: ['NO look'],
      told: ['payer {}', 'start next look (NO)', 'look end'],
    },
  ),
  way(
    'defaults of a form at the start and of a task, and the value of a data object',
    '<formProperty> <formData> <formField> <value>',
    `<dataObject id="d" name="chief" itemSubjectRef="xsd:string">${extensionElements('<v:value>cy</v:value>')}</dataObject>
     <startEvent id="s">${extensionElements('<v:formProperty id="clerk" type="string" default="bo"/>')}</startEvent>
     ${task('look', '${clerk}', extensionElements('<v:formData><v:formProperty id="boss" type="string" default="ann"/><v:formField id="deputy" type="string" defaultValue="eve"/></v:formData>'))}${task('sign', '${boss}')}${task('check', '${deputy}')}${task('last', '${chief}')}${flows('s > look > sign > check > last')}`,
    {
      warned: ['vendor-feature-not-run', 'vendor-feature-not-run'],
      happens: ['bo look', 'ann sign', 'eve check', 'cy last'],
      told: [
        'start next look (bo)',
        'look next sign (ann)',
        'sign next check (eve)',
        'check next last (cy)',
        'last end',
      ],
    },
  ),
  way(
    'handlers in its list of properties',
    '<properties> <property>',
    `${START}<userTask id="look">${extensionElements('<v:properties><v:property name="ttc:handlers" value="bo"/></v:properties>')}</userTask>${flows('s > look')}`,
    { happens: ['bo look'], told: ['start next look (bo)', 'look end'] },
  ),
  way(
    'a call with parameters, of its own deployment',
    '<in> <out> sameDeployment',
    `${START}<callActivity id="call" calledElement="called" v:sameDeployment="true">${extensionElements('<v:in source="boss" target="who"/><v:out source="handler" target="signer"/>')}</callActivity>
     ${task('look', '${signer}')}${flows('s > call > look')}`,
    {
      called: [OTHER],
      roots: called('${who}'),
      variables: { boss: 'bo' },
      happens: ['bo call.sign', 'bo look'],
      told: ['start next call.sign (bo)', 'call.sign next look (bo)', 'look end'],
    },
  ),
  way(
    'a call of a definition by its id',
    'calledElementType',
    `${START}<callActivity id="call" calledElement="\${version}" v:calledElementType="id"/>${flows('s > call')}`,
    {
      called: [OTHER],
      calledAs: 'version',
      happens: ['chen call.called.other'],
      told: ['start next call.called.other (chen)', 'call.called.other end'],
    },
  ),
  way(
    'a call that hands all variables in',
    'inheritVariables',
    `${START}<callActivity id="call" calledElement="called" v:inheritVariables="true"/>${flows('s > call')}`,
    {
      roots: called('${clerk}'),
      variables: { clerk: 'bo' },
      happens: ['bo call.sign'],
      told: ['start next call.sign (bo)', 'call.sign end'],
    },
  ),
  way(
    'an end of all from inside of a sub-process',
    'terminateAll',
    `${START}<parallelGateway id="f"/><subProcess id="sub"><startEvent id="in"/>${task('stop', 'ann')}<endEvent id="out">${TERMINATE}</endEvent>${flows('in > stop > out')}</subProcess>
     ${task('look', 'bo')}${task('never', 'chen')}${flows('s > f > sub > never; f > look')}`,
    { happens: ['ann stop'], told: ['start next look,stop (bo) (ann)', 'look none', 'stop end'] },
  ),
  way(
    'an end of a whole multi-instance, behind which it goes on',
    'terminateMultiInstance',
    `${START}<subProcess id="sub"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>
     <startEvent id="in"/>${task('stop', 'ann')}<endEvent id="out">${TERMINATE.replace('terminateAll', 'terminateMultiInstance')}</endEvent>${flows('in > stop > out')}</subProcess>
     ${task('look', 'bo')}${flows('s > sub > look')}`,
    {
      happens: ['ann stop', 'bo look'],
      told: ['start next stop,stop (ann) (ann)', 'stop next look (bo)', 'stop none', 'look end'],
    },
  ),
];

export const FLOWABLE: readonly Way[] = [...BOTH.map((make) => make('flowable')), ...FLOWABLE_ALONE];
export const ACTIVITI: readonly Way[] = BOTH.map((make) => make('activiti'));
