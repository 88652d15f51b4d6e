/** What people do with a task on a page: each operation and the fields of its form. */
import type { Bridge } from '../../bridge/bridge.ts';
import type { PanelRule } from '../../plugin/state/panel.ts';
import type { Verdict } from '../../protocol/verdict.ts';

/** What a person has chosen and written. */
export interface Sent {
  /** Account of the person who acts. */
  readonly from: string;
  /** Accounts in the chosen order; of a recall, the id of a task; of a task that goes back, the node of an earlier one. */
  readonly to: readonly string[];
  readonly rule: PanelRule;
  /** When those who are added have their say, and with which button of the task, in {@link POSITIONS}. */
  readonly position: string;
  readonly text: string;
}

/** An operation of a page. Texts are in the dictionary of the demo. */
export interface PageOperation {
  /** Title of the page. */
  readonly title: string;
  readonly question: string;
  /** What can be chosen: one person, several in an order, those who are asked with the task, or earlier tasks. */
  readonly choice: 'one' | 'several' | 'asked' | 'earlier';
  /** Whether people can be asked before, beside or after the handler, and by which rule. */
  readonly hasPosition?: true;
  /** Label of a text; absent: nobody would see it. */
  readonly text?: 'Your opinion' | 'Reason';
  /** Name of the button of the form. */
  readonly button: string;
  /** What is true when it was done. */
  readonly done: string;
  apply(bridge: Bridge, taskId: string, sent: Sent): Promise<Verdict>;
}

export const OPERATIONS = {
  transfer: {
    title: 'Transfer: {node}',
    question: 'Who is the new handler?',
    choice: 'one',
    text: 'Your opinion',
    button: 'Transfer',
    done: '{names} is the handler now.',
    apply: (bridge, taskId, { from, to: [to = ''], text }) => bridge.transfer(taskId, { from, to, opinions: text }),
  },
  circulate: {
    title: 'Circulate: {node}',
    question: 'Who should be notified?',
    choice: 'several',
    button: 'Circulate',
    done: '{names} will get a message.',
    apply: (bridge, taskId, { from, to }) => bridge.circulate(taskId, { from, to, opinions: '' }),
  },
  delegate: {
    title: 'Ask somebody to look at it: {node}',
    question: 'Who should look at it? The task comes back to you with an opinion.',
    choice: 'one',
    text: 'Your opinion',
    button: 'Delegate',
    done: '{names} has the task now. It comes back with an opinion.',
    apply: (bridge, taskId, { from, to: [to = ''], text }) => bridge.delegate(taskId, { from, to, opinions: text }),
  },
  addSigners: {
    title: 'Add signers: {node}',
    question: 'Who should be added?',
    choice: 'several',
    hasPosition: true,
    text: 'Your opinion',
    button: 'Add',
    done: 'Added: {names}.',
    apply(bridge, taskId, { from, to, rule, position, text: opinions }) {
      const [, action] = position.split('after:');
      if (action !== undefined)
        return bridge.press(taskId, { account: from, action, opinions, signersAfter: { to, rule } });
      if (position === 'before') return bridge.addSigners(taskId, { from, to, rule, opinions });
      return bridge.addSigners(taskId, { from, to, position: position as 'beside' | 'countersign', opinions });
    },
  },
  sendBackDirect: {
    title: 'Send back: {node}',
    question: 'To which step? The task comes directly back to you.',
    choice: 'earlier',
    text: 'Reason',
    button: 'Send back',
    done: 'Sent back: {names}. The task comes directly back to you.',
    apply: (bridge, taskId, { from, to: [to = ''], text }) =>
      bridge.sendBack(taskId, { account: from, to, opinions: text }),
  },
  recall: {
    title: 'Recall: {node}',
    question: 'Who need not answer any more?',
    choice: 'asked',
    text: 'Reason',
    button: 'Recall',
    done: 'Recalled: {names}.',
    apply: (bridge, _taskId, { from, to: [asked = ''], text }) => bridge.recall(asked, { account: from, reason: text }),
  },
} as const satisfies Readonly<Record<string, PageOperation>>;

export type OperationName = keyof typeof OPERATIONS;

/** Beside `after:` with the key of a button. */
export const POSITIONS = {
  before: 'First they give an opinion, then I decide',
  beside: 'They decide with me: all of us',
  countersign: 'They sign too, in the countersign',
} as const;

/** When those who are asked before or after have had their say. */
export const RULES: Readonly<Record<PanelRule, string>> = {
  all: 'All of them',
  any: 'Any of them is enough',
  'in-turn': 'One after the other',
};
