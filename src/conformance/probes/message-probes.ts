/** Probes of messages and tokens. */
import { type Center, MESSAGE_PATH, type MessageAnswer, SCOPES, TASK_PATH } from '../center.ts';
import { fine, type Probe } from './probe.ts';

const describe = ({ code, message, data }: MessageAnswer): string =>
  `${code} ${message}${data === null || data === undefined ? '' : ` (${data.errorList?.length ?? 0} not reached)`}`;

/** Whether a call with a token of these scopes is accepted; false also if the center issues no such token. */
async function letsIn(center: Center, path: string, scopes: readonly string[]): Promise<boolean> {
  if (!(await center.token(scopes).catch(() => undefined))) return false;
  const { body } = await center.callWith(scopes, path, path === TASK_PATH ? [] : center.message());
  return (body as { code?: number } | undefined)?.code === 0;
}

/** Sequential, because a new token may revoke the previous one. */
async function areLetIn(center: Center, path: string, tried: readonly (readonly string[])[]): Promise<boolean[]> {
  const letIn: boolean[] = [];
  for (const scopes of tried) letIn.push(await letsIn(center, path, scopes));
  return letIn;
}

const [SEND, TRANSACTION, TTC] = SCOPES;

export const MESSAGE_PROBES: readonly Probe[] = [
  {
    name: 'task-scope',
    question: 'Which scope does task handling require?',
    sandboxSwitch: 'taskHandleScope',
    readings: {
      either: fine('either of the two ttc scopes', 'center.scopes is all three'),
      both: fine('both ttc scopes', 'center.scopes is all three'),
      writeTransaction: fine(TRANSACTION, 'center.scopes is all three'),
      writeTtc: fine(TTC, 'center.scopes is all three'),
      none: fine('none', 'center.scopes is all three'),
    },
    async ask(center) {
      const tried = [[SEND], [TRANSACTION], [TTC], [TRANSACTION, TTC]];
      const [send, transaction, ttc, both] = await areLetIn(center, TASK_PATH, tried);
      const words = [send, transaction, ttc, both].map(
        (isIn, index) => `${tried[index]?.join()}: ${isIn ? 'yes' : 'no'}`,
      );
      const one = transaction && ttc ? 'either' : transaction ? 'writeTransaction' : ttc ? 'writeTtc' : undefined;
      return {
        reading: send ? 'none' : (one ?? (both ? 'both' : undefined)),
        saw: [`let in with ${words.join('; ')}`],
      };
    },
  },
  {
    name: 'message-scope',
    question: 'Which scope does sending a message require?',
    sandboxSwitch: 'messageScope',
    readings: {
      sendMessage: fine(SEND, 'center.scopes is all three'),
      any: fine('any scope of the spec', 'center.scopes is all three'),
      none: fine('none', 'center.scopes is all three'),
    },
    async ask(center) {
      const [none, send, other] = await areLetIn(center, MESSAGE_PATH, [[], [SEND], [TTC]]);
      const saw = [`let in with no scope: ${none}, with ${SEND}: ${send}, with ${TTC}: ${other}`];
      return { reading: none ? 'none' : other ? 'any' : send ? 'sendMessage' : undefined, saw };
    },
  },
  {
    name: 'authorization-scheme',
    question: 'Does the header Authorization need a scheme?',
    sandboxSwitch: 'authorizationScheme',
    readings: {
      refused: fine('no: only the token'),
      taken: fine('it also accepts "Bearer"', 'the bridge sends only the token'),
      needed: {
        means: 'it needs "Bearer"',
        bridge:
          'no option: the bridge sends only the token, as the interface says, so nothing can be delivered; a proxy in front of the center can add the scheme',
      },
    },
    async ask(center) {
      const token = await center.token();
      const isAccepted = async (authorization: string) => {
        const { body } = await center.call(TASK_PATH, [], { authorization });
        return (body as { code?: number } | undefined)?.code === 0;
      };
      const [alone, scheme] = [await isAccepted(token), await isAccepted(`Bearer ${token}`)];
      const saw = [
        `the token alone is ${alone ? 'accepted' : 'refused'}, with Bearer ${scheme ? 'accepted' : 'refused'}`,
      ];
      if (!alone && !scheme) return { saw, look: 'Why a token that was just given is refused.' };
      return { reading: !scheme ? 'refused' : alone ? 'taken' : 'needed', saw };
    },
  },
  {
    name: 'duplicate-send-id',
    question: 'What happens to a message whose sendId was already used?',
    sandboxSwitch: 'duplicateSendId',
    readings: {
      recognise: fine('the same message is recognized, another one is refused'),
      'send-again': {
        means: 'it is sent again',
        bridge:
          'no option: people get a message twice if it is repeated after a lost answer; inform the operators of the center',
      },
      refuse: fine('it is refused', 'a message that was sent may be listed as parked after a lost answer; skip it'),
    },
    async ask(center) {
      const sendId = center.newId('message');
      const message = center.message({ sendId });
      const answers = [await center.send(message), await center.send(message)];
      answers.push(await center.send({ ...message, importantIdentity: true }));
      const [, same, other] = answers;
      const saw = [`a message, the same again, another of the same id: ${answers.map(describe).join('; ')}`];
      const look = `How often message ${sendId} came to ${center.variables.ACCOUNT}.`;
      return { reading: same?.code !== 0 ? 'refuse' : other?.code === 0 ? 'send-again' : 'recognise', saw, look };
    },
  },
  {
    name: 'promise',
    question: 'What happens to a message with promise that does not reach all recipients?',
    sandboxSwitch: 'promisedMessage',
    readings: {
      'all-or-nothing': fine('it is refused', 'the bridge parks it after a few attempts'),
      'as-others': fine('it is sent to the others', 'the bridge records the recipients that it did not reach'),
    },
    async ask(center) {
      const toPersons = `${center.variables.ACCOUNT},${center.newId('nobody')}`;
      const answer = await center.send(center.message({ toPersons, promise: true }));
      return {
        reading: answer.code === 0 ? 'as-others' : 'all-or-nothing',
        saw: [`one of two recipients is nobody: ${describe(answer)}`],
      };
    },
  },
  {
    name: 'sign-off',
    question: 'Where does the center read signOff?',
    sandboxSwitch: 'signOffIn',
    readings: {
      either: fine('at the top level, as in the field table, or in data, as in the sample'),
      top: fine('at the top level'),
      data: { means: 'in data', bridge: 'center.signOffInData: true' },
    },
    async ask(center) {
      const top = await center.send(center.message({ signOff: 'From the top' }));
      const inData = await center.send(center.message({}, { signOff: 'From data' }));
      const saw = [`at the top: ${describe(top)}; in data: ${describe(inData)}`];
      const ids = [top, inData].map(({ data }) => data?.sendId ?? '');
      const look = `Which of messages ${ids.join(' and ')} has its closing signature.`;
      return { saw, look, made: ids };
    },
  },
  {
    name: 'time-zone',
    question: 'Which time zone does sendTime have?',
    readings: {
      own: fine('that of TIME_ZONE', 'timeZone of the bridge is the same'),
      another: { means: 'another one', bridge: 'timeZone: the one in which the message arrives after an hour' },
    },
    async ask(center) {
      const { TIME_ZONE, ACCOUNT } = center.variables;
      const form = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });
      const sendTime = form.format(Date.now() + 3_600_000);
      const answer = await center.send(center.message({ sendTime }));
      const sendId = answer.data?.sendId ?? '';
      const saw = [`a message for ${sendTime}, in an hour: ${describe(answer)}`];
      const look = `That message ${sendId} comes to ${ACCOUNT} in an hour, not at once and not much later.`;
      return { saw, look, made: sendId };
    },
  },
];
