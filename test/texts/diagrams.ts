/** Diagrams for the texts that people meet; all that their author says begins with «. */
import {
  type BpmnNode,
  boundary,
  conditional,
  end,
  error,
  escalation,
  exclusive,
  message,
  parallel,
  processFile,
  root,
  signal,
  start,
  subProcess,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { ACTION_TYPES } from '../support/inner/protocol.ts';

const BUTTONS = ACTION_TYPES.map((type) => {
  const to = type === 'TRANSFER' || type === 'CIRCULARIZE' ? ' to="${to}"' : '';
  return `<ttc:action name="«${type}»" key="${type}" type="${type}"${to}/>`;
}).join('');
const ONCE = '<ttc:previousAction name="«Once»" key="once" type="HANDLEDR" times="1"/>';

const task = (id: string, assignee: string): BpmnNode => userTask(id, { name: `«${id}»`, assignee });

/** A task with every button, then one without any of its own. */
export const EVERYTHING = draw({
  id: 'everything',
  others: [userTask('check', { name: '«check»', users: 'bo,chen', extensions: BUTTONS + ONCE }), task('file', 'dara')],
  paths: 'start > check > file > end',
  name: '«everything»',
});

/** Two buttons, so that a press has to say which. */
export const DECIDED = processFile(
  [
    start(),
    userTask('judge', { name: '«judge»', assignee: 'bo', attributes: { 'ttc:allow': 'addSigners' } }),
    exclusive('ok'),
    task('file', 'chen'),
    end(),
  ],
  'start > judge > ok; ok >"«Yes»" file; ok >"«No»" end; file > end',
  { id: 'decided', name: '«decided»' },
);

/** Any of three signs; then nothing goes on with an amount of 7. */
export const ANY = processFile(
  [
    start(),
    userTask('sign', {
      name: '«sign»',
      assignee: '${signer}',
      attributes: { 'ttc:completion': 'any' },
      multiInstance: { collection: '${signers}', elementVariable: 'signer' },
    }),
    task('pay', 'emil'),
    exclusive('g'),
    end(),
  ],
  'start > sign > pay > g; g >"«Much»"[${amount > 7}] end; g >"«Little»"[${amount < 7}] end',
  { id: 'any', name: '«any»' },
);

/** A task of several that others may have for a while, and one that its signers share. */
export const ASKED = ['asked', 'shared'].map((id) =>
  draw({
    id,
    others: [
      userTask('check', {
        name: '«check»',
        ...(id === 'asked'
          ? { users: 'bo,chen', attributes: { 'ttc:allow': 'delegate,addSigners,claim' } }
          : {
              assignee: '${signer}',
              attributes: { 'ttc:countersign': 'shared' },
              multiInstance: { collection: '${signers}', elementVariable: 'signer' },
            }),
      }),
    ],
    paths: 'start > check > end',
    name: `«${id}»`,
  }),
);

/** What was handled by several, and by one, before emil's task. */
export const SENT_BACK = draw({
  id: 'sent-back',
  others: [
    userTask('ask', { name: '«ask»', assignee: 'bo' }),
    userTask('look', { name: '«look»', users: 'bo,chen' }),
    userTask('check', { name: '«check»', assignee: 'emil', attributes: { 'ttc:allow': 'sendBackDirect' } }),
    userTask('pay', { name: '«pay»', assignee: 'emil', attributes: { 'ttc:allow': 'sendBackDirect' } }),
  ],
  paths: 'start > ask > look > check > pay > end',
  name: '«sent back»',
});

/** A countersign in sequence. */
export const IN_TURN = processFile(
  [
    start(),
    userTask('sign', {
      name: '«sign»',
      assignee: '${signer}',
      multiInstance: { collection: '${signers}', elementVariable: 'signer', sequential: true },
    }),
    end(),
  ],
  'start > sign > end',
  { id: 'in-turn', name: '«in turn»' },
);

/** The task of a group, for which nobody stands in. */
export const GROUPED = processFile(
  [start(), userTask('audit', { name: '«audit»', groups: 'audit' }), end()],
  'start > audit > end',
  { id: 'grouped', name: '«grouped»' },
);

const CONDITION = conditional('${late}');

/** Each of these events has no name, and ends the task of bo. */
export const EVENTS: Readonly<Record<string, string>> = {
  Timer: timer('PT1H'),
  Message: message('m'),
  Signal: signal('s'),
  Error: error('e'),
  Escalation: escalation('x'),
  Condition: CONDITION,
};

/** `by-<kind>` for each kind of event: what chen does throws it, where it comes from within. */
export const NAMELESS = Object.entries(EVENTS).map(([kind, definition]) =>
  processFile(
    [
      start(),
      subProcess(
        'part',
        [
          ...[start('begin'), parallel('fork'), task('wait', 'bo'), task('throw', 'chen'), end('done')],
          end('thrown', { content: kind === 'Error' || kind === 'Escalation' ? definition : '' }),
        ],
        'begin > fork; fork > wait > done; fork > throw > thrown',
        { name: '«part»' },
      ),
      ...[boundary('ends', 'part', definition), task('after', 'emil'), end()],
    ],
    'start > part > end; ends > after > end',
    {
      id: `by-${kind}`,
      name: `«by ${kind}»`,
      roots: [
        ...[root('message', 'm', { name: 'm' }), root('signal', 's', { name: 's' })],
        ...[root('error', 'e', { errorCode: 'e' }), root('escalation', 'x', { escalationCode: 'x' })],
      ].join(''),
    },
  ),
);
