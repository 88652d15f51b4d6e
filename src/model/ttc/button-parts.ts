import { ACTION_TYPES, type ActionType } from '../../protocol/constants.ts';
import { ADDRESS, REQUIRED, type TtcValue } from './ttc-setting.ts';

/** The parts of a `ttc:action` and a `ttc:previousAction`. */
export const BUTTON_PARTS = {
  name: { takes: 'text, without expressions', means: 'Its label.', otherwise: REQUIRED },
  type: {
    takes: 'an action type of the center',
    means:
      'What a press does, and who may press: see [Buttons and operations](../modelling.md#buttons-and-operations). The types allowed on each element are listed above.',
    otherwise: REQUIRED,
  },
  key: {
    takes: 'letters, digits, `_`, `.`, `-`; different for each button of a task',
    means:
      'Its name in the address that the center calls, in `bridge.press` and, unless it has a `nextNodeKey`, in the variable `outcome`; for a button that fires an event, the name of the message or signal. As a property it is part of the name.',
    otherwise: 'the type in lower case, for a second one with `-2`',
  },
  optType: {
    takes: '0 (api) or 1 (page)',
    values: /^[01]$/,
    means: '1: a press opens the page at `url`, and the page calls the bridge.',
    otherwise: '0: the center calls the bridge',
  },
  url: {
    takes: ADDRESS,
    means: 'The page of a button with `optType` 1. Other buttons have none.',
    otherwise: 'required with `optType` 1',
  },
  method: {
    takes: 'get, post or put',
    values: /^(get|post|put)$/i,
    means: 'The HTTP method with which the center calls the bridge.',
    otherwise: '`post`',
  },
  allowMerge: {
    takes: '0 or 1',
    values: /^[01]$/,
    means: '1: can be pressed for several tasks in a batch. Not on a `ttc:previousAction`.',
    otherwise: '0; for derived buttons the option `defaults.allowMerge`',
  },
  nextNodeKey: {
    takes: 'the id of the next element, or of the flow',
    means:
      'The flow of the gateway after the task that a HANDLE button takes, or whose value it sets if the conditions test one variable; the id of the flow if several flows lead to one element.',
    otherwise: '**required** if the flows have no conditions; else the conditions decide',
  },
  vote: {
    takes: 'approve or reject',
    values: /^(approve|reject)$/,
    means:
      'The vote of a HANDLE button of a countersign. Its flow, named by `nextNodeKey`, is the one that the vote leads to.',
    otherwise: 'the `ttc:vote` of its flow',
  },
  to: {
    takes: 'accounts, separated by commas; or an expression',
    means: 'To whom a TRANSFER or CIRCULARIZE button without a page gives the task, or circulates it.',
    otherwise: 'such a button must open a page',
  },
  times: {
    takes: 'a whole number, at least 1',
    values: /^[1-9]\d*$/,
    means:
      'How often it can be pressed for a task. Only on a `ttc:previousAction`, and on the `ttc:action` of a process, for which the bridge alone counts.',
    otherwise: 'without limit',
  },
} as const satisfies Readonly<Record<string, TtcValue>>;

export type ButtonPart = keyof typeof BUTTON_PARTS;

/** The action types of a button by where it is declared. */
export const BUTTON_TYPES = {
  task: ACTION_TYPES,
  process: ['REVOKE', 'BREAK_UP', 'PROMOTER', 'ALL'],
  handledTask: ['HANDLEDR', 'ALL', 'REVOKE', 'BREAK_UP', 'PROMOTER'],
} as const satisfies Readonly<Record<string, readonly ActionType[]>>;
