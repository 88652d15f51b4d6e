import { MESSAGE_SEND_CODES } from '../protocol/error-codes.ts';
import { MessageSendResponseSchema } from '../protocol/schemas/message-send.ts';
import type { SendMessageOutcome } from './port.ts';
import { type CenterAnswer, failedCall, unknownForm } from './read-answer.ts';

/** Interprets an answer of `messageSend` (spec, Message send response, and Errors, Message send). */
export function readMessageSend(answer: CenterAnswer): SendMessageOutcome {
  if (answer.kind === 'failed') return answer;
  const { json, quote, retryAfterMs } = answer;
  const parsed = MessageSendResponseSchema.safeParse(json);
  if (!parsed.success) return unknownForm(retryAfterMs);
  const { code, message, data } = parsed.data;
  switch (code) {
    case MESSAGE_SEND_CODES.success: {
      const problems = data.errorList.map(({ receiverKey, exceptionMessage }) => ({
        receiverKey: quote(receiverKey),
        exceptionMessage: quote(exceptionMessage),
      }));
      return { kind: 'sent', sendId: data.sendId, problems };
    }
    case MESSAGE_SEND_CODES.refused:
    case MESSAGE_SEND_CODES.failed: {
      const reason = `the center answered ${code}: ${quote(message)}`;
      return retryAfterMs === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, retryAfterMs };
    }
    default:
      return failedCall(`the center answered with the outer code ${code}: ${quote(message)}`, true, retryAfterMs);
  }
}
