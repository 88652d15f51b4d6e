import { TEXT_NAMES } from '../expressions/text-names.ts';
import { ALLOW_VALUES, ALLOWED_OPERATIONS } from './allowed-operations.ts';
import { BUTTON_PARTS } from './button-parts.ts';
import { MESSAGE_PARTS, NOTICE_PARTS } from './message-parts.ts';
import { SUMMARY_PARTS } from './summary-parts.ts';
import { ADDRESS, TEXT, type TtcComposed, type TtcSetting } from './ttc-setting.ts';

/** The kinds of elements that may have `ttc` names. */
export type TtcPlace =
  | 'process'
  | 'user task'
  | 'service'
  | 'sub-process'
  | 'message event'
  | 'message'
  | 'sequence flow'
  | 'lane'
  | 'other element';

/** No expressions: the center has one value for all instances of a process. */
const PLAIN = {
  values: new RegExp(`^(?!\\s*=)(?!.*[$#]\\{)(?!.*\\{(?:${TEXT_NAMES.join('|')})\\})`, 's'),
  takes: 'a plain text: the center has one value for all instances; ttc:transactionName names each instance',
};

const COMPLETION = {
  values: /^(all|any|[1-9]\d*|(100|[1-9]\d?)(\.\d+)?%)$/,
  takes: 'all, any, a number such as 2, or a percentage such as 60%',
};

const ALLOW = {
  takes: `some of ${ALLOWED_OPERATIONS.join(', ')}, separated by commas or blanks; or none`,
  values: ALLOW_VALUES,
  example: 'delegate, addSigners',
};

const SUMMARY: TtcComposed = {
  means: 'A line that people see in the center without opening the task; at most five.',
  parts: SUMMARY_PARTS,
  examples: [
    {
      shows: 'Two lines, in their order.',
      written: [
        { title: 'Amount', content: '${amount} EUR' },
        { title: 'For', content: '{initiatorName}' },
      ],
    },
  ],
};

const NOTIFY: Omit<TtcComposed, 'examples'> = {
  means: 'Sends a message at a certain moment, without an event in the diagram.',
  parts: { ...NOTICE_PARTS, ...MESSAGE_PARTS },
};

function address(what: string): TtcSetting {
  return {
    takes: ADDRESS,
    means: `The address where the task is ${what}.`,
    otherwise: 'a form key of a vendor that is a web address; then the option of the same name in `defaults`',
    example: 'https://leave.example/{businessKey}?task={taskId}',
  };
}

/**
 * Every `ttc` name by the kind of element. The readers take only these names, the rules refuse others, and
 * `docs/reference/ttc.md` lists them.
 */
const DECLARED = {
  process: {
    transTypeCode: {
      ...PLAIN,
      means: 'The code of the transaction type.',
      otherwise: 'the id of the process',
      example: 'LEAVE',
    },
    transTypeName: {
      ...PLAIN,
      means: 'The name of the transaction type.',
      otherwise: 'the name of the process',
      example: 'Leave request',
    },
    transactionName: {
      takes: TEXT,
      means: 'The name of the transaction, evaluated with each task.',
      otherwise: 'the name of the process if it contains an expression; else none',
      example: 'Leave of {initiatorName}',
    },
    summary: {
      ...SUMMARY,
      means: 'A line about the transaction, which people see with each of its tasks; at most five.',
    },
    allow: {
      ...ALLOW,
      means:
        'Which operations people may use on the tasks of the process that have no `ttc:allow` of their own. A called process has its own, also in the call.',
      otherwise: 'the option `defaults.allow`',
    },
    action: {
      means: 'A button that all tasks of the process have.',
      parts: BUTTON_PARTS,
      examples: [
        {
          shows: 'The initiator can withdraw the request, and can urge each handler three times.',
          written: [
            { name: 'Withdraw', key: 'withdraw', type: 'REVOKE' },
            { name: 'Urge', key: 'urge', type: 'PROMOTER', times: '3' },
          ],
        },
      ],
    },
    notify: {
      ...NOTIFY,
      means:
        'Sends a message at a moment of each task that has no `ttc:notify` of its own for this moment; with `end`, at the end of the process.',
      examples: [
        {
          shows: 'The initiator is told when the process has ended.',
          written: [{ on: 'end', messageTypeCode: 'LEAVE', title: 'Your leave', toPersons: 'initiator' }],
        },
      ],
    },
  },
  'user task': {
    handlers: {
      takes: 'accounts, separated by commas; each may be an expression',
      means:
        'Who may handle the task. In a countersign each signer gets a task of their own: the variable of the element.',
      otherwise:
        'assignee and candidates as your modeler writes them; then the options `assign` and `defaults.handlers`. If the value evaluates to nothing, these are asked too',
      example: 'ann, ${manager}',
    },
    handlingGroup: {
      takes: 'groups, separated by commas; each may be an expression',
      means: 'Any member of the group may handle the task.',
      otherwise:
        'candidate groups as your modeler writes them; then the lane; then the options `assign` and `defaults.handlingGroup`',
      example: 'finance',
    },
    taskName: {
      takes: TEXT,
      means: 'The name of this task in the center, evaluated when the task is created.',
      otherwise: 'none: the center shows the name of the node',
      example: 'Leave of {initiatorName}',
    },
    summary: SUMMARY,
    timeOut: {
      takes: 'whole hours, or an expression for them',
      means:
        'When the task is due, counted from its creation. The task stays open: only a `ttc:notify` or a timer event does something.',
      otherwise: 'the due date of your modeler; else the task is never due',
      example: '48',
    },
    canDelegate: {
      takes: '0, 1, true or false',
      values: /^(0|1|true|false)$/,
      means: 'Whether its handlers may delegate the task in the center.',
      otherwise: 'the option `defaults.canDelegate`',
      example: '1',
    },
    autoCreateTransType: {
      takes: 'true or false',
      values: /^(true|false)$/,
      means: 'Whether the center creates the transaction type if it does not know it.',
      otherwise: 'the option `defaults.autoCreateTransType`',
      example: 'true',
    },
    allow: {
      ...ALLOW,
      means: 'Which operations people may use on the task; `none` takes away what the process allows.',
      otherwise: 'the `ttc:allow` of the process; else the option `defaults.allow`',
    },
    handleUrl: address('handled, on a PC'),
    viewUrl: address('viewed, on a PC'),
    mHandleUrl: address('handled, on a phone'),
    mViewUrl: address('viewed, on a phone'),
    completion: {
      ...COMPLETION,
      means: 'When a countersign is over: see [Countersigns and votes](#countersigns-and-votes).',
      otherwise: 'the completion condition; else `all`',
      example: '60%',
    },
    countersign: {
      takes: 'shared',
      values: /^shared$/,
      means:
        'All signers of a parallel countersign share one task. Only for a center that keeps a task for the others when one has signed.',
      otherwise: 'a task for each signer',
      example: 'shared',
    },
    action: {
      means: 'A button of the task. Buttons of type HANDLE replace the derived ones.',
      parts: BUTTON_PARTS,
      examples: [
        {
          shows:
            'A page on which people decide, in place of the derived buttons: it calls `bridge.press`. The other two buttons are beside it.',
          written: [
            {
              ...{ name: 'Decide', key: 'decide', type: 'HANDLE' },
              ...{ optType: '1', url: 'https://leave.example/{businessKey}?task={taskId}' },
            },
            { name: 'Pass on', key: 'pass-on', type: 'TRANSFER', to: '${deputy}' },
            { name: 'Suspend', key: 'suspend', type: 'HANG_UP', method: 'put' },
          ],
        },
        {
          shows: 'The buttons of a countersign whose gateway leads to `granted` and `refused`; approvals in a batch.',
          written: [
            {
              ...{ name: 'Approve', key: 'approve', type: 'HANDLE' },
              ...{ nextNodeKey: 'granted', vote: 'approve', allowMerge: '1' },
            },
            { name: 'Reject', key: 'reject', type: 'HANDLE', nextNodeKey: 'refused', vote: 'reject' },
          ],
        },
      ],
    },
    previousAction: {
      means: 'A button that the task has once it is handled.',
      parts: BUTTON_PARTS,
      examples: [
        {
          shows: 'Whoever handled the task can take it back once: the button fires an event of the name `back`.',
          written: [{ name: 'Take back', key: 'back', type: 'HANDLEDR', times: '1' }],
        },
      ],
    },
    notify: {
      ...NOTIFY,
      examples: [
        {
          shows: 'Two messages at the same moment.',
          written: [
            {
              ...{ on: 'created', messageTypeCode: 'TASK', title: 'Please decide', toPersons: 'handlers' },
              'param.days': '${days}',
            },
            { on: 'created', messageTypeCode: 'NEWS', title: 'Your request is read', toPersons: 'initiator' },
          ],
        },
      ],
    },
  },
  service: {
    service: {
      takes: 'a name; no expression',
      means: 'The function of the option `services` that is called.',
      otherwise: 'the topic, task type, delegate or class of your modeler; else the id of the element',
      example: 'book-leave',
    },
  },
  'sub-process': {
    completion: {
      ...COMPLETION,
      means: 'How many iterations of a multi-instance have to be complete; the others are then cancelled.',
      otherwise: 'the completion condition; else `all`',
      example: 'any',
    },
  },
  'message event': {
    correlationKey: {
      takes: 'an expression, or a text',
      means: 'Which of several waiting instances gets a message: the one with the same key.',
      otherwise: 'the key on the message; else the business key of the instance',
      example: '${orderId}',
    },
    message: {
      means:
        'Sends a message to people when a token reaches it. Only on a send task without a service, a throwing message event and a message end event; one on each.',
      parts: MESSAGE_PARTS,
      examples: [
        {
          shows: 'One parameter for all channels, and one for SMS alone.',
          written: [
            {
              ...{ messageTypeCode: 'LEAVE', title: 'Your leave', toPersons: 'initiator', sendType: 'SMS,WEBSITE' },
              ...{ 'param.days': '${days}', 'param.reason.SMS': '${opinions}' },
            },
          ],
        },
        {
          shows: 'The other parts.',
          written: [
            {
              ...{ messageTypeCode: 'CLOSED', title: 'Closed on {businessKey}', sendType: 'SMS,MAIL' },
              ...{ toDepts: 'hr', toGroups: '${groups}', toPhones: '+15550101', toEmails: 'hr@leave.example' },
              ...{ excludeUser: 'handled', sendTime: 'PT8H', promise: 'true', importantIdentity: 'false' },
              ...{ signOff: 'The office', handleKey: 'leave', coverImageUrl: 'https://leave.example/cover.png' },
              ...{ filesUrl: 'https://leave.example/plan.pdf' },
              ...{ mobileUrl: 'https://leave.example/m/{businessKey}', url: 'https://leave.example/{businessKey}' },
            },
          ],
        },
      ],
    },
  },
  message: {
    correlationKey: {
      takes: 'an expression, or a text',
      means: 'The `ttc:correlationKey` of all events and tasks that refer to the message and have none themselves.',
      otherwise: 'the key of `zeebe:subscription`; else the business key of the instance',
      example: '${orderId}',
    },
  },
  'sequence flow': {
    vote: {
      takes: 'approve or reject',
      values: /^(approve|reject)$/,
      means:
        'On the flows of the exclusive gateway directly after a countersign: the signers vote, and the result takes this flow. Exactly one flow for each vote.',
      otherwise: 'no vote',
      example: 'approve',
    },
  },
  lane: {
    handlingGroup: {
      takes: 'groups, separated by commas; each may be an expression',
      means: 'The group that handles the tasks of the lane which name nobody themselves.',
      otherwise: 'the name of the lane',
      example: 'finance',
    },
  },
  'other element': {},
} satisfies Readonly<Record<TtcPlace, Readonly<Record<string, TtcSetting | TtcComposed>>>>;

type Declared = typeof DECLARED;
type NamesAt<Place extends TtcPlace, Kind> = {
  [Name in keyof Declared[Place]]: Declared[Place][Name] extends Kind ? Name : never;
}[keyof Declared[Place]];

/** Names with one value. */
export type TtcSettingName = { [Place in TtcPlace]: NamesAt<Place, TtcSetting> }[TtcPlace];
/** Names with parts. */
export type TtcComposedName = { [Place in TtcPlace]: NamesAt<Place, TtcComposed> }[TtcPlace];

export const TTC_NAMES: Readonly<Record<TtcPlace, Readonly<Record<string, TtcSetting | TtcComposed>>>> = DECLARED;

export function findTtcName(place: TtcPlace, name: string): TtcSetting | TtcComposed | undefined {
  return Object.hasOwn(TTC_NAMES[place], name) ? TTC_NAMES[place][name] : undefined;
}
