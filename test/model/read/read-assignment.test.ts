import { describe, expect, test } from 'vitest';
import {
  bareTask,
  element,
  end,
  fileWith,
  lane,
  lanes,
  node,
  processFile,
  properties,
  start,
} from '../../support/bpmn-xml.ts';
import { readTask } from '../read-accepted.ts';

/** `kind from: text | text` for each source, in order of precedence. */
async function readSources(xml: string): Promise<readonly string[]> {
  const { assignment } = await readTask(xml);
  return assignment.map(
    ({ kind, from, expressions }) => `${kind} ${from}: ${expressions.map(({ text }) => text).join(' | ')}`,
  );
}

const withAttributes = (attributes: Record<string, string>) => fileWith(bareTask('a', { attributes }));
const withExtensions = (extensions: string) => fileWith(bareTask('a', { extensions }));
const withContent = (content: string) => fileWith(bareTask('a', { content }));
const role = (tag: string, text: string) =>
  element(tag, {}, element('resourceAssignmentExpression', {}, element('formalExpression', {}, text)));

const assigned = (id: string, text: string) =>
  `<dataInputAssociation><targetRef>${id}</targetRef><assignment><from>${text}</from><to>${id}</to></assignment></dataInputAssociation>`;
const DROOLS = 'xmlns:tns="http://www.jboss.org/drools"';

describe('who handles a task', () => {
  test.each([
    ['ttc:handlers', withAttributes({ 'ttc:handlers': 'anna' }), ['handlers ttc:handlers: anna']],
    ['ttc:handlingGroup', withAttributes({ 'ttc:handlingGroup': 'hr' }), ['handlingGroup ttc:handlingGroup: hr']],
    [
      'a property of Camunda 7 or bpmn.io',
      withExtensions(properties({ 'ttc:handlers': '${boss}' })),
      ['handlers ttc:handlers: ${boss}'],
    ],
    [
      'a property of Camunda 8',
      withExtensions(properties({ 'ttc:handlers': '=boss' }, 'zeebe')),
      ['handlers ttc:handlers: =boss'],
    ],
    [
      'a property of Flowable',
      withExtensions(properties({ 'ttc:handlers': 'anna' }, 'flowable')),
      ['handlers ttc:handlers: anna'],
    ],
    ['an extension element', withExtensions('<ttc:handlers>anna</ttc:handlers>'), ['handlers ttc:handlers: anna']],
    [
      'camunda:assignee and candidateUsers together',
      withAttributes({ 'camunda:assignee': '${boss}', 'camunda:candidateUsers': 'anna, ${deputy}' }),
      ['handlers camunda:assignee: ${boss}', 'handlers camunda:candidateUsers: anna | ${deputy}'],
    ],
    [
      'camunda:candidateGroups',
      withAttributes({ 'camunda:candidateGroups': 'hr,finance' }),
      ['handlingGroup camunda:candidateGroups: hr | finance'],
    ],
    [
      'zeebe:assignmentDefinition',
      withExtensions(
        '<zeebe:assignmentDefinition assignee="=boss" candidateUsers="anna, bert" candidateGroups="=[&quot;hr&quot;]"/>',
      ),
      [
        'handlers zeebe:assignmentDefinition assignee: =boss',
        'handlers zeebe:assignmentDefinition candidateUsers: anna | bert',
        'handlingGroup zeebe:assignmentDefinition candidateGroups: =["hr"]',
      ],
    ],
    [
      'flowable:assignee and flowable:candidateGroups',
      withAttributes({ 'flowable:assignee': 'anna', 'flowable:candidateGroups': 'hr' }),
      ['handlers flowable:assignee: anna', 'handlingGroup flowable:candidateGroups: hr'],
    ],
    [
      'activiti:candidateUsers',
      withAttributes({ 'activiti:candidateUsers': 'anna' }),
      ['handlers activiti:candidateUsers: anna'],
    ],
    [
      'humanPerformer with plain text',
      withContent(role('humanPerformer', '${boss}')),
      ['handlers humanPerformer: ${boss}'],
    ],
    [
      'potentialOwner with user(..) and group(..)',
      withContent(role('potentialOwner', 'user(anna), group(hr), user(${deputy})')),
      ['handlers potentialOwner: anna | ${deputy}', 'handlingGroup potentialOwner: hr'],
    ],
    [
      'potentialOwner with plain text is a group',
      withContent(role('potentialOwner', 'management')),
      ['handlingGroup potentialOwner: management'],
    ],
    [
      'several potentialOwners, who are all candidates',
      withContent(role('potentialOwner', 'user(anna)') + role('potentialOwner', 'user(bert)')),
      ['handlers potentialOwner: anna | bert'],
    ],
    [
      'potentialOwner with plain text is a person where jBPM drew it',
      withContent(role('potentialOwner', '#{boss}')).replace('<definitions', `<definitions ${DROOLS}`),
      ['handlers potentialOwner: #{boss}'],
    ],
    [
      'ActorId and GroupId of jBPM',
      fileWith(
        bareTask('a', {
          content:
            '<ioSpecification><dataInput id="i1" name="ActorId"/><dataInput id="i2" name="GroupId"/><dataInput id="i3" name="Comment"/></ioSpecification>' +
            assigned('i1', 'john,#{boss}') +
            '<dataInputAssociation><sourceRef>v</sourceRef><targetRef>i2</targetRef></dataInputAssociation>' +
            assigned('i3', 'hurry'),
        }),
        { before: '<property id="v" name="team"/>' },
      ),
      ['handlers the data input ActorId: john | #{boss}', 'handlingGroup the data input GroupId: ${team}'],
    ],
    [
      'handlers come before groups, ttc before Camunda 7 before Camunda 8 before Flowable before BPMN',
      fileWith(
        bareTask('a', {
          attributes: {
            'flowable:assignee': 'f',
            'camunda:assignee': 'c',
            'ttc:handlers': 't',
            'ttc:handlingGroup': 'g',
          },
          extensions: '<zeebe:assignmentDefinition assignee="z"/>',
          content: role('humanPerformer', 'h'),
        }),
      ),
      [
        'handlers ttc:handlers: t',
        'handlers camunda:assignee: c',
        'handlers zeebe:assignmentDefinition assignee: z',
        'handlers flowable:assignee: f',
        'handlers humanPerformer: h',
        'handlingGroup ttc:handlingGroup: g',
      ],
    ],
  ])('%s', async (_title, xml, sources) => {
    expect(await readSources(xml)).toEqual(sources);
  });
});

const inLanes = (before: string, task = bareTask('a')) =>
  processFile([start(), task, end()], 'start > a > end', { before });

describe('the lane that holds a task', () => {
  test('gives its group where it has one', async () => {
    const before = element('laneSet', { id: 'l' }, lane('Finance', ['a'], { 'ttc:handlingGroup': 'fin' }));
    expect(await readSources(inLanes(before))).toEqual(['handlingGroup lane ttc:handlingGroup: fin']);
  });

  test('else its name', async () => {
    expect(await readSources(inLanes(lanes({ Finance: ['a'] })))).toEqual(['handlingGroup lane name: Finance']);
  });

  test('is the innermost one', async () => {
    const inner = lane('Payments', ['a']);
    const before = element('laneSet', { id: 'l' }, lane('Finance', ['a'], {}, inner));
    expect(await readSources(inLanes(before))).toEqual(['handlingGroup lane name: Payments']);
  });

  test('counts only where nothing else is given', async () => {
    const task = node('userTask', 'a', { attributes: { 'camunda:assignee': 'anna' } });
    expect(await readSources(inLanes(lanes({ Finance: ['a'] }), task))).toEqual(['handlers camunda:assignee: anna']);
  });
});
