import {
  type BpmnNode,
  boundary,
  bpmn,
  callActivity,
  catchEvent,
  element,
  end,
  eventGateway,
  fileWith,
  lanes,
  message,
  node,
  type ProcessFileOptions,
  process,
  processFile,
  receiveTask,
  root,
  start,
  subProcess,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';

const ROOTS = [
  root('message', 'm', { name: 'm' }),
  element(
    'interface',
    { id: 'api', name: 'api' },
    '<operation id="o" name="o"><inMessageRef>m</inMessageRef></operation>',
  ),
  '<signalEventDefinition id="elsewhere"/>',
  '<resource id="clerks" name="clerks"/>',
].join('');

const inFile = (no: BpmnNode, options: ProcessFileOptions = {}) => fileWith(no, { roots: ROOTS, ...options });
const task = (content: string) => inFile(userTask('no', { content }));
const marked = (attributes: Record<string, string | number | boolean>) => inFile(userTask('no', { attributes }));
const repeated = (content: string, attributes = {}) =>
  inFile(userTask('no', { multiInstance: { cardinality: 2, content, attributes } }), {
    content: '<dataObject id="all"/>',
  });
const catching = (content: string) => inFile(catchEvent('no', content + message('m')));
const throwing = (content: string) => inFile(throwEvent('no', content + message('m')));
const onEdge = (definition: string) =>
  processFile([start(), userTask('a'), boundary('no', 'a', definition), end()], 'start > a > end; no > end');
const role = (xml: string) =>
  processFile([start(), { ...userTask('no', { content: xml }), attributes: {} }, end()], 'start > no > end', {
    roots: ROOTS,
    before: lanes({ Office: ['no'] }),
  });
const collaborating = (content: string) =>
  bpmn(
    element('collaboration', { id: 'no' }, content),
    process('main', [start(), userTask('a'), end()], 'start > a > end'),
  );
const gateway = (attributes: Record<string, string | boolean>) =>
  draw({ others: [eventGateway('no', { attributes }), catchEvent('c', timer('P1D'))], paths: 'start > no > c > end' });
const calling = (tag: string) => bpmn(element(tag, { id: 'one' }), processOfCall);
const processOfCall = process('main', [start(), callActivity('no', 'one'), end()], 'start > no > end');
const within = (tag: string) => inFile({ ...subProcess('no', [start('s'), end('e')], 's > e'), tag });

const DATA = '<dataInput id="in"/><dataOutput id="out"/><inputSet/><outputSet/>';
const SPECIFICATION = `<ioSpecification>${DATA}</ioSpecification>`;
const INPUT = '<dataInputAssociation><targetRef>all</targetRef></dataInputAssociation>';
const OUTPUT = '<dataOutputAssociation><targetRef>all</targetRef></dataOutputAssociation>';
const COMPLEX = `<complexBehaviorDefinition><condition>x</condition><event id="thrown"/></complexBehaviorDefinition>`;
const KEY = '<correlationKey id="key"/>';

/** A file for each type (`Transaction`) and property (`Activity.startQuantity`) that a rule speaks of. */
export const SAMPLES: Readonly<Record<string, string>> = {
  ComplexGateway: inFile(node('complexGateway', 'no')),
  AdHocSubProcess: within('adHocSubProcess'),
  Transaction: within('transaction'),
  ChoreographyTask: inFile(node('choreographyTask', 'no')),
  CallChoreography: inFile(node('callChoreography', 'no')),
  SubChoreography: inFile(node('subChoreography', 'no')),
  CancelEventDefinition: onEdge('<cancelEventDefinition/>'),
  CompensateEventDefinition: onEdge('<compensateEventDefinition/>'),
  ComplexBehaviorDefinition: repeated(COMPLEX),
  ImplicitThrowEvent: repeated(COMPLEX),
  GlobalTask: calling('globalTask'),
  GlobalUserTask: calling('globalUserTask'),
  GlobalManualTask: calling('globalManualTask'),
  GlobalScriptTask: calling('globalScriptTask'),
  GlobalBusinessRuleTask: calling('globalBusinessRuleTask'),
  // Beside an assignee.
  Performer: task('<performer><resourceRef>clerks</resourceRef></performer>'),
  'Process.correlationSubscriptions': inFile(userTask('a'), { id: 'no', content: '<correlationSubscription/>' }),
  'CallableElement.ioSpecification': inFile(userTask('a'), { id: 'no', content: SPECIFICATION }),
  'CallableElement.ioBinding': inFile(userTask('a'), { id: 'no', content: '<ioBinding operationRef="o"/>' }),
  'EventBasedGateway.instantiate': gateway({ instantiate: true }),
  'EventBasedGateway.eventGatewayType': gateway({ eventGatewayType: 'Parallel' }),
  'Activity.isForCompensation': marked({ isForCompensation: true }),
  'Activity.startQuantity': marked({ startQuantity: 2 }),
  'Activity.completionQuantity': marked({ completionQuantity: 2 }),
  'Activity.ioSpecification': task(SPECIFICATION),
  'Activity.dataInputAssociations': task(INPUT),
  'Activity.dataOutputAssociations': task(OUTPUT),
  'UserTask.renderings': task('<rendering/>'),
  'ReceiveTask.operationRef': inFile(receiveTask('no', 'm', { attributes: { operationRef: 'o' } })),
  'ReceiveTask.instantiate': inFile(receiveTask('no', 'm', { attributes: { instantiate: true } })),
  'MessageEventDefinition.operationRef': inFile(
    catchEvent('no', '<messageEventDefinition messageRef="m"><operationRef>o</operationRef></messageEventDefinition>'),
  ),
  'MultiInstanceLoopCharacteristics.behavior': repeated('', { behavior: 'One' }),
  'MultiInstanceLoopCharacteristics.oneBehaviorEventRef': repeated('', { oneBehaviorEventRef: 'elsewhere' }),
  'MultiInstanceLoopCharacteristics.noneBehaviorEventRef': repeated('', { noneBehaviorEventRef: 'elsewhere' }),
  'MultiInstanceLoopCharacteristics.complexBehaviorDefinition': repeated(COMPLEX),
  'MultiInstanceLoopCharacteristics.loopDataOutputRef': repeated('<loopDataOutputRef>all</loopDataOutputRef>'),
  'MultiInstanceLoopCharacteristics.outputDataItem': repeated('<outputDataItem/>'),
  'CatchEvent.parallelMultiple': inFile({
    ...catchEvent('no', timer('P1D') + message('m')),
    attributes: { parallelMultiple: true },
  }),
  'CatchEvent.dataOutputs': catching('<dataOutput/>'),
  'CatchEvent.dataOutputAssociations': catching(OUTPUT),
  'CatchEvent.outputSet': catching('<outputSet/>'),
  'ThrowEvent.dataInputs': throwing('<dataInput/>'),
  'ThrowEvent.dataInputAssociations': throwing(INPUT),
  'ThrowEvent.inputSet': throwing('<inputSet/>'),
  'Extension.mustUnderstand': inFile(userTask('a'), { roots: '<extension mustUnderstand="true" definition="x:y"/>' }),
  'ResourceRole.resourceRef': role('<potentialOwner><resourceRef>clerks</resourceRef></potentialOwner>'),
  'ResourceRole.resourceParameterBindings': role(
    '<potentialOwner><resourceRef>clerks</resourceRef><resourceParameterBinding/></potentialOwner>',
  ),
  'Collaboration.correlationKeys': collaborating(KEY),
  'ConversationNode.correlationKeys': collaborating(`<conversation id="talk">${KEY}</conversation>`),
  'Participant.participantMultiplicity': collaborating(
    '<participant id="pool" processRef="main"><participantMultiplicity maximum="2"/></participant>',
  ),
};
