import { isEventSubProcess, isMultiInstance } from '../../net/graph.ts';
import type { Expression } from '../expressions/expression.ts';
import { calledFunctions, expressionNames } from '../expressions/expression-analysis.ts';
import { findExtensions } from '../moddle/extension.ts';
import { elementOf, elementsOf, type ModdleElement } from '../moddle/moddle-element.ts';
import { type FlowNode, followersOf } from '../read/diagram.ts';
import type { UserTaskDraft } from '../read/draft.ts';
import { readTtc } from '../read/read-ttc.ts';
import { isService, throwsMessage } from '../read/services/read-service.ts';
import { hasCompletionCondition, type MultiInstanceDraft } from '../read/tasks/read-multi-instance.ts';
import type { Finding, Rule } from './rule.ts';
import { findUnsupported } from './shared/supported-elements.ts';
import { PARSED_COLLECTION } from './vendors/vendor-features.ts';

const multiInstanceWithoutNumber: Rule = {
  name: 'multi-instance-without-number',
  severity: 'error',
  says: 'a multi-instance marker says neither for whom nor how often, its cardinality is not a number, or its collection can be no list',
  remedy: 'Give its multi-instance marker a collection with an element variable, or a loop cardinality.',
  check: ({ userTasks, services, subProcesses }) =>
    [...userTasks, ...services, ...subProcesses].flatMap(({ node, multiInstance: loop }) => {
      if (loop === undefined || (loop.collection ? mayBeList(loop) : isNumber(loop.cardinality))) return [];
      const explained = loop.collection
        ? explainNoList(node, loop.collection)
        : explainNoNumber(node, loop.cardinality);
      return { elementId: node.id, ...explained, cause: { parts: [PARSED_COLLECTION.called] } };
    }),
};

function explainNoNumber(node: FlowNode, cardinality: Expression | undefined): Pick<Finding, 'reason' | 'remedy'> {
  const explain = (fault: string) => `"${node.name}" should happen several times, but ${fault}.`;
  if (cardinality !== undefined)
    return { reason: explain(`its loop cardinality, ${cardinality.text}, is not a number`) };
  const loop = elementOf(node.element, 'loopCharacteristics');
  const [parsed] = loop === undefined ? [] : findExtensions(loop, 'flowable', 'collection');
  if (parsed === undefined) return { reason: explain('it does not say for whom or how often') };
  const parser = Object.entries(parsed.attributes).find(([name]) => /(^|:)(class|delegateExpression)$/.test(name))?.[1];
  return {
    reason: explain(
      `its collection is parsed by ${parser ?? 'code'} (flowable:collection), which only its own engine has`,
    ),
    remedy:
      'Let a service before it set the list as a variable, and name that as the collection, with an element variable.',
  };
}

function explainNoList({ name }: FlowNode, { text }: Expression): Pick<Finding, 'reason'> {
  return {
    reason: `"${name}" should happen for each element of a list, but its collection, "${text}", is no list and can be no variable.`,
  };
}

/** A collection that reads nothing has the same value always. In Flowable it may be the name of a variable. */
function mayBeList({ collection, collectionByName }: MultiInstanceDraft): boolean {
  if (collection === undefined || expressionNames(collection).size + calledFunctions(collection).size > 0) return true;
  try {
    const value = collection.evaluate({});
    return (
      Array.isArray(value) || (collectionByName === true && typeof value === 'string' && !/^\d*$/.test(value.trim()))
    );
  } catch {
    return true;
  }
}

/** An expression may evaluate to a number. */
function isNumber(cardinality: Expression | undefined): boolean {
  return cardinality !== undefined && (!cardinality.constant || /^\d+$/.test(cardinality.text.trim()));
}

const multiInstanceOnOtherTask: Rule = {
  name: 'multi-instance-on-other-task',
  severity: 'error',
  says: 'a marker on an event sub-process; in a file that was not deployed, also on receive tasks and thrown messages; a warning on a task that tokens pass straight through',
  remedy: 'Put the marker on a sub-process around it, as bridge.deploy does for a task; or remove the marker.',
  check: ({ diagram }) => [...diagram.nodes.values()].filter(hasMarker).flatMap(judgeMarker),
};

function hasMarker(node: FlowNode): boolean {
  return isMultiInstance(node) && findUnsupported(node.element) === undefined;
}

function judgeMarker(node: FlowNode): readonly Finding[] {
  if (node.type === 'bpmn:UserTask' || isService(node)) return [];
  if (node.type === 'bpmn:SubProcess' && !isEventSubProcess(node)) return [];
  const { id, name } = node;
  if (node.type === 'bpmn:ReceiveTask' || node.type === 'bpmn:SubProcess' || throwsMessage(node)) {
    const reason = `"${name}" has a multi-instance marker, which runs only on user tasks, services and sub-processes.`;
    return [{ elementId: id, reason }];
  }
  const reason = `"${name}" has a multi-instance marker, but a token passes straight through it, so nothing is repeated.`;
  return [
    {
      severity: 'warning',
      elementId: id,
      reason,
      remedy: 'Remove the marker, or make it a user task or a service task.',
    },
  ];
}

const standardLoopInvalid: Rule = {
  name: 'standard-loop-invalid',
  severity: 'error',
  says: 'a loop marker on anything but a user task, or one that never ends',
  remedy: 'Draw an exclusive gateway behind it with a flow back to it; or give it a condition or a maximum.',
  check: ({ diagram, userTasks }) => [
    ...[...diagram.nodes.values()]
      .filter(({ type, loop }) => type !== 'bpmn:UserTask' && loop === 'standard')
      .filter(({ element }) => findUnsupported(element) === undefined)
      .map(({ id, name }) => ({
        elementId: id,
        reason: `"${name}" has a loop marker, and only user tasks run in a loop.`,
        remedy: 'Draw an exclusive gateway behind it with a flow back to it.',
      })),
    ...userTasks.flatMap(judgeLoop),
  ],
};

function judgeLoop({ node, standardLoop: loop }: UserTaskDraft): readonly Finding[] {
  const refuse = (reason: string, remedy: string): readonly Finding[] => [
    { elementId: node.id, reason: `"${node.name}" has a loop marker ${reason}.`, remedy },
  ];
  if (loop === undefined) return [];
  const { condition, maximum } = loop;
  if (condition === undefined && maximum === undefined) {
    return refuse(
      'that never ends',
      'Give the loop a condition that is true as long as the loop should go on, or a maximum.',
    );
  }
  if (maximum !== undefined && !(Number.isInteger(maximum) && maximum > 0)) {
    return refuse(`with the maximum ${maximum}`, 'Write a whole number, at least 1.');
  }
  if (condition?.constant !== true || /^(true|false)$/.test(condition.text.trim())) return [];
  const reason = `with the condition "${condition.text}", which is neither true nor false`;
  return refuse(reason, 'Write it as ${…}, or begin it with = for FEEL.');
}

const sharedCountersignInvalid: Rule = {
  name: 'shared-countersign-invalid',
  severity: 'error',
  says: 'the signers share one task, but they are sequential, only counted, or a group',
  remedy: 'Give it a parallel marker over a collection of people.',
  check: ({ userTasks }) => userTasks.flatMap(judgeShared),
};

function judgeShared(task: UserTaskDraft): readonly Finding[] {
  if (readTtc(task.node.element, 'countersign') !== 'shared') return [];
  return findFaults(task).map(([reason, remedy]) => ({
    elementId: task.node.id,
    reason: `The signers of "${task.node.name}" should share one task, but ${reason}.`,
    remedy,
  }));
}

function findFaults({ multiInstance, assignment }: UserTaskDraft): readonly (readonly [string, string])[] {
  if (multiInstance === undefined) {
    return [
      ['it has no multi-instance marker', 'Give it a parallel multi-instance marker, or remove ttc:countersign.'],
    ];
  }
  const faults: (readonly [string, string])[] = [];
  if (multiInstance.sequential) {
    faults.push(['its multi-instance marker is sequential', 'Make the marker parallel, or remove ttc:countersign.']);
  }
  if (multiInstance.collection === undefined && multiInstance.cardinality !== undefined) {
    faults.push(['it only says how many signers there are', 'Give the marker a collection of people.']);
  }
  if (assignment.length > 0 && assignment.every(({ kind }) => kind === 'handlingGroup')) {
    faults.push(['it goes to a group', 'Name the people: the assignee is usually the element variable.']);
  }
  return faults;
}

/** Each signature but the last is reported with `none`. If that closes the task in the center, no report can end it. */
const sharedCountersignLast: Rule = {
  name: 'shared-countersign-last',
  severity: 'warning',
  says: 'the process can end right after a countersign whose signers share one task, which needs a center that keeps the task for the other signers when one has signed',
  remedy:
    'Remove ttc:countersign, so that each signer has a task, which every center concludes; leave it only if your center keeps a shared task open for the others.',
  check: ({ userTasks }) =>
    userTasks
      .filter(({ node, multiInstance }) => multiInstance?.shared && mayEndAfter(node))
      .map(({ node: { id, name } }) => ({
        elementId: id,
        reason: `The signers of "${name}" share one task, and the process can end without another one. A center that takes it from everybody when the first has signed has no task for the others, and the transaction stays open in it.`,
      })),
};

/** Whether a path leads from a user task to an end of the process that passes no other one. */
function mayEndAfter(task: FlowNode): boolean {
  const reached = new Set<FlowNode>(followersOf(task));
  for (const node of reached) {
    if (node.type === 'bpmn:UserTask') continue;
    if (node.outgoing.length === 0 && node.scope.node === undefined) return true;
    const begins = (node.content?.nodes ?? []).filter(
      ({ incoming, type }) => incoming.length === 0 && type !== 'bpmn:BoundaryEvent',
    );
    for (const next of begins.length === 0 ? followersOf(node) : begins) reached.add(next);
  }
  return false;
}

const completionWithoutCountersign: Rule = {
  name: 'completion-without-countersign',
  severity: 'error',
  says: '`ttc:completion` where one person handles the task',
  remedy: 'Give it a parallel or sequential multi-instance marker, or remove ttc:completion.',
  check: ({ userTasks, subProcesses }) =>
    [...userTasks, ...subProcesses]
      .filter(
        ({ node, multiInstance }) => multiInstance === undefined && readTtc(node.element, 'completion') !== undefined,
      )
      .map(({ node }) => ({
        elementId: node.id,
        reason: `"${node.name}" has ttc:completion, but no multi-instance marker: it happens once.`,
      })),
};

const completionConditionInvalid: Rule = {
  name: 'completion-condition-invalid',
  severity: 'error',
  says: 'a completion condition is plain text, which is neither true nor false',
  remedy: 'Write it as ${…}, such as ${nrOfCompletedInstances >= 2}, or begin it with = for FEEL.',
  check: ({ userTasks, services, subProcesses }) =>
    [...userTasks, ...services, ...subProcesses].flatMap(({ node: { id, name }, multiInstance }) => {
      const condition = multiInstance?.condition;
      if (condition === undefined || !condition.constant || /^(true|false)$/.test(condition.text)) return [];
      return {
        elementId: id,
        reason: `The completion condition of "${name}", "${condition.text}", is plain text, which is neither true nor false.`,
      };
    }),
};

const completionGivenTwice: Rule = {
  name: 'completion-given-twice',
  severity: 'warning',
  says: '`ttc:completion` and a completion condition; the condition is ignored',
  remedy: 'Remove the one you do not want.',
  check: ({ userTasks, subProcesses }) =>
    [...userTasks, ...subProcesses]
      .filter(({ multiInstance }) => multiInstance?.completion !== undefined && hasCompletionCondition(multiInstance))
      .map(({ node }) => ({
        elementId: node.id,
        reason: `"${node.name}" has ttc:completion and a completion condition; the condition is ignored.`,
      })),
};

/**
 * BPMN 2.0, 13.3.6: unless `behavior` is `All`, a multi-instance throws an event whenever one of its instances completes.
 * bpmn-engine 25 throws none.
 */
const multiInstanceThrowsEvents: Rule = {
  name: 'multi-instance-throws-events',
  severity: 'error',
  says: 'a marker with `behavior` other than `All`, or with events for its instances',
  remedy: 'Remove behavior and its events, and throw the event after it, or inside a multi-instance sub-process.',
  check: ({ diagram }) =>
    [...diagram.nodes.values()].flatMap(({ id, name, element }) => {
      const loop = elementOf(element, 'loopCharacteristics');
      if (findUnsupported(element) !== undefined || loop === undefined || !throwsEvents(loop)) return [];
      return {
        elementId: id,
        reason: `The multi-instance marker of "${name}" throws events as its instances end, which does not run here.`,
      };
    }),
};

function throwsEvents(loop: ModdleElement): boolean {
  if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return false;
  const named = EVENT_REFS.some((property) => elementOf(loop, property) !== undefined);
  return named || loop.get('behavior') !== 'All' || elementsOf(loop, 'complexBehaviorDefinition').length > 0;
}

const EVENT_REFS = ['oneBehaviorEventRef', 'noneBehaviorEventRef'] as const;

export const MULTI_INSTANCE_RULES: readonly Rule[] = [
  multiInstanceWithoutNumber,
  multiInstanceOnOtherTask,
  standardLoopInvalid,
  sharedCountersignInvalid,
  sharedCountersignLast,
  completionWithoutCountersign,
  completionConditionInvalid,
  completionGivenTwice,
  multiInstanceThrowsEvents,
];
