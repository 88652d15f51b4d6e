import { isDrawnFor } from '../moddle/file-settings.ts';
import { elementOf, elementsOf } from '../moddle/moddle-element.ts';
import type { ModelOptions } from '../model-options.ts';
import type { AssignmentSource } from '../nodes/task-node.ts';
import type { FlowNode, Lane } from '../read/diagram.ts';
import type { Draft, UserTaskDraft } from '../read/draft.ts';
import type { EventDraft } from '../read/events/read-event.ts';
import { LANE_NAME, namesCandidates } from '../read/tasks/read-assignment.ts';
import type { Finding, Rule } from './rule.ts';
import { groupSources, interruptingEvents, listUnhandledEndings } from './shared/unhandled-endings.ts';
import { findHandlerTypos } from './vendors/vendor-spelling.ts';

const userTaskWithoutHandler: Rule = {
  name: 'user-task-without-handler',
  severity: 'error',
  says: 'a user task names nobody; a warning if `defaults.handlers`, `defaults.handlingGroup` or `assign` name somebody',
  remedy:
    'Give it an assignee, candidate users or candidate groups in the modeler, or put it into a named lane; or set one of these options.',
  check: ({ userTasks, options }) =>
    userTasks.filter(({ assignment }) => assignment.length === 0).map(({ node }) => judge(node, options)),
};

const IN_MODELER =
  'Give it an assignee, candidate users or candidate groups in the modeler, or put it into a named lane';

function judge(node: FlowNode, options: ModelOptions): Finding {
  const typos = findHandlerTypos(node.element);
  const inModeler =
    typos.length === 0 ? IN_MODELER : `Write ${typos.map(({ shown, meant }) => `${meant} for ${shown}`).join(', ')}`;
  const fallback = describeDefault(options);
  if (fallback === undefined) {
    return {
      elementId: node.id,
      reason: `Nobody can handle the user task "${node.name}": ${explain(node)}.`,
      remedy: `${inModeler}; or set the option defaults.handlers, defaults.handlingGroup or assign for all such tasks.`,
    };
  }
  return {
    severity: 'warning',
    elementId: node.id,
    reason: `The user task "${node.name}" goes to ${fallback}: ${explain(node)}.`,
    remedy: `${inModeler}, if somebody else should handle it.`,
    guess: true,
  };
}

function describeDefault({ assigns, defaultAssignment }: ModelOptions): string | undefined {
  const host = 'the people whom the function assign names';
  if (defaultAssignment === undefined) return assigns === true ? host : undefined;
  const { from, expressions } = defaultAssignment;
  const names = `${expressions.map(({ text }) => text).join(', ')} (${from})`;
  return assigns === true ? `${host}, else ${names}` : names;
}

function explain({ element }: FlowNode): string {
  const typos = findHandlerTypos(element).map(({ shown }) => shown);
  if (typos.length > 0) return `no engine knows its ${typos.join(', ')}`;
  const resource = elementsOf(element, 'resources').map((role) => elementOf(role, 'resourceRef'))[0];
  if (resource === undefined && elementsOf(element, 'resources').some(({ $type }) => $type === 'bpmn:PotentialOwner'))
    return 'its potential owner names nobody';
  if (resource === undefined) return 'it names no assignee, candidate, group or lane';
  return `it names the resource "${resource.name ?? resource.id}", which does not name accounts`;
}

/**
 * The report of a group task that ends unhandled must name a person. If the host cannot name one, an event that interrupts
 * the task fails whenever it fires (an error), and a task that ends in another way stays in people's lists (a warning).
 */
const noHandlerToReport: Rule = {
  name: 'no-handler-to-report',
  severity: 'error',
  says: "an event may end a group task, and neither `identity.membersOf` nor `defaults.systemHandler` gives a person to name in the report; a warning if this is not certain, or if a terminate end event, or a countersign or multi-instance that completes early, leaves such a task in people's lists",
  remedy: 'Set the option defaults.systemHandler to an account of the group, or give identity.membersOf.',
  check(draft) {
    if (draft.options.namesGroupMember !== false) return [];
    return draft.userTasks
      .filter((task) => groupSources(task, draft).length > 0)
      .flatMap((task) => [...judgeEvent(task, draft), ...judgeEndings(task, draft)]);
  },
};

function judgeEvent(task: UserTaskDraft, draft: Draft): readonly Finding[] {
  const taking = interruptingEvents(task, draft);
  const event = taking.find(isCertain) ?? taking[0];
  if (event === undefined) return [];
  const isError = isCertain(event) && !task.assignment.some(({ kind }) => kind === 'handlers');
  return [
    {
      severity: isError ? 'error' : 'warning',
      elementId: task.node.id,
      reason: `The event "${event.node.name}" may end the user task "${task.node.name}" while it belongs to a group. The report of this must name a person, but the bridge has nobody to name, so the event would fail.`,
      remedy: 'Set the option defaults.systemHandler to an account, or give identity.membersOf.',
    },
  ];
}

function judgeEndings(task: UserTaskDraft, draft: Draft): readonly Finding[] {
  const ways = draft.options.reportsGone === false ? [] : listUnhandledEndings(task, draft);
  if (ways.length === 0) return [];
  return [
    {
      severity: 'warning',
      elementId: task.node.id,
      reason: `The user task "${task.node.name}" may end while it belongs to a group and nobody has handled it (${ways.join('; ')}). The bridge has nobody to name in the report of this, so the task stays in people's lists until the center asks for its state.`,
    },
  ];
}

/** Errors and escalations may never be thrown while the task is open; other events can occur at any time. */
function isCertain({ trigger }: EventDraft): boolean {
  return trigger !== undefined && trigger.kind !== 'error' && trigger.kind !== 'escalation';
}

const handlersAndGroup: Rule = {
  name: 'handlers-and-group',
  severity: 'warning',
  says: 'people and a group are named; the group counts only when there are no people',
  remedy: 'Remove the one you do not want.',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, assignment }) => {
      const handlers = assignment.find(({ kind }) => kind === 'handlers');
      const group = assignment.find(({ kind }) => kind === 'handlingGroup');
      if (handlers === undefined || group === undefined) return [];
      return {
        elementId: node.id,
        reason: `"${node.name}" names people (${handlers.from}) and a group (${group.from}): ${listTexts(group.expressions)} gets it only if there are no people.`,
        // In the original engine both candidate users and candidate groups could claim the task.
        ...(handlers.from.endsWith('candidateUsers') && { guess: true }),
      };
    }),
};

/** As in the engines, where the assignee has claimed the task. */
const candidatesIgnored: Rule = {
  name: 'candidates-ignored',
  severity: 'warning',
  says: 'a task has both an assignee and candidates: it goes to the assignee, and to the candidates only if the assignee evaluates to nothing',
  remedy: 'Remove the candidates; or remove the assignee if any of them may handle the task.',
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, multiInstance, assignment }) => {
      const people = assignment.filter(({ kind }) => kind === 'handlers');
      const [assignee] = people;
      const candidates = people.filter(namesCandidates);
      if (assignee === undefined || namesCandidates(assignee) || candidates.length === 0) return [];
      const who = candidates.map(({ from, expressions }) => `${listTexts(expressions)} (${from})`).join(', ');
      return {
        elementId: node.id,
        reason: `"${node.name}" goes to its assignee alone (${assignee.from}); the candidates ${who} get it only if the assignee evaluates to nothing.`,
        ...(multiInstance && {
          remedy: 'Remove the candidates; if any of them may sign, add them to the collection of the multi-instance.',
        }),
      };
    }),
};

function listTexts(expressions: AssignmentSource['expressions']): string {
  return expressions.map(({ text }) => text).join(', ');
}

const handlerFromLane: Rule = {
  name: 'handler-from-lane',
  severity: 'warning',
  says: 'the group is the name of the lane',
  remedy: 'Leave it if the lane has the name of the group; otherwise give the lane ttc:handlingGroup.',
  guess: true,
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, assignment }) =>
      assignment
        .filter(({ from }) => from === LANE_NAME)
        .map(({ expressions }) => ({
          elementId: node.id,
          reason: `"${node.name}" goes to the group ${listTexts(expressions)}, the name of its lane.`,
        })),
    ),
};

/** jBPM assigns the later tasks of a lane to the person who handled the first one ("Swimlanes", Autoclaim). */
const laneAutoclaimNotSupported: Rule = {
  name: 'lane-autoclaim-not-supported',
  severity: 'warning',
  says: 'jBPM gives the later tasks of a lane to the person who handled one of them; here each task goes to everyone it names',
  remedy:
    'Leave it if any of them may handle each task; otherwise name the person with a variable that the first task sets.',
  guess: true,
  check: ({ userTasks }) =>
    [...tasksByLane(userTasks.filter(({ node }) => isDrawnFor(node.element, 'drools')))]
      .filter(([, tasks]) => tasks.length > 1 && tasks.some(isOpenToSeveral))
      .map(([lane, tasks]) => ({
        elementId: lane.id,
        reason: `In jBPM, the person who handles one of ${tasks.map(({ node }) => `"${node.name}"`).join(', ')} also gets the others of the lane "${lane.name ?? lane.id}"; here, each task goes to everyone whom it names.`,
      })),
};

function tasksByLane(tasks: readonly UserTaskDraft[]): ReadonlyMap<Lane, readonly UserTaskDraft[]> {
  const byLane = new Map<Lane, readonly UserTaskDraft[]>();
  for (const task of tasks) {
    const [lane] = task.node.lanes;
    if (lane !== undefined) byLane.set(lane, [...(byLane.get(lane) ?? []), task]);
  }
  return byLane;
}

/** A task with one handler belongs to that person in jBPM too. */
function isOpenToSeveral({ assignment }: UserTaskDraft): boolean {
  return assignment.some(({ kind, expressions }) => kind === 'handlingGroup' || expressions.length > 1);
}

const PLACEHOLDER = /\{\{[^{}]*\}\}/;

/** `{{manager}}`, as in the templates of some tools: engines take it literally, as an account or group. */
const placeholderAsName: Rule = {
  name: 'placeholder-as-name',
  severity: 'warning',
  says: '`{{manager}}`, a placeholder left over from a template, is used literally as an account or group',
  remedy: 'Fill it in; if it is a variable, write ${…}, or =… in FEEL.',
  guess: true,
  check: ({ userTasks }) =>
    userTasks.flatMap(({ node, assignment }) => {
      const found = assignment.flatMap(findPlaceholders);
      if (found.length === 0) return [];
      return {
        elementId: node.id,
        reason: `"${node.name}" has ${found.join(', ')}, which is used literally: it looks like a placeholder left over from a template.`,
      };
    }),
};

function findPlaceholders({ from, expressions }: AssignmentSource): readonly string[] {
  return expressions.flatMap(({ text, constant }) => (constant && PLACEHOLDER.test(text) ? `${text} (${from})` : []));
}

export const ASSIGNMENT_RULES: readonly Rule[] = [
  userTaskWithoutHandler,
  noHandlerToReport,
  handlersAndGroup,
  candidatesIgnored,
  handlerFromLane,
  laneAutoclaimNotSupported,
  placeholderAsName,
];
