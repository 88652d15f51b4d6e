import { ACTION_TYPES, type ActionType } from '../../protocol/constants.ts';
import type { Flow } from '../read/diagram.ts';
import type { Draft, UserTaskDraft } from '../read/draft.ts';
import { flowLabel, flowOf, flowsWithButton, hasHandleButtons, isUrlSafe, typeOf } from '../read/tasks/buttons.ts';
import type { ActionDraft } from '../read/tasks/read-actions.ts';
import { BUTTON_PARTS, BUTTON_TYPES, type ButtonPart } from '../ttc/button-parts.ts';
import type { TtcValue } from '../ttc/ttc-setting.ts';
import type { Finding, Rule } from './rule.ts';

/** All explicit buttons. */
function buttonsOf({ process, userTasks }: Draft): readonly ActionDraft[] {
  return [...process.actions, ...userTasks.flatMap(({ actions, previousActions }) => [...actions, ...previousActions])];
}

const TYPES_THAT_FIRE: ReadonlySet<ActionType | undefined> = new Set<ActionType>([
  'PROMOTER',
  'HANDLEDR',
  'DEAL',
  'ALL',
]);

/** A button that only fires an event of the process, while no event has its key as name. */
const buttonWithoutEvent: Rule = {
  name: 'button-without-event',
  severity: 'warning',
  says: 'a PROMOTER, HANDLEDR, DEAL or ALL button, and no event waits for a message or signal with the name of its key',
  remedy: 'Draw an event with that name, or listen to the event "action" of the bridge.',
  check: (draft) => {
    const caught = listCaught(draft);
    if (caught === 'unknown') return [];
    return buttonsOf(draft)
      .filter((button) => TYPES_THAT_FIRE.has(typeOf(button)) && button.optType !== '1' && !caught.has(keyOf(button)))
      .map((button) => ({
        elementId: button.elementId,
        reason: `The button "${button.name ?? keyOf(button)}" sends ${keyOf(button)} to the process, but no event of the process waits for a message or signal of that name.`,
      }));
  },
};

function keyOf({ key, type = '' }: ActionDraft): string {
  return key ?? type.toLowerCase();
}

/** Names of the messages and signals that are caught; unknown if a name or a called process is computed at run time. */
function listCaught({ events, services }: Draft): ReadonlySet<string> | 'unknown' {
  if (services.some(({ call }) => call !== undefined)) return 'unknown';
  const names = new Set<string>();
  for (const { role, trigger } of events) {
    if (trigger?.kind !== 'message' && trigger?.kind !== 'signal') continue;
    if (role.kind === 'throw' || role.kind === 'process-start') continue;
    if (!trigger.name.constant) return 'unknown';
    names.add(trigger.name.text);
  }
  return names;
}

const buttonWithoutName: Rule = {
  name: 'button-without-name',
  severity: 'warning',
  says: 'a flow that becomes a button has no name',
  remedy: 'Give the flow the label that the button should have, for example Approve.',
  guess: true,
  check(draft) {
    return [...new Set(draft.userTasks.flatMap((task) => derivingFlows(task, draft)))]
      .filter(({ name }) => name === undefined)
      .map((flow) => ({
        elementId: flow.id,
        reason: `The flow has no name, so its button is called "${flowLabel(flow)}" after the element that it leads to.`,
      }));
  },
};

/** The flows behind a task that become its buttons. */
function derivingFlows({ gateway, actions }: UserTaskDraft, { routings }: Draft): readonly Flow[] {
  const routing = gateway && routings.get(gateway.id);
  if (hasHandleButtons(actions) || gateway === undefined || routing === undefined) return [];
  return flowsWithButton(gateway, routing);
}

const buttonsWithOneLabel: Rule = {
  name: 'buttons-with-one-label',
  severity: 'warning',
  says: 'several buttons of a task have the same label, so that nobody can tell them apart',
  remedy: 'Give each of them a label of its own: the name of its flow, or the name of its ttc:action.',
  check: (draft) =>
    draft.userTasks.flatMap((task) => {
      const byLabel = new Map<string, readonly string[]>();
      const flows = derivingFlows(task, draft).map((flow) => ({
        label: flowLabel(flow),
        shown: `the flow ${flow.id}`,
      }));
      const explicit = [...task.actions, ...draft.process.actions].flatMap((action) =>
        action.name === undefined ? [] : { label: action.name, shown: `the button ${keyOf(action)}` },
      );
      for (const { label, shown } of [...flows, ...explicit]) {
        const text = label.replace(/\s+/g, ' ').trim();
        byLabel.set(text, [...(byLabel.get(text) ?? []), shown]);
      }
      return [...byLabel].flatMap(([label, shown]) =>
        shown.length < 2
          ? []
          : {
              elementId: task.node.id,
              reason: `"${task.node.name}" has ${shown.length} buttons with the label "${label}": ${shown.join(', ')}.`,
            },
      );
    }),
};

const actionInvalid: Rule = {
  name: 'action-invalid',
  severity: 'error',
  says: 'an explicit button is incomplete, has a value that the center does not know, or has the key of another button',
  remedy: 'Correct it in the extension elements.',
  check: ({ process, userTasks }) => [
    ...process.actions.flatMap((action) =>
      judgeAction(action, [...findFaults(action), ...findFaultsOnProcess(action)]),
    ),
    ...userTasks.flatMap(({ actions, previousActions }) => [
      ...actions.flatMap((action) => judgeAction(action, [...findFaults(action), ...findTimes(action)])),
      ...previousActions.flatMap((action) =>
        judgeAction(action, [...findFaults(action), ...findFaultsOfPrevious(action)]),
      ),
    ]),
    ...userTasks.flatMap(({ node, actions, previousActions }) =>
      findSameKeys(node.id, [...actions, ...previousActions, ...process.actions]),
    ),
  ],
};

function judgeAction(action: ActionDraft, faults: readonly string[]): readonly Finding[] {
  if (faults.length === 0) return [];
  const reason = `The button "${action.name ?? action.key ?? action.type ?? 'without a name'}" cannot be shown: ${faults.join('; ')}.`;
  return [{ elementId: action.elementId, reason }];
}

function findFaults(action: ActionDraft): readonly string[] {
  const faults: string[] = [];
  const { name, type, url, optType, key, unread = [] } = action;
  for (const field of unread) faults.push(`a button has no field ${field}`);
  if (name === undefined) faults.push('it has no name');
  if (type === undefined) faults.push('it has no type');
  else if (typeOf(action) === undefined)
    faults.push(`${type} is not an action type: it can be ${ACTION_TYPES.join(', ')}`);
  if (key !== undefined && !isUrlSafe(key))
    faults.push(`its key ${key} contains characters other than letters, digits, _ . -`);
  if (optType === '1' && url === undefined) faults.push('a page action needs the url of its page');
  if (optType !== '1' && url !== undefined) faults.push('only a page action (optType 1) has a url of its own');
  for (const [part, { values, takes }] of Object.entries(BUTTON_PARTS) as readonly [ButtonPart, TtcValue][]) {
    const value = action[part];
    if (value !== undefined && values?.test(value) === false) faults.push(`${part} must be ${takes}`);
  }
  return faults;
}

const ON_A_PROCESS: ReadonlySet<ActionType | undefined> = new Set(BUTTON_TYPES.process);

function findFaultsOnProcess(action: ActionDraft): readonly string[] {
  const type = typeOf(action);
  return [
    ...findStrayVote(action),
    ...(type === undefined || ON_A_PROCESS.has(type)
      ? []
      : [`a button of a process must be of type ${listed(BUTTON_TYPES.process, 'or')}`]),
  ];
}

function findStrayVote({ vote }: ActionDraft): readonly string[] {
  return vote === undefined ? [] : ['only a ttc:action of a user task can be a vote'];
}

/** `A, B or C`. */
function listed(types: readonly ActionType[], word: 'and' | 'or'): string {
  return types.join(', ').replace(/, (\w+)$/, ` ${word} $1`);
}

function findTimes({ times }: ActionDraft): readonly string[] {
  return times === undefined ? [] : ['only a previousAction or a button of the process can have times'];
}

const ON_A_HANDLED_TASK: ReadonlySet<ActionType | undefined> = new Set(BUTTON_TYPES.handledTask);

function findFaultsOfPrevious(action: ActionDraft): readonly string[] {
  const { allowMerge } = action;
  const type = typeOf(action);
  return [
    ...findStrayVote(action),
    ...(type === undefined || ON_A_HANDLED_TASK.has(type)
      ? []
      : [`a handled task shows ${listed(BUTTON_TYPES.handledTask, 'and')}, but never ${type}`]),
    ...(allowMerge === undefined ? [] : ['a previousAction cannot have a batch setting (allowMerge)']),
  ];
}

function findSameKeys(nodeId: string, actions: readonly ActionDraft[]): readonly Finding[] {
  const keys = actions.flatMap(({ key }) => (key === undefined ? [] : [key]));
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map((key) => ({
    elementId: nodeId,
    reason: `Two buttons have the key ${key}, so a press would not say which of the two was meant.`,
    remedy: 'Give each button a key of its own, or none.',
  }));
}

const actionWithoutNextNode: Rule = {
  name: 'action-without-next-node',
  severity: 'error',
  says: 'an explicit button does not say which flow of the gateway it takes',
  remedy: 'Give it a nextNodeKey: the id of the next element, or of the flow.',
  check: (draft) => draft.userTasks.flatMap((task) => judgeTask(task, draft)),
};

function judgeTask({ node, gateway, actions }: UserTaskDraft, { routings }: Draft): readonly Finding[] {
  const routing = gateway && routings.get(gateway.id);
  if (gateway === undefined || routing === undefined || routing.kind === 'conditions') return [];
  const chosenByPress = routing.kind === 'press' || routing.kind === 'votes';
  const targets = gateway.outgoing.map((flow) => flow.target.id).join(', ');
  return actions
    .filter((action) => typeOf(action) === 'HANDLE' && flowOf(action, gateway) === undefined)
    .filter((action) => chosenByPress || action.nextNodeKey !== undefined)
    .map((action) => ({
      elementId: node.id,
      reason: `The button "${action.name ?? action.type}" ${explain(action)}, but the gateway "${gateway.name}" after "${node.name}" needs to know.`,
      remedy: `Give it a nextNodeKey: the id of the next element (${targets}), or the id of the flow if two flows lead to the same element.`,
    }));
}

function explain({ nextNodeKey }: ActionDraft): string {
  return nextNodeKey === undefined
    ? 'does not say which flow it takes'
    : `goes to ${nextNodeKey}, which does not identify exactly one next element`;
}

/**
 * The callback of a button names no second person (spec, Button callback). A button that transfers or circulates a task
 * therefore opens a page that asks for the person, or has a fixed `to`.
 */
const actionWithoutTarget: Rule = {
  name: 'action-without-target',
  severity: 'error',
  says: 'a TRANSFER or CIRCULARIZE button that neither opens a page nor has a `to`; a `to` on another button',
  remedy: 'Make it a page (optType="1" and a url) that calls the bridge, or give it to="…".',
  check: (draft) => buttonsOf(draft).flatMap(judgeTarget),
};

function judgeTarget(action: ActionDraft): readonly Finding[] {
  const { elementId, to } = action;
  const type = typeOf(action);
  const name = action.name ?? action.key ?? action.type;
  const goesToOthers = type === 'TRANSFER' || type === 'CIRCULARIZE';
  if (goesToOthers && action.optType !== '1' && to === undefined) {
    const reason = `The button "${name}" does not say to whom: the center sends no other person with the press.`;
    return [{ elementId, reason }];
  }
  if (!goesToOthers && to !== undefined) {
    const reason = `The button "${name}" has a "to", which only TRANSFER and CIRCULARIZE have.`;
    return [{ elementId, reason, remedy: 'Remove it.' }];
  }
  return [];
}

export const BUTTON_RULES: readonly Rule[] = [
  buttonWithoutEvent,
  buttonWithoutName,
  buttonsWithOneLabel,
  actionInvalid,
  actionWithoutNextNode,
  actionWithoutTarget,
];
