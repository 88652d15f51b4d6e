/** Probes of several tokens of one client. */
import { TASK_PATH } from '../center.ts';
import { fine, type Probe } from './probe.ts';

export const TOKEN_PROBES: readonly Probe[] = [
  {
    name: 'new-token',
    question: 'Does a new token revoke the previous token of its client?',
    sandboxSwitch: 'newTokenEndsOld',
    readings: {
      false: fine('no: both are accepted until they expire'),
      true: fine(
        'yes',
        'a bridge whose token was revoked requests another at once; several bridges with one client revoke the tokens of each other, which only costs additional calls',
      ),
    },
    async ask(center) {
      const ask = async () => {
        const { body } = await center.askToken();
        return String((body as { access_token?: unknown } | undefined)?.access_token);
      };
      const isAccepted = async (authorization: string) => {
        const { body } = await center.call(TASK_PATH, [], { authorization });
        return (body as { code?: number } | undefined)?.code === 0;
      };
      const first = await ask();
      const before = await isAccepted(first);
      const second = await ask();
      const [old, fresh] = [await isAccepted(first), await isAccepted(second)];
      const word = (accepted: boolean) => (accepted ? 'accepted' : 'refused');
      const saw = [
        `a token is ${word(before)}; after a second one the first is ${word(old)}, the second ${word(fresh)}`,
      ];
      if (!before || !fresh) return { saw, look: 'Why a token that was just given is refused.' };
      // Some centers give the same token again until it expires.
      if (first === second) saw.push('it is the same token');
      return { reading: `${!old}`, saw };
    },
  },
];
