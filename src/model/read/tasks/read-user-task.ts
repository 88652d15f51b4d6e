import { defined, nonEmpty } from '../../defined.ts';
import { expandNames } from '../../expressions/text-names.ts';
import { readVendorAttribute, readZeebe } from '../../moddle/extension.ts';
import { isDrawnFor } from '../../moddle/file-settings.ts';
import { elementOf, type ModdleElement, textOf } from '../../moddle/moddle-element.ts';
import type { ModelOptions } from '../../model-options.ts';
import type { DueSource, StandardLoop, TaskResult } from '../../nodes/task-node.ts';
import { readDataOutputs } from '../data/read-data-inputs.ts';
import { readTaskMappings } from '../data/read-mappings.ts';
import type { FlowNode } from '../diagram.ts';
import type { UserTaskDraft } from '../draft.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { gatewayAfter } from '../read-routing.ts';
import { readTtc } from '../read-ttc.ts';
import { callsOnly, containsExpression, type Reading } from '../reading.ts';
import { readVotes } from './buttons.ts';
import { readActions, readTargets } from './read-actions.ts';
import { readAllow } from './read-allow.ts';
import { readAssignment } from './read-assignment.ts';
import { readFormDefaults, readUrls } from './read-form.ts';
import { readMultiInstance } from './read-multi-instance.ts';
import { readSummary } from './read-summary.ts';

export function readUserTask(node: FlowNode, reading: Reading): UserTaskDraft {
  const { expressions, options, unresolved, routings } = reading;
  const { element, id } = node;
  const actions = readTargets(readActions(element, id, 'action'), expressions);
  const gateway = gatewayAfter(node);
  const taskName = readTtc(element, 'taskName');
  const computedName = containsExpression(node.name)
    ? expressions.find(expandNames(node.name), id, 'the name')
    : undefined;
  const multiInstance = readMultiInstance(node, expressions, unresolved);
  const voted = gateway !== undefined && multiInstance !== undefined && routings.get(gateway.id)?.kind === 'votes';
  return {
    node,
    assignment: readAssignment(node, expressions),
    mappings: readTaskMappings(
      node,
      expressions,
      (each) => callsOnly(each, options.functions),
      // A shared countersign runs no scripts: nobody would get the task before the scripts of all signers are done.
      options.scripts !== false && multiInstance?.shared !== true,
    ),
    summary: readSummary(element, id, expressions),
    urls: readUrls(node, expressions),
    actions,
    previousActions: readTargets(readActions(element, id, 'previousAction'), expressions),
    allow: readAllow(element, options.allow),
    ...readFlags(node, options),
    ...defined({
      ...{ computedName, gateway, multiInstance },
      taskName: taskName === undefined ? undefined : expressions.readText(taskName, id, 'ttc:taskName'),
      timeOut: readDue(node, expressions),
      standardLoop: readStandardLoop(node, expressions),
      formDefaults: nonEmpty(readFormDefaults(element, id, expressions)),
      results: nonEmpty(readTaskResults(element)),
      votes: voted ? readVotes(gateway, actions) : undefined,
    }),
  };
}

function readFlags(
  { element }: FlowNode,
  options: ModelOptions,
): Pick<UserTaskDraft, 'canDelegate' | 'autoCreateTransType'> {
  const canDelegate = readTtc(element, 'canDelegate');
  const autoCreate = readTtc(element, 'autoCreateTransType');
  const delegate = canDelegate === undefined ? options.canDelegate : /^(1|true)$/.test(canDelegate) ? 1 : 0;
  const create = autoCreate === undefined ? options.autoCreateTransType : autoCreate === 'true';
  return defined({ canDelegate: delegate, autoCreateTransType: create });
}

/** Reads `standardLoopCharacteristics`, the loop marker. */
function readStandardLoop(node: FlowNode, expressions: ExpressionReader): StandardLoop | undefined {
  const loop = elementOf(node.element, 'loopCharacteristics');
  if (loop?.$type !== 'bpmn:StandardLoopCharacteristics') return undefined;
  const condition = textOf(elementOf(loop, 'loopCondition'), 'body');
  const maximum = loop.get('loopMaximum');
  return {
    testBefore: loop.get('testBefore') === true,
    ...(condition === undefined ? {} : { condition: expressions.read(condition, node.id, 'loopCondition') }),
    ...(typeof maximum === 'number' ? { maximum } : {}),
  };
}

/**
 * The data outputs of a jBPM user task that are stored in a variable with another name. `ActorId` is the person who
 * handled the task (`Activities-section.adoc`, "User task").
 */
function readTaskResults(element: ModdleElement): readonly TaskResult[] {
  if (!isDrawnFor(element, 'drools')) return [];
  return readDataOutputs(element)
    .map(({ name, variable }) => ({ name: name === 'ActorId' ? 'handler' : name, variable }))
    .filter(({ name, variable }) => name !== variable);
}

/** `ttc:timeOut` in hours, else the due date of Camunda 7, Camunda 8, Flowable or Activiti. */
function readDue(node: FlowNode, expressions: ExpressionReader): DueSource | undefined {
  const hours = readTtc(node.element, 'timeOut');
  if (hours !== undefined) return { kind: 'hours', expression: expressions.read(hours, node.id, 'ttc:timeOut') };
  const due = readDueDate(node);
  return due && { kind: 'due', expression: expressions.read(due.text, node.id, due.from) };
}

function readDueDate({ element }: FlowNode): { readonly text: string; readonly from: string } | undefined {
  const sources = [
    { from: 'camunda:dueDate', text: readVendorAttribute(element, 'camunda', 'dueDate') },
    { from: 'zeebe:taskSchedule', text: readZeebe(element, 'taskSchedule').dueDate },
    { from: 'flowable:dueDate', text: readVendorAttribute(element, 'flowable', 'dueDate') },
    { from: 'activiti:dueDate', text: readVendorAttribute(element, 'activiti', 'dueDate') },
  ];
  for (const { from, text } of sources) {
    if (text !== undefined && text.trim() !== '') return { from, text: text.trim() };
  }
  return undefined;
}
