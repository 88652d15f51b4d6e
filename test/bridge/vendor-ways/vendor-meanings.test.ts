/** What a vendor means otherwise than it looks, where another reading would change who decides. */
import { expect, it } from 'vitest';
import { element, fileOf, VENDOR_NAMESPACES } from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';
import { runs } from './vendor-run.ts';

const file = (vendor: keyof typeof VENDOR_NAMESPACES, content: string) =>
  fileOf(
    { [vendor]: VENDOR_NAMESPACES[vendor], xsd: 'http://www.w3.org/2001/XMLSchema' },
    element('process', { id: 'p', isExecutable: true }, `<startEvent id="s"/>${content}`),
  );
const flow = (from: string, to: string, condition = '') =>
  `<sequenceFlow sourceRef="${from}" targetRef="${to}">${condition && `<conditionExpression>${condition}</conditionExpression>`}</sequenceFlow>`;

it('a data object of Flowable with a value is a variable from the start', async () => {
  await using world = await createWorld();
  const limit =
    '<dataObject id="limit" name="limit" itemSubjectRef="xsd:int"><extensionElements><flowable:value>1000</flowable:value></extensionElements></dataObject>';
  const nodes =
    '<exclusiveGateway id="g" default="d"/><userTask id="boss" flowable:assignee="bo"/><userTask id="pay" flowable:assignee="pat"/>';
  const flows = `${flow('s', 'g')}${flow('g', 'boss', '${amount &gt; limit}')}<sequenceFlow id="d" sourceRef="g" targetRef="pay"/>`;
  await world.bridge.deploy(file('flowable', limit + nodes + flows));
  await world.bridge.start('p', { initiator: 'ini', variables: { amount: 50_000 } });
  await world.bridge.start('p', { initiator: 'ini', variables: { amount: 50_000, limit: 60_000 } });
  await world.bridge.idle();
  expect((await world.bridge.tasks.list()).map(({ nodeId }) => nodeId).toSorted()).toEqual(['boss', 'pay']);
});

it('loopCounter counts from 1 where Camunda 8 does, so that each signer signs', async () => {
  await using world = await createWorld();
  const task = `<userTask id="sign"><extensionElements><zeebe:assignmentDefinition assignee="=signers[loopCounter]"/></extensionElements>
    <multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=signers"/></extensionElements></multiInstanceLoopCharacteristics></userTask>`;
  await world.begin(file('zeebe', task + flow('s', 'sign')), {
    initiator: 'ini',
    variables: { signers: ['ann', 'bob', 'cy'] },
  });
  expect((await world.bridge.tasks.list()).flatMap(({ handlers }) => handlers)).toEqual(['ann', 'bob', 'cy']);
});

const handlersOf = async (world: World) => (await world.bridge.tasks.list()).flatMap(({ handlers }) => handlers);

it('a task with an assignee is the assignee’s alone, and the candidates’ if the assignee evaluates to nothing', async () => {
  await using world = await createWorld();
  const task = '<userTask id="sign" flowable:assignee="${boss}" flowable:candidateUsers="bo, cy"/>';
  await world.begin(file('flowable', task + flow('s', 'sign')), { initiator: 'ini', variables: { boss: 'ann' } });
  expect(await handlersOf(world)).toEqual(['ann']);
  await world.bridge.start('p', { initiator: 'ini', variables: { boss: null } });
  await world.bridge.idle();
  expect(await handlersOf(world)).toEqual(['ann', 'bo', 'cy']);
  expect(await world.press('cy', 'sign')).toBe(0);
  expect(world.reports().at(-1)).toBe('sign end');
});

it('a condition of Camunda 8 over all its counters lets the rest go', async () => {
  await using world = await createWorld();
  const condition =
    '=numberOfCompletedInstances = 2 and numberOfActiveInstances = 1 and numberOfTerminatedInstances = 0 and numberOfInstances = 3';
  const task = `<userTask id="sign"><extensionElements><zeebe:assignmentDefinition assignee="=who"/></extensionElements>
    <multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=signers" inputElement="who"/></extensionElements>
    <completionCondition>${condition}</completionCondition></multiInstanceLoopCharacteristics></userTask>`;
  await world.begin(file('zeebe', task + flow('s', 'sign')), {
    initiator: 'ini',
    variables: { signers: ['ann', 'bob', 'cy'] },
  });
  await world.press('ann', 'sign');
  await world.press('bob', 'sign');
  expect(await world.bridge.instances.list()).toMatchObject([{ status: 'ended' }]);
  expect(world.pending()).toEqual([]);
});

it('a text is the name of the list of signers in Flowable', async () => {
  await using world = await createWorld();
  const task = `<userTask id="sign" flowable:assignee="\${who}">
    <multiInstanceLoopCharacteristics flowable:collection="\${committee}" flowable:elementVariable="who"/></userTask>`;
  await world.begin(file('flowable', task + flow('s', 'sign')), {
    initiator: 'ini',
    variables: { committee: 'board', board: ['ann', 'bob'] },
  });
  expect(await handlersOf(world)).toEqual(['ann', 'bob']);
  await world.press('ann', 'sign');
  await world.press('bob', 'sign');
  expect(world.reports().at(-1)).toBe('sign end');
  const unnamed = world.bridge.start('p', { initiator: 'ini', variables: { committee: 'toString' } });
  await expect(unnamed).rejects.toMatchObject({ code: 'ERR_EXPRESSION_FAILED' });
});

const ofDirectors = (id: string) =>
  `<userTask id="${id}"><ioSpecification><dataInput id="${id}_g" name="GroupId"/><inputSet/><outputSet/></ioSpecification>
   <dataInputAssociation><targetRef>${id}_g</targetRef><assignment><from>directors</from><to>${id}_g</to></assignment></dataInputAssociation></userTask>`;

runs('the second task of a lane of jBPM goes to the group again, which is said', {
  xml: file(
    'drools',
    `<laneSet id="ls"><lane id="l" name="Directors"><flowNodeRef>look</flowNodeRef><flowNodeRef>sign</flowNodeRef></lane></laneSet>
     ${ofDirectors('look')}${ofDirectors('sign')}${flow('s', 'look')}${flow('look', 'sign')}`,
  ),
  warned: ['lane-autoclaim-not-supported'],
  happens: ['dara look', 'dara sign'],
  told: ['start next look (group directors)', 'look next sign (group directors)', 'sign end'],
});

runs('resources, correlation, empty lanes, and an owner by the resource alone, who is nobody', {
  xml: fileOf(
    {},
    `<resource id="anna" name="managers"/><itemDefinition id="i" itemKind="Information" structureRef="x:y"/>
     <message id="m" name="paid" itemRef="i"/><correlationProperty id="c" type="x:y"><correlationPropertyRetrievalExpression messageRef="m"><messagePath>a</messagePath></correlationPropertyRetrievalExpression></correlationProperty>`,
    element(
      'process',
      { id: 'p', isExecutable: true },
      `<laneSet id="lanes"/><startEvent id="s"/><userTask id="apply"><potentialOwner><resourceRef>anna</resourceRef></potentialOwner></userTask><manualTask id="it"/>
       <userTask id="check"><humanPerformer><resourceAssignmentExpression><formalExpression>bo</formalExpression></resourceAssignmentExpression></humanPerformer></userTask>
       ${flow('s', 'apply')}${flow('apply', 'it')}${flow('it', 'check')}`,
    ),
  ),
  warned: ['user-task-without-handler'],
  happens: ['emil apply', 'bo check'],
  told: ['start next apply (emil)', 'apply next check (bo)', 'check end'],
});

runs('ids that name something of every object', {
  xml: file(
    'camunda',
    `<userTask id="apply" camunda:assignee="anna"/><exclusiveGateway id="it" default="isPrototypeOf"/>
     <sequenceFlow id="isPrototypeOf" sourceRef="it" targetRef="constructor"/><serviceTask id="constructor" camunda:topic="toString"/>
     <sequenceFlow id="hasOwnProperty" sourceRef="constructor" targetRef="valueOf"/>
     <subProcess id="valueOf"><userTask id="toString" camunda:assignee="chen"/></subProcess>${flow('s', 'apply')}${flow('apply', 'it')}`,
  ),
  services: { toString: {} },
  happens: ['anna apply', 'chen toString'],
  told: ['start next apply (anna)', 'toString {}', 'apply next toString (chen)', 'toString end'],
});
