import { BpmnError } from '../../../src/index.ts';
import { extensionElements, flows } from '../../support/bpmn-xml.ts';
import { drawCalled, drawFile, type Refusal, START, type Way } from './way.ts';

const way = (
  title: string,
  reads: string,
  content: string,
  { roots = '', ...rest }: Omit<Way, 'of' | 'title' | 'reads' | 'xml'> & { readonly roots?: string },
): Way => ({ ...{ title, of: 'drools', reads, ...rest }, xml: drawFile('drools', VARIABLES + content, roots) });

/** Those that the diagrams bind their data to. */
const VARIABLES = ['boss', 'clerk', 'signer', 'signers', 'given', 'verdict', 'book', 'who', 'next', 'never']
  .map((name) => `<property id="${name}"/>`)
  .join('');

type Part = readonly [declared: string, association: string];
const input = (id: string, name: string, source: string): Part => [
  `<dataInput id="${id}_${name}" name="${name}"/>`,
  `<dataInputAssociation><sourceRef>${source}</sourceRef><targetRef>${id}_${name}</targetRef></dataInputAssociation>`,
];
const text = (id: string, name: string, from: string): Part => [
  `<dataInput id="${id}_${name}" name="${name}"/>`,
  `<dataInputAssociation><targetRef>${id}_${name}</targetRef><assignment><from xsi:type="tFormalExpression">${from}</from><to xsi:type="tFormalExpression">${id}_${name}</to></assignment></dataInputAssociation>`,
];
const output = (id: string, name: string, target: string): Part => [
  `<dataOutput id="${id}_${name}_out" name="${name}"/>`,
  `<dataOutputAssociation><sourceRef>${id}_${name}_out</sourceRef><targetRef>${target}</targetRef></dataOutputAssociation>`,
];
const data = (...parts: readonly Part[]) =>
  `<ioSpecification>${parts.map(([declared]) => declared).join('')}<inputSet/><outputSet/></ioSpecification>${parts.map(([, association]) => association).join('')}`;
const owner = (who: string) =>
  `<potentialOwner><resourceAssignmentExpression><formalExpression>${who}</formalExpression></resourceAssignmentExpression></potentialOwner>`;
const task = (id: string, who: string, content = '') => `<userTask id="${id}">${content}${owner(who)}</userTask>`;
const each = (id: string) =>
  `<multiInstanceLoopCharacteristics><loopDataInputRef>${id}_IN</loopDataInputRef><loopDataOutputRef>${id}_OUT_out</loopDataOutputRef>
   <inputDataItem id="${id}_item" name="item"/><outputDataItem id="${id}_next" name="next"/></multiInstanceLoopCharacteristics>`;
const SCOPE = extensionElements(
  '<v:metaData name="customScope"><v:metaValue>processInstance</v:metaValue></v:metaData>',
);
const SIGNAL = '<signalEventDefinition signalRef="sg"/>';
const called = (content: string) => drawCalled(`<startEvent id="cs"/>${content}`);

export const DROOLS: readonly Way[] = [
  way(
    'people by ActorId, GroupId and owners, beside what is written for the lists of tasks',
    '',
    `${START}<userTask id="a">${data(
      ...[text('a', 'TaskName', 'Apply'), text('a', 'ActorId', '#{clerk}'), text('a', 'Priority', '3')],
      ...[text('a', 'Skippable', 'true'), text('a', 'NodeName', 'Apply'), text('a', 'BusinessAdministratorId', 'root')],
    )}</userTask>
     <userTask id="b">${data(text('b', 'GroupId', 'directors'))}</userTask>${task('c', 'chen')}${flows('s > a > b > c')}`,
    {
      variables: { clerk: 'bo' },
      warned: ['part-not-run'],
      happens: ['bo a', 'dara b', 'chen c'],
      told: ['start next a (bo)', 'a next b (group directors)', 'b next c (chen)', 'c end'],
    },
  ),
  way(
    'a work item, rules and the method of an interface, with what each is given and gives',
    'taskName ruleFlowGroup serviceinterface serviceoperation',
    `${START}<task id="a" v:taskName="Email">${data(text('a', 'To', '#{clerk}'), input('a', 'Cc', 'never'), output('a', 'Answer', 'book'))}</task>
     <businessRuleTask id="b" v:ruleFlowGroup="rates"/>
     <serviceTask id="c" implementation="Java" v:serviceinterface="com.acme.Books" v:serviceoperation="enter">${data(input('c', 'Parameter', 'book'), output('c', 'Result', 'signer'))}</serviceTask>
     <task id="d" v:taskName="Human Task">${data(text('d', 'ActorId', '#{signer}'))}</task>${flows('s > a > b > c > d')}`,
    {
      variables: { clerk: 'bo' },
      services: { Email: { Answer: 7 }, rules: {}, 'com.acme.Books.enter': 'ann' },
      warned: ['service-replaces-built-in'],
      happens: ['ann d'],
      told: [
        ...['Email {"To":"bo","Cc":null}', 'rules {"ruleFlowGroup":"rates"}', 'com.acme.Books.enter {"Parameter":7}'],
        ...['start next d (ann)', 'd end'],
      ],
    },
  ),
  way(
    'what the page of a task gives, under the names of its variables, and who handled it',
    '',
    `${START}${task('a', 'bo', data(input('a', 'boss', 'boss'), output('a', 'Next', 'clerk'), output('a', 'ActorId', 'signer')))}
     ${task('b', '#{clerk}')}${task('c', '#{signer}')}${flows('s > a > b > c')}`,
    {
      variables: { boss: 'ann' },
      happens: [{ press: 'bo a', with: { Next: 'chen' } }, 'chen b', 'bo c'],
      told: ['start next a (bo)', 'a next b (chen)', 'b next c (bo)', 'c end'],
    },
  ),
  way(
    'a call by its data, whose process has variables of its own',
    '',
    `${START}<callActivity id="call" calledElement="called">${data(
      ...[input('call', 'who', 'boss'), input('call', 'nothing', 'never'), text('call', 'kind', 'late-#{clerk}')],
      ...[output('call', 'outcome', 'verdict'), output('call', 'kind', 'next')],
    )}</callActivity>
     ${task('look', '#{who}')}${task('last', '#{next}')}${flows('s > call > look > last')}`,
    {
      roots: called(task('sign', '#{who}') + flows('cs > sign')),
      variables: { boss: 'bo', who: 'chen', clerk: 'cy' },
      happens: ['bo call.sign', 'chen look', 'late-cy last'],
      told: ['start next call.sign (bo)', 'call.sign next look (chen)', 'look next last (late-cy)', 'last end'],
    },
  ),
  way(
    'a call that an error leaves, which gives its data all the same, and which is independent',
    'independent',
    `${START}<callActivity id="call" calledElement="called" v:independent="true" v:waitForCompletion="true">${data(input('call', 'who', 'boss'), output('call', 'handler', 'signer'))}</callActivity>
     <boundaryEvent id="broke" attachedToRef="call"><errorEventDefinition errorRef="e"/></boundaryEvent>${task('look', '#{signer}')}${flows('s > call; broke > look')}`,
    {
      roots: `<error id="e" errorCode="NO"/>${called(`${task('sign', '#{who}')}<endEvent id="no"><errorEventDefinition errorRef="e"/></endEvent>${flows('cs > sign > no')}`)}`,
      variables: { boss: 'bo' },
      warned: ['vendor-feature-not-run'],
      happens: ['bo call.sign', 'bo look'],
      told: ['start next call.sign (bo)', 'call.sign next look (bo)', 'look end'],
    },
  ),
  way(
    'a call for each, whose outputs are collected in the order in which they end, behind what was there',
    '',
    `${START}<callActivity id="call" calledElement="called">${data(
      ...[input('call', 'IN', 'signers'), input('call', 'who', 'call_item')],
      ...[output('call', 'OUT', 'given'), output('call', 'handler', 'call_next')],
    )}${each('call')}</callActivity>${task('look', '#{given}')}${flows('s > call > look')}`,
    {
      roots: called(task('sign', '#{who}') + flows('cs > sign')),
      variables: { signers: ['ann', 'bo'], given: ['cy'] },
      happens: ['bo call.sign', 'ann call.sign', 'bo look'],
      told: [
        'start next call.sign,call.sign (ann) (bo)',
        'call.sign none',
        'call.sign next look (cy,bo,ann)',
        'look end',
      ],
    },
  ),
  way(
    'a task for each, whose outputs are collected',
    '',
    `${START}${task(
      'sign',
      '#{item}',
      data(
        ...[input('sign', 'IN', 'signers'), input('sign', 'Signer', 'sign_item')],
        ...[output('sign', 'OUT', 'given'), output('sign', 'Next', 'sign_next')],
      ) + each('sign'),
    )}${task('look', '#{given}')}${flows('s > sign > look')}`,
    {
      variables: { signers: ['ann', 'bo'] },
      // The page sees the variables under their own names.
      warned: ['part-not-run'],
      happens: [{ press: 'bo sign', with: { Next: 'chen' } }, { press: 'ann sign', with: { Next: 'cy' } }, 'cy look'],
      told: ['start next sign,sign (ann) (bo)', 'sign none', 'sign next look (chen,cy)', 'look end'],
    },
  ),
  way(
    'a signal that is thrown in its instance alone',
    'customScope <metaData> <metaValue>',
    `${START}<parallelGateway id="f"/>${task('head', 'bo')}<intermediateThrowEvent id="tell">${SCOPE}${SIGNAL}</intermediateThrowEvent>
     <intermediateCatchEvent id="hear">${SIGNAL}</intermediateCatchEvent>${task('pay', 'pat')}${flows('s > f > head > tell; f > hear > pay')}`,
    {
      roots: '<signal id="sg" name="approved"/>',
      starts: 2,
      happens: ['bo head', 'pat pay', 'bo head', 'pat pay'],
      told: [
        ...['start next head (bo)', 'start next head (bo)', 'head next pay (pat)', 'pay end'],
        ...['head next pay (pat)', 'pay end'],
      ],
    },
  ),
  way(
    'a message for the instance, and the first of two behind an event-based gateway',
    '',
    `${START}${task('ask', 'bo')}<eventBasedGateway id="g"/><intermediateCatchEvent id="paid"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>
     <intermediateCatchEvent id="gone">${SIGNAL}</intermediateCatchEvent>${task('look', 'ann')}${task('drop', 'chen')}${flows('s > ask > g > paid > look; g > gone > drop')}`,
    {
      roots: '<message id="m" name="paid"/><signal id="sg" name="gone"/>',
      starts: 2,
      happens: [
        ...['bo ask', { signal: { name: 'gone' } }, { message: { name: 'paid', businessKey: 'k-1' }, isTaken: false }],
        ...[
          'bo ask',
          { message: { name: 'paid', businessKey: 'k-1' } },
          { signal: { name: 'gone' } },
          'chen drop',
          'ann look',
        ],
      ] as const,
      told: [
        ...['start next ask (bo)', 'start next ask (bo)', 'ask next g (system)', 'g next drop (chen)'],
        ...['ask next g (system)', 'g next look (ann)', 'drop end', 'look end'],
      ],
    },
  ),
  way(
    'an error of a work item, by its code',
    'taskName',
    `${START}<task id="a" v:taskName="Email"/><boundaryEvent id="broke" attachedToRef="a"><errorEventDefinition errorRef="e"/></boundaryEvent>
     ${task('look', 'bo')}${flows('s > a; broke > look')}`,
    {
      roots: '<error id="e" errorCode="NO"/>',
      services: { Email: new BpmnError('NO') },
      happens: ['bo look'],
      told: ['Email {}', 'start next look (bo)', 'look end'],
    },
  ),
];

export const DROOLS_REFUSALS: readonly Refusal[] = [
  {
    ...{ title: 'a call of a process by its name', of: 'drools', reads: 'calledElementByName' },
    xml: drawFile('drools', `${START}<callActivity id="call" v:calledElementByName="Called"/>${flows('s > call')}`, ''),
    refusedBy: 'call-target-unknown',
  },
];
