/** Probes of buttons; in a real center somebody has to press. */
import type { Center } from '../center.ts';
import { fine, type Probe } from './probe.ts';

const button = ({ variables: { BUTTON_URL } }: Center, name: string, type: string) => ({
  ...{ name, type, url: `${BUTTON_URL}?button=${name}`, optType: 0, method: 'post', allowMerge: 1 },
});

export const BUTTON_PROBES: readonly Probe[] = [
  {
    name: 'follow-up',
    question: 'Does the center end a transaction itself after its own BREAK_UP and REVOKE buttons?',
    sandboxSwitch: 'followsUp',
    readings: {
      true: fine('yes', 'center.concludesItself is true'),
      false: { means: 'no', bridge: 'center.concludesItself: false; then the bridge reports the end' },
    },
    async ask(center) {
      const { INITIATOR } = center.variables;
      const taskId = await center.openOne({ actions: [button(center, 'Stop', 'BREAK_UP')] });
      const look = `${INITIATOR} presses "Stop" on ${taskId} in the initiated list, and the call is answered HTTP 200 and code 0: whether the transaction is ended then.`;
      return { saw: [`a task with a BREAK_UP button: ${taskId}`], look, made: taskId };
    },
  },
  {
    name: 'suspend-by-press',
    question: 'Does the HANG_UP button suspend a task before a status answer says so?',
    sandboxSwitch: 'suspendsByPress',
    readings: {
      true: fine('yes'),
      false: fine('no', 'the center learns it from its status requests: register bridge.statusUrl()'),
    },
    async ask(center) {
      const { ACCOUNT } = center.variables;
      const taskId = await center.openOne({ actions: [button(center, 'Hold', 'HANG_UP')] });
      const look = `${ACCOUNT} presses "Hold" on ${taskId}, and the call is answered HTTP 200 and code 0: whether the task is marked as suspended or leaves the list.`;
      return { saw: [`a task with a HANG_UP button: ${taskId}`], look, made: taskId };
    },
  },
  {
    name: 'button-answer',
    question: 'Which answer of a business system means that it accepted a press?',
    sandboxSwitch: 'buttonAnswer',
    readings: {
      'code-0-if-any': fine('HTTP 2xx, and code 0 if there is a code'),
      'code-0': fine('HTTP 2xx and code 0'),
      'any-2xx': {
        means: 'HTTP 2xx with any code: a press that the bridge refuses counts as accepted',
        bridge: 'callback.answer: a function that answers refusals with HTTP status 4xx',
      },
    },
    async ask(center) {
      const { ACCOUNT } = center.variables;
      const once = (name: string) => ({ ...button(center, name, 'HANDLEDR'), optType: '0', times: 1 });
      const taskId = await center.openOne();
      await center.report(center.item(taskId, 'none', { previousActions: [once('Refused'), once('Silent')] }));
      const look = `${ACCOUNT} presses "Refused" and "Silent" of ${taskId} in the handled list; answer the first HTTP 200 and {"code":500}, the second HTTP 200 and {}: which of them can still be pressed.`;
      return { saw: [`a handled task with two buttons: ${taskId}`], look, made: taskId };
    },
  },
  {
    name: 'batch-uuid',
    question: 'Do the calls of a batch have the same uuid, or different ones?',
    sandboxSwitch: 'batchUuid',
    readings: {
      'per-call': fine('different ones'),
      'one-for-all': fine('the same', 'a repeat is recognized by uuid, task and button'),
    },
    async ask(center) {
      const { ACCOUNT, BUTTON_URL } = center.variables;
      const actions = [button(center, 'Yes', 'HANDLE')];
      const ids = await center.open({ actions }, { actions });
      const look = `${ACCOUNT} presses "Yes" on ${ids.join(' and ')} as one batch: whether both calls of ${BUTTON_URL} have the same header uuid.`;
      return { saw: [`two tasks for a batch: ${ids.join(', ')}`], look, made: ids };
    },
  },
  {
    name: 'button-call',
    question: 'How does the center call a button: with which cipher and token?',
    readings: {
      plain: { means: 'the parameters are not encrypted', bridge: "callback.cipher: { kind: 'none' }" },
      sealed: { means: 'they are encrypted', bridge: 'callback.cipher: see docs/security.md, Encryption of bodies' },
    },
    async ask(center) {
      const { ACCOUNT, BUTTON_URL } = center.variables;
      const taskId = await center.openOne({ actions: [button(center, 'Go', 'HANDLE')] });
      const look = `${ACCOUNT} presses "Go" on ${taskId}: body and headers of the call of ${BUTTON_URL}. Set callback.cipher by the first, callback.idToken by x-id-token.`;
      return { saw: [`a task with a button: ${taskId}`], look, made: taskId };
    },
  },
];
