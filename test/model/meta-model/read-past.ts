import { bpmn, element, end, process, start, subProcess, userTask } from '../../support/bpmn-xml.ts';

/** Where something stands that is read past: all around one task, and once more in a sub-process. */
interface Place {
  readonly roots?: string;
  readonly process?: string;
  /** In the process alone. */
  readonly outside?: string;
  /** First in the process. */
  readonly lanes?: string;
  readonly task?: string;
  readonly collaboration?: string;
  /** After the roots, as the schema has it. */
  readonly last?: string;
}

/** A file of one task in a sub-process with this in it. */
function fileAround({
  roots = '',
  process: inside = '',
  outside = '',
  lanes = '',
  task = '',
  collaboration,
  last = '',
}: Place) {
  const again = inside
    .replaceAll(/ id="/g, ' id="inner-')
    .replaceAll(/Ref="/g, 'Ref="inner-')
    .replaceAll('inner-task', 'task');
  const nodes = [
    start(),
    subProcess('part', [start('s'), userTask('task', { content: task })], 's > task', { content: again }),
    end(),
  ];
  const pool = element(
    'collaboration',
    { id: 'pools' },
    `<participant id="pool" processRef="process"/>${collaboration ?? ''}`,
  );
  const main = process('process', nodes, 'start > part > end', { before: lanes, content: inside + outside });
  return bpmn(roots, collaboration === undefined ? '' : pool, main, last);
}

const IO = (content: string) => ({
  task: `<ioSpecification>${content}<dataInput id="in"/><dataOutput id="out"/><inputSet id="is"><dataInputRefs>in</dataInputRefs></inputSet><outputSet id="os"/></ioSpecification>
    <dataInputAssociation id="di"><targetRef>in</targetRef><assignment><from>1</from><to>in</to></assignment></dataInputAssociation>
    <dataOutputAssociation id="do"><sourceRef>out</sourceRef><targetRef>gone</targetRef></dataOutputAssociation>
    <potentialOwner id="po"><resourceRef>clerks</resourceRef><resourceParameterBinding parameterRef="rp"><formalExpression>1</formalExpression></resourceParameterBinding></potentialOwner>`,
  roots: '<resource id="clerks" name="clerks"><resourceParameter id="rp"/></resource>',
});
const ASSOCIATED =
  '<textAnnotation id="note"><text>n</text></textAnnotation><association id="as" sourceRef="note" targetRef="task"/>';
const DATA =
  '<dataObject id="do1" itemSubjectRef="item"><dataState id="ds" name="new"/></dataObject><dataObjectReference id="dor" dataObjectRef="do1"/><dataStoreReference id="dsr" dataStoreRef="store"/>';
const TYPES = '<itemDefinition id="item" structureRef="xsd:string"/><dataStore id="store" itemSubjectRef="item"/>';
const KEYS = `<correlationProperty id="cp" name="order"><correlationPropertyRetrievalExpression messageRef="m"><messagePath>x</messagePath></correlationPropertyRetrievalExpression></correlationProperty>`;
const SERVICES = `<message id="m" name="m" itemRef="item"/><error id="e"/><interface id="i" name="i" implementationRef="x"><operation id="o" name="o"><inMessageRef>m</inMessageRef><errorRef>e</errorRef></operation></interface><endPoint id="ep"/>`;
const TALK = `<conversation id="c1" name="c"><participantRef>pool</participantRef><correlationKey id="k"><correlationPropertyRef>cp</correlationPropertyRef></correlationKey></conversation>
  <subConversation id="c2"/><callConversation id="c3"><participantAssociation id="pa"><innerParticipantRef>pool</innerParticipantRef><outerParticipantRef>pool</outerParticipantRef></participantAssociation></callConversation>
  <conversationLink id="cl" sourceRef="pool" targetRef="c1"/><conversationAssociation id="ca" innerConversationNodeRef="c1" outerConversationNodeRef="c2"/><messageFlowAssociation id="mfa" innerMessageFlowRef="x" outerMessageFlowRef="y"/>
  <textAnnotation id="cnote"/><group id="cgroup"/>`;

/** By name, a file with what is read past; between them they hold every type of the meta model that does not run. */
export const READ_PAST: Readonly<Record<string, string>> = {
  'artifacts and categories': fileAround({
    roots: '<category id="cat" name="c"><categoryValue id="cv" value="v"/></category>',
    process: `${ASSOCIATED}<group id="box" categoryValueRef="cv"/>`,
  }),
  'data, types and inputs': fileAround({ ...IO('<documentation>d</documentation>'), process: DATA, last: TYPES }),
  'roots that are in front of the process': fileAround({ roots: `${TYPES}${KEYS}${SERVICES}${IO('').roots}` }),
  'roots that are behind it': fileAround({ last: `${TYPES}${KEYS}${SERVICES}${IO('').roots}` }),
  'partners, events and tasks among the roots': fileAround({
    last: `<partnerEntity id="pe" name="p"/><partnerRole id="pr" name="p"/><signalEventDefinition id="sed"/><timerEventDefinition id="ted"/>
      <globalTask id="gt"/><globalUserTask id="gu"/><globalManualTask id="gm"/><globalScriptTask id="gs"/><globalBusinessRuleTask id="gb"/><globalConversation id="gc"/>
      <choreography id="ch"><choreographyTask id="ct"><participantRef>pool</participantRef></choreographyTask><callChoreography id="cc"/><subChoreography id="sc"/></choreography><globalChoreographyTask id="gct"/>`,
  }),
  'conversations and pools': fileAround({ roots: KEYS, collaboration: TALK }),
  'a pool of one who takes part': fileAround({
    collaboration:
      '<participant id="other"><participantMultiplicity maximum="1"/><endPointRef>x</endPointRef></participant>',
  }),
  'lanes, empty ones too': fileAround({
    lanes:
      '<laneSet id="none"/><laneSet/><laneSet id="some"><lane id="empty"/><lane><flowNodeRef>gone</flowNodeRef><childLaneSet id="inner-most"/></lane></laneSet>',
  }),
  'what is observed and who is responsible': fileAround({
    process: '<property id="prop" name="p"/>',
    lanes: '<auditing id="a"/><monitoring id="mo"/><property id="p1" name="x" itemSubjectRef="item"/>',
    last: TYPES,
    task: '<auditing id="ta"/><monitoring id="tm"/><property id="tp" name="y"/><performer id="pf"><resourceAssignmentExpression><formalExpression>x</formalExpression></resourceAssignmentExpression></performer><humanPerformer id="hp"/><rendering id="re"/>',
  }),
  'imports, extensions and relations': fileAround({
    roots:
      '<import namespace="http://x" location="x.xsd" importType="http://www.w3.org/2001/XMLSchema"/><extension definition="x:y"/>',
    last: '<relationship type="t"><source>process</source><target>task</target></relationship>',
  }),
  'bindings and subscriptions': fileAround({
    roots: `${KEYS}${SERVICES}${TYPES}`,
    lanes: '<ioBinding operationRef="o" inputDataRef="in" outputDataRef="out"/>',
    outside:
      '<correlationSubscription correlationKeyRef="k"><correlationPropertyBinding correlationPropertyRef="cp"><dataPath>x</dataPath></correlationPropertyBinding></correlationSubscription>',
  }),
};
