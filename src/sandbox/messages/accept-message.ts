import { isDeepStrictEqual } from 'node:util';
import { MESSAGE_SEND_CODES } from '../../protocol/error-codes.ts';
import { centerTime } from '../center-time.ts';
import { type SandboxMessageType, templateOf } from '../setup/message-types.ts';
import type { CenterState } from '../state/center-state.ts';
import { isObject, type RawObject, withoutNulls } from '../tasks/check-fields.ts';
import type { CenterMessage } from './center-message.ts';
import { channelsOf, checkMessageSend, type MessageRefusal, renderTemplate, valuesFor } from './check-message-send.ts';
import { resolveRecipients } from './resolve-recipients.ts';

/**
 * Accepts one raw message, or says why it is refused and not sent. For a repeat, returns the message accepted before.
 * @param clientAppIds the applications that the caller's token may speak for
 */
export function acceptMessage(
  center: CenterState,
  raw: RawObject,
  clientAppIds: readonly string[],
): CenterMessage | MessageRefusal {
  const type = checkMessageSend(raw, center.messageTypes, center.switches.unknownFields);
  if ('code' in type) return type;
  const request = withoutNullFields(raw);
  const { appId, sendId } = request;
  if (!clientAppIds.includes(String(appId))) {
    return refuse(`appId is invalid: application ${String(appId)} is not registered for this client`);
  }
  const known =
    sendId === undefined || sendId === '' ? undefined : center.messages.find((one) => one.sendId === sendId);
  if (known !== undefined && center.switches.duplicateSendId !== 'send-again') {
    const isRepeat = center.switches.duplicateSendId === 'recognise' && isDeepStrictEqual(known.request, request);
    return isRepeat ? known : refuse(`sendId is invalid: the id ${known.sendId} belongs to another message`);
  }
  const message = composeMessage(center, request, type);
  if (request.promise === true && center.switches.promisedMessage === 'all-or-nothing') {
    const [first] = message.errorList;
    if (first) return refuse(`promise cannot be kept: ${first.receiverKey}: ${first.exceptionMessage}`);
  }
  center.write.addMessage(message);
  return message;
}

function composeMessage(center: CenterState, request: RawObject, type: SandboxMessageType): CenterMessage {
  const channels = channelsOf(request, type);
  const { recipients, problems } = resolveRecipients(center.directory, request, channels);
  const now = centerTime(center.now(), center.timeZone);
  const { sendTime } = request;
  // Both have the same format, in which a later time is a greater string.
  const isLater = typeof sendTime === 'string' && sendTime > now;
  return {
    sendId: request.sendId === undefined || request.sendId === '' ? center.newId() : String(request.sendId),
    request,
    appId: String(request.appId),
    messageTypeCode: String(request.messageTypeCode),
    channels,
    deliveries: recipients.map((recipient) => {
      const values = valuesFor(request, type, recipient.channel);
      return {
        ...recipient,
        text: renderTemplate(templateOf(type, recipient.channel), isObject(values) ? values : {}),
      };
    }),
    errorList: problems,
    ...(isLater ? { dueTime: sendTime } : {}),
    sentAt: isLater ? sendTime : now,
    readings: new Map(),
  };
}

/** Keeps null among the values of a template, which are not fields of the interface. */
function withoutNullFields(raw: RawObject): RawObject {
  const { data, ...rest } = raw;
  const paramValueJson = isObject(data) ? data.paramValueJson : undefined;
  const filled = withoutNulls(rest) as RawObject;
  return { ...filled, data: { ...(withoutNulls(data) as RawObject), paramValueJson } };
}

function refuse(message: string): MessageRefusal {
  return { code: MESSAGE_SEND_CODES.failed, message };
}
