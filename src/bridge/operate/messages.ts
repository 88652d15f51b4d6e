import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../../errors.ts';
import { checkMessage } from '../../messages/check-message.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { SkipMessageOptions } from '../../operations/options.ts';
import type { MessageSendRequest } from '../../protocol/message-send.ts';
import { MessageSendRequestSchema } from '../../protocol/schemas/message-send.ts';
import type { MessageRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import { isDiagramSendId, newMessage } from '../steps/new-rows.ts';
import {
  type MessageChanges,
  type MessageRequest,
  type RetryMessageOptions,
  readRetryMessageOptions,
  readSkipMessageOptions,
  toSendRequest,
} from './message-options.ts';
import { notParked, type RowContext } from './report-operations.ts';

export interface Messages {
  send(request: MessageRequest): Promise<MessageRow>;
  retry(sendId: string, options?: RetryMessageOptions): Promise<MessageRow>;
  skip(sendId: string, options: SkipMessageOptions): Promise<MessageRow>;
}

export interface MessageSettings {
  readonly appId: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly messageTypes: MessageTypes;
}

export interface MessagesParts extends RowContext {
  readonly settings: MessageSettings;
  /** Not beside a service, where no message is sent. */
  readonly service?: Pick<BridgeContext, 'telemetry' | 'outages'>;
}

/**
 * Accepts messages of the host: they are stored before the call resolves, and sent later. Parked messages are retried or
 * skipped in one transaction, so that only one of two concurrent calls succeeds.
 */
export function createMessages(parts: MessagesParts): Messages {
  const { store, settings, wake, clock, log, service } = parts;
  const { appId, timeZone, messageTypes } = settings;

  /** @throws {InputError} `ERR_MESSAGE_INVALID` */
  function validate(composed: MessageSendRequest, also: readonly string[] = []): MessageSendRequest {
    const sendId = String(composed.sendId);
    const { problems: found, warnings } = checkMessage(composed, messageTypes);
    const problems = [...also, ...found];
    if (problems.length > 0) {
      const lines = problems.map((problem) => `- ${problem}`);
      const text = [`the message ${sendId} was not sent:`, ...lines].join('\n');
      throw new InputError('ERR_MESSAGE_INVALID', text, { details: { sendId, problems } });
    }
    if (warnings.length > 0) log('message.values-unused', { sendId, warnings });
    return MessageSendRequestSchema.parse(composed);
  }

  async function accept(given: MessageRequest): Promise<MessageRow> {
    const composed = toSendRequest(given, appId, randomUUID(), timeZone);
    const sendId = String(composed.sendId);
    const request = validate(composed, isDiagramSendId(sendId) ? [RESERVED] : []);
    const traceparent = service?.telemetry.traceparent() ?? null;
    const stored = store.putMessage(newMessage({ instanceId: null, nodeId: null, request }, clock(), traceparent));
    const row = await (service?.outages.whileWriting(stored) ?? stored);
    // It is the same message even if an operator has corrected it since.
    const isSame = [row.request, row.original].some((each) => isDeepStrictEqual({ ...each, sendId }, request));
    if (isSame) return row;
    throw new InputError(
      'ERR_SEND_ID_TAKEN',
      `another message already has the sendId ${sendId}: send this one with another sendId, or without one`,
      { details: { sendId } },
    );
  }

  async function find(sendId: string): Promise<MessageRow> {
    if (typeof sendId !== 'string' || sendId === '')
      throw new InputError('ERR_INPUT_INVALID', 'sendId: must be the sendId of a message, a text that is not empty');
    const row = await store.getMessage(sendId);
    if (row) return row;
    throw new InputError('ERR_MESSAGE_UNKNOWN', `There is no message ${sendId}.`, { details: { sendId } });
  }

  return {
    async send(given) {
      const row = await accept(given);
      wake();
      return row;
    },

    async retry(sendId, options = {}) {
      const { changes = {}, ...operator } = readRetryMessageOptions(options, sendId);
      const row = await find(sendId);
      if (row.state !== 'parked') throw notParked(...named(row), 'retried');
      const composed = toSendRequest(applyChanges(row.request, changes) as MessageRequest, appId, sendId, timeZone);
      const request = validate(composed);
      const fields = fieldsThatDiffer(row.request, request);
      const corrected = fields.length > 0 ? { corrected: { request, fields } } : {};
      if (!(await store.retryMessage(row, { at: clock(), ...corrected, ...operator })))
        throw notParked(...named(await find(sendId)), 'retried');
      wake();
      return await find(sendId);
    },

    async skip(sendId, options) {
      const decision = { at: clock(), ...readSkipMessageOptions(options, sendId) };
      const row = await find(sendId);
      if (await store.skipMessage(row, decision)) return await find(sendId);
      throw notParked(...named(await find(sendId)), 'skipped');
    },
  };
}

const RESERVED = 'sendId: the form <instance>.message.<number> is reserved for messages of diagrams; use another id';

function named({ sendId, state }: MessageRow) {
  return [`The message ${sendId}`, { sendId, state }] as const;
}

/** Applies changes to a request, those of `data` field by field; null removes a field. */
function applyChanges(request: MessageSendRequest, { data, ...changes }: MessageChanges): object {
  // A request that could not be read has empty fields; they count as missing.
  const whole: Partial<MessageSendRequest> = request.appId === '' ? {} : request;
  return { ...whole, ...changes, data: { ...whole.data, ...data } };
}

/** The names of the fields in which two requests differ, as `toPersons` or `data.title`. */
function fieldsThatDiffer(before: MessageSendRequest, after: MessageSendRequest): string[] {
  const { data: dataBefore, ...fieldsBefore } = before;
  const { data: dataAfter, ...fieldsAfter } = after;
  return [
    ...namesThatDiffer(fieldsBefore, fieldsAfter),
    ...namesThatDiffer(dataBefore, dataAfter).map((name) => `data.${name}`),
  ];
}

function namesThatDiffer(before: object, after: object): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const given = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...old.keys(), ...given.keys()])].filter(
    (name) => !isDeepStrictEqual(old.get(name), given.get(name)),
  );
}
